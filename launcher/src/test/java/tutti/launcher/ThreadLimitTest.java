package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.NightlySource;

/** Jobs of a user who may have few threads, as under {@code ulimit -u}: they end with the cure, and never hang. */
@Timeout(120)
class ThreadLimitTest {
    /** More than the launcher and two JVMs need. */
    private static final int LIMIT = 400;

    /** No user of the machine, so that only the job's threads count; it may read what the one who tests may. */
    private static final List<String> AS_SOMEBODY = List.of(
            "setpriv",
            "--reuid=2000015",
            "--regid=2000015",
            "--clear-groups",
            "--inh-caps=-all,+dac_read_search",
            "--ambient-caps=-all,+dac_read_search",
            "--securebits=+no_setuid_fixup", // else Files.exists does not know of that right
            "prlimit",
            "--nproc=" + LIMIT);

    private static final String OPTIONS = "-n 4 --jvms 2";

    @ParameterizedTest
    @ValueSource(ints = 3)
    @NightlySource({"0", "1", "2", "4", "6", "8", "11", "14"})
    void shouldEndWithTheCureWhereThreadsAreFew(int left) throws Exception {
        assumeTrue(canLimit(), "needs root, setpriv and prlimit");

        try (Launch launch =
                Launch.runBehind(AS_SOMEBODY, OPTIONS, TestPrograms.FewThreads.class, Integer.toString(left))) {
            int code = launch.exitCode();

            if (left <= 4) { // with more it depends on the cores
                assertThat(code).as("%s", launch.err()).isNotZero();
            }
            if (code == 0) {
                assertThat(launch.out()).anyMatch(line -> line.contains("sum=6"));
            } else {
                assertThat(launch.err()).anyMatch(line -> line.contains("ulimit -u"));
            }
        }
    }

    @Test
    void shouldRunWhereThreadsAreEnough() throws Exception {
        assumeTrue(canLimit(), "needs root, setpriv and prlimit");

        try (Launch launch = Launch.runBehind(AS_SOMEBODY, OPTIONS, TestPrograms.FewThreads.class, "200")) {
            assertThat(launch.exitCode()).as("%s", launch.err()).isZero();
        }
    }

    private static boolean canLimit() throws InterruptedException {
        List<String> command = new ArrayList<>(AS_SOMEBODY);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
