package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.NightlySource;
import tutti.messaging.Processes;

/**
 * Real JVMs, one of which ends and is started again as an engine would: by the same command, in the same environment.
 * It finds its job, and takes its place in the group again.
 */
class RestartedProcessTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int PROCESSES = 3;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = 0)
    @NightlySource("1")
    void shouldFindTheJobOfItsPod(int lost) throws IOException {
        Path names = folder.resolve("names");
        Files.writeString(
                names,
                IntStream.range(0, PROCESSES)
                        .mapToObj(pod -> "127.0.0.1 asp-%d.asp%n".formatted(pod))
                        .collect(Collectors.joining()));
        healAfterRestart(
                lost,
                plan(lost)
                        .with("SERVICE=asp")
                        .options("-Djdk.net.hosts.file=" + names)
                        .by(process -> List.of("env", "JOB_COMPLETION_INDEX=" + process, "HOSTNAME=asp-" + process)));
    }

    @Tag("nightly")
    @ParameterizedTest(name = "process {0}")
    @ValueSource(ints = 2)
    void shouldFindTheJobOfItsHost(int lost) throws IOException {
        Path hosts = Files.writeString(
                folder.resolve("hosts"), "127.0.0.1%n".formatted().repeat(PROCESSES));
        healAfterRestart(lost, plan(lost).with("HOSTS_FILE=" + hosts));
    }

    private static JvmJob.Plan plan(int lost) {
        return JvmJob.of(GrowthProcessTest.Growing.class, PROCESSES)
                .options("-Xmx128m", "-Dheal=" + lost)
                .with("JOIN_PORT=" + Processes.freePorts(PROCESSES));
    }

    private static void healAfterRestart(int lost, JvmJob.Plan plan) {
        try (JvmJob job = plan.start()) {
            assertThat(job.jvm(lost).exitCode(LIMIT)).as(job.jvm(lost).err()).isEqualTo(137);
            JvmJob.Jvm again = job.startAgain(lost);
            assertThat(again.exitCode(LIMIT))
                    .as(() -> again.err() + job.errors())
                    .isZero();
            for (int process = 0; process < PROCESSES; process++) {
                JvmJob.Jvm jvm = job.jvm(process);
                assertThat(jvm.exitCode(LIMIT)).as(jvm.err()).isZero();
                assertThat(jvm.out()).contains("numbers [0, 10, 20].", "works rank=%d of".formatted(process));
            }
        }
    }
}
