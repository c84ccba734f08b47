package tutti.messaging.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.RemoteCause;

class ToldFailureTest {
    @Test
    void shouldTellTextsAndTracesOfAllCauses() {
        IOException root = new IOException("no disk");
        IllegalStateException wrapper = new IllegalStateException("two\nlines", root);
        ToldFailure told = ToldFailure.decode(ToldFailure.encode("member failed", wrapper));
        assertThat(told.text()).isEqualTo("member failed");
        assertIs(told.cause(), wrapper);
        assertIs(told.cause().getCause(), root);
        assertThat(told.cause().getCause()).hasNoCause();

        ToldFailure passedOn = ToldFailure.decode(ToldFailure.encode("passed on", told.cause()));
        assertIs(passedOn.cause(), wrapper);
        assertIs(passedOn.cause().getCause(), root);
    }

    private static void assertIs(Throwable remote, Throwable original) {
        assertThat(remote)
                .isInstanceOfSatisfying(
                        RemoteCause.class,
                        cause -> assertThat(cause.className())
                                .isEqualTo(original.getClass().getName()))
                .hasMessage(original.toString());
        assertThat(places(remote)).isEqualTo(places(original));
    }

    private static List<String> places(Throwable failure) {
        return Arrays.stream(failure.getStackTrace())
                .map(frame -> "%s.%s(%s:%d)"
                        .formatted(
                                frame.getClassName(),
                                frame.getMethodName(),
                                frame.getFileName(),
                                frame.getLineNumber()))
                .toList();
    }

    @Test
    void shouldHaveNoCauseIfThereIsNone() {
        assertThat(ToldFailure.decode(ToldFailure.encode("deadlock", null)))
                .isEqualTo(new ToldFailure("deadlock", null));
    }

    @Test
    void shouldBoundWhatIsLongAndEndWhatIsCircular() {
        Exception first = new Exception("a".repeat(100_000));
        Exception second = new Exception(first);
        first.initCause(second);
        StackTraceElement[] deep = new StackTraceElement[100_000];
        Arrays.fill(deep, new StackTraceElement("a.B", "c", null, -1));
        first.setStackTrace(deep);
        String encoded = ToldFailure.encode("b".repeat(100_000), first);
        assertThat(encoded).hasSizeBetween(32_000, 48_000);
        RemoteCause cause = ToldFailure.decode(encoded).cause();
        assertThat(cause.getStackTrace()).hasSizeGreaterThan(100).contains(deep[0]);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTellOfExceptionsWhoseOwnCodeFails(boolean hasError) {
        @SuppressWarnings("serial")
        class Failing extends RuntimeException {
            @Override
            public String getMessage() {
                throw failure();
            }

            @Override
            public synchronized Throwable getCause() {
                throw failure();
            }

            @Override
            public StackTraceElement[] getStackTrace() {
                throw failure();
            }

            private RuntimeException failure() {
                if (hasError) {
                    throw new NoClassDefFoundError();
                }
                return new IllegalStateException();
            }
        }
        RemoteCause cause =
                ToldFailure.decode(ToldFailure.encode("", new Failing())).cause();
        assertThat(cause.className()).isEqualTo(Failing.class.getName());
        assertThat(cause).hasMessageContaining("whose description fails");
        assertThat(cause.getStackTrace()).isEmpty();
    }

    @Test
    void shouldLeaveOutFramesThatAreNone() {
        @SuppressWarnings("serial")
        class Framed extends RuntimeException {
            @Override
            public StackTraceElement[] getStackTrace() {
                return new StackTraceElement[] {null, new StackTraceElement("a.B", "c", "B.java", 7)};
            }
        }
        RemoteCause cause =
                ToldFailure.decode(ToldFailure.encode("", new Framed())).cause();
        assertThat(cause.getStackTrace()).containsExactly(new StackTraceElement("a.B", "c", "B.java", 7));
    }

    /** Another process may write anything. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\u001e",
                "\u001f",
                "text\u001e\u001e\u001e\u001e\u001e\u001e\u001e\u001e\u001e\u001e\u001e",
                "text\u001ea.B\u001ftext\u001fno frame",
                "text\u001ea.B\u001ftext\u001fa.B\tc\tB.java\t99999999999",
                "text\u001ea.B\u001ftext\u001fa.B\tc\tB.java\t1\t2"
            })
    void shouldReadAnything(String encoded) {
        ToldFailure told = ToldFailure.decode(encoded);
        assertThat(encoded).startsWith(told.text());
        for (Throwable each = told.cause(); each != null; each = each.getCause()) {
            assertThat(each.toString()).startsWith(RemoteCause.class.getName());
        }
    }
}
