package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.NightlySource;

/**
 * Jobs on a host whose memory for files is full: no JVM dies of an access to it, and the job says why it is not used.
 */
@Timeout(120)
class FullMemoryTest {
    private static final String OPTIONS = "-n 4 --jvms 4";
    private static final String NO_ROOM = "no room for shared memory";

    @ParameterizedTest
    @ValueSource(strings = "3m")
    @NightlySource({"4k", "64k"})
    void shouldSendOverGrpcWhereNoRoomIsLeft(String bytes) throws Exception {
        assumeTrue(canMount(), "needs unshare and the right to mount");

        try (Launch launch = Launch.runBehind(withMemoryOf(bytes), OPTIONS, TestPrograms.Sum.class)) {
            assertThat(launch.exitCode()).as("%s", launch.err()).isZero();
            assertThat(launch.out()).hasSize(4).allMatch(line -> line.contains("sum=6"));
            assertThat(launch.err())
                    .anyMatch(line -> line.contains("no shared memory with process=") && line.contains(NO_ROOM));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "64k")
    @NightlySource({"4k", "3m"})
    void shouldFailWhereSharedMemoryIsAskedFor(String bytes) throws Exception {
        assumeTrue(canMount(), "needs unshare and the right to mount");

        try (Launch launch = Launch.runBehind(
                withMemoryOf(bytes), OPTIONS, TestPrograms.Sum.class, "--tutti-transport=shared-memory")) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.err())
                    .anyMatch(line -> line.contains(NO_ROOM) && line.contains("let TUTTI_TRANSPORT be auto or grpc"));
        }
    }

    private static List<String> withMemoryOf(String bytes) {
        return List.of(
                "unshare",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                "mount -t tmpfs -o size=%s none /dev/shm && exec \"$@\"".formatted(bytes),
                "sh");
    }

    private static boolean canMount() throws InterruptedException {
        List<String> command = new ArrayList<>(withMemoryOf("4k"));
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
