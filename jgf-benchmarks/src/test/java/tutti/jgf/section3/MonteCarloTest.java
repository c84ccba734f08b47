package tutti.jgf.section3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Settings;
import tutti.jgf.suite.Size;

@Timeout(600)
class MonteCarloTest {
    private static final String HIT_DATA = "tutti.test.hit-data";

    @Test
    void shouldValidateInOneJvm() {
        Outcome outcome = Runs.inOneJvm(new MonteCarlo(), Size.A, 3);
        assertThat(outcome.checks().getFirst().what()).contains("generated");
        assertThat(outcome.timings().getFirst().operations()).isEqualTo(10_000);
    }

    @Test
    void shouldFailWithoutTheFileThatWasNamed() {
        assertThatThrownBy(() -> Runs.inOneJvm(new MonteCarlo(), withHitData(Size.A, "/no/such/file"), 2))
                .hasStackTraceContaining("cannot read the prices: file=/no/such/file");
    }

    @EnabledIfSystemProperty(named = HIT_DATA, matches = ".+", disabledReason = "the suite's file may not be handed on")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void shouldGiveTheReferenceValuesWithTheSuitesPrices(int members) {
        for (Size size : new MonteCarlo().sizes()) {
            Outcome outcome = Runs.inOneJvm(new MonteCarlo(), withHitData(size, System.getProperty(HIT_DATA)), members);
            assertThat(outcome.checks().getFirst().what()).contains("hitData");
        }
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void shouldValidateWithAnyNumberOfMembers(int members) throws InterruptedException {
        Runs.inOneJvm(new MonteCarlo(), Size.A, members);
        Runs.inTwoJvms(new MonteCarlo(), Size.A, members);
        Runs.inOneJvm(new MonteCarlo(), Size.B, members);
        Runs.inTwoJvms(new MonteCarlo(), Size.B, members);
    }

    private static Settings withHitData(Size size, String file) {
        Settings standard = Settings.of(size);
        return new Settings(size, standard.stepSeconds(), standard.largestArray(), file, null);
    }
}
