package tutti.jgf.section2;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.jgf.SuiteProcess;
import tutti.jgf.suite.Check;
import tutti.jgf.suite.Outcome;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteRun;

/** Every kernel computes the suite's reference values, for any number of members. */
@Timeout(600)
class KernelsTest {
    private static final List<Kernel> KERNELS =
            List.of(new Series(), new LuFact(), new Sor(), new Crypt(), new SparseMatmult());
    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldValidateInOneJvm(int members) {
        for (Kernel kernel : KERNELS) {
            assertValid(SuiteRun.once(kernel, Size.A, members).inThisJvm());
        }
    }

    @Test
    void shouldValidateInTwoJvms() throws InterruptedException {
        assertValid(SuiteProcess.run(SuiteRun.once(new Sor(), Size.A, 3), 2, TIMEOUT));
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void shouldValidateAnywhere(int members) throws InterruptedException {
        for (Kernel kernel : KERNELS) {
            SuiteRun run = SuiteRun.once(kernel, Size.A, members);
            assertValid(run.inThisJvm());
            assertValid(SuiteProcess.run(run, Math.min(members, 2), TIMEOUT));
        }
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({"B, 2, 1", "B, 3, 2", "B, 4, 2", "B, 8, 2", "C, 2, 1", "C, 4, 2"})
    @Timeout(3600)
    void shouldValidateLargeProblems(Size size, int members, int jvms) throws InterruptedException {
        for (Kernel kernel : KERNELS) {
            assertValid(SuiteProcess.run(SuiteRun.once(kernel, size, members), jvms, TIMEOUT));
        }
    }

    private static void assertValid(List<Outcome> outcomes) {
        assertThat(outcomes).hasSize(1);
        assertThat(outcomes.getFirst().checks()).isNotEmpty().allMatch(Check::hasPassed);
        assertThat(outcomes.getFirst().timings()).hasSize(1).allSatisfy(timing -> {
            assertThat(timing.seconds()).isPositive();
            assertThat(timing.operations()).isPositive();
        });
    }
}
