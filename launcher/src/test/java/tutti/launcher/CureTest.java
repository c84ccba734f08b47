package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said besides of exceptions of Java's own. */
class CureTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        reduce        | reduce returns null at all members but the root: let its variable be of a class, as Integer, or call allReduce
        gather        | gather returns null at all members but the root: let its variable be of a class, as Integer, or call allGather
        exclusiveScan | exclusiveScan returns null at rank 0: let its variable be of a class, as Integer
        receive       | receive has returned null: that is what another member gave, or what the operator returned
        """)
    void shouldSayWhereAResultIsNull(String operation, String cure) {
        String text = "Cannot invoke \"java.lang.Integer.intValue()\" because the return value of"
                + " \"tutti.group.Communicator.%s(Object, tutti.collectives.ReductionObject)\" is null";
        assertThat(Cure.of(new NullPointerException(text.formatted(operation)))).isEqualTo(cure);
    }

    /** The text above is that of Java. */
    @Test
    void shouldReadWhatJavaSays() {
        Throwable ofJava = catchThrowable(() -> {
            int value = nothing();
            assertThat(value).isZero();
        });
        assertThat(ofJava)
                .hasMessage("Cannot invoke \"java.lang.Integer.intValue()\" because the return value of"
                        + " \"tutti.launcher.CureTest.nothing()\" is null");
    }

    private static @Nullable Integer nothing() {
        return null;
    }

    @Test
    void shouldSayWhichClassAnObjectHasThatIsReceived() {
        assertThat(Cure.of(new ClassCastException("class A cannot be cast to class B")))
                .contains("the same class");
    }

    @Test
    void shouldSayNothingOfOtherFailures() {
        assertThat(Cure.of(new NullPointerException("operator must not be null")))
                .isNull();
        assertThat(Cure.of(new NullPointerException())).isNull();
        assertThat(Cure.of(new IllegalStateException("own"))).isNull();
    }
}
