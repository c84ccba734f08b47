package tutti.jgf.section3;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Size;

@Timeout(600)
class MolDynTest {

    @Test
    void shouldValidateToTheLastBitInOneJvm() {
        Outcome outcome = Runs.inOneJvm(new MolDyn(), Size.A, 3);
        assertThat(outcome.checks().getFirst().actual())
                .isEqualTo(outcome.checks().getFirst().expected());
    }

    @Test
    void shouldCountTheSameInteractionsInTwoJvms() throws InterruptedException {
        Outcome outcome = Runs.inTwoJvms(new MolDyn(), Size.A, 3);
        assertThat(outcome.timings().getFirst().operations())
                .isEqualTo(Runs.inOneJvm(new MolDyn(), Size.A, 1)
                        .timings()
                        .getFirst()
                        .operations());
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void shouldValidateWithAnyNumberOfMembers(int members) throws InterruptedException {
        Runs.inOneJvm(new MolDyn(), Size.A, members);
        Runs.inTwoJvms(new MolDyn(), Size.A, members);
        Runs.inOneJvm(new MolDyn(), Size.B, members);
        Runs.inTwoJvms(new MolDyn(), Size.B, members);
    }
}
