package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.NightlySource;

/** Launchers that are told to end, or end without being told; no JVM may be left. */
class StopTest {

    @ParameterizedTest
    @ValueSource(ints = 3)
    @NightlySource("1")
    void shouldEndAllOnInterrupt(int jvms) throws Exception {
        try (Launch launch = Launch.run("-n 3 --jvms " + jvms, TestPrograms.Wait.class)) {
            launch.awaitProcesses(jvms);
            launch.signal("INT");
            assertThat(launch.exitCode()).isEqualTo(130);
            assertThat(launch.awaitProcesses(0)).isEmpty();
            assertThat(launch.err()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 3)
    @NightlySource("1")
    void shouldEndAllOnInterruptFromATerminal(int jvms) throws Exception {
        try (Launch launch = Launch.run("-n 3 --jvms " + jvms, TestPrograms.Wait.class)) {
            launch.awaitProcesses(jvms);
            launch.interruptAll();
            assertThat(launch.exitCode()).isEqualTo(130);
            assertThat(launch.awaitProcesses(0)).isEmpty();
            assertThat(launch.err()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 1)
    @NightlySource("3")
    void shouldEndAllOnTermination(int jvms) throws Exception {
        try (Launch launch = Launch.run("-n 3 --jvms " + jvms, TestPrograms.Wait.class)) {
            launch.awaitProcesses(jvms);
            launch.signal("TERM");
            assertThat(launch.exitCode()).isEqualTo(143);
            assertThat(launch.awaitProcesses(0)).isEmpty();
            assertThat(launch.err()).isEmpty();
        }
    }

    @Test
    void shouldKillAllThatDoNotEndOnTermination() throws Exception {
        try (Launch launch = Launch.run("-n 2 --jvms 2", TestPrograms.Hang.class)) {
            launch.awaitProcesses(2);
            launch.signal("TERM");
            assertThat(launch.exitCode()).isEqualTo(143);
            assertThat(launch.out()).contains("[0] asked to end", "[1] asked to end");
            assertThat(launch.awaitProcesses(0)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 3)
    @NightlySource("1")
    void shouldLeaveNoJvmWhenTheLauncherIsKilled(int jvms) throws Exception {
        try (Launch launch = Launch.run("-n 3 --jvms " + jvms, TestPrograms.Hang.class)) {
            Set<Path> secrets = secretFiles(launch.awaitProcesses(jvms));
            assertThat(secrets)
                    .hasSize(jvms > 1 ? 1 : 0)
                    .allSatisfy(file -> assertThat(file).exists());
            launch.signal("KILL");
            assertThat(launch.exitCode()).isEqualTo(137);
            assertThat(launch.awaitProcesses(0)).isEmpty();
            assertThat(secrets).allSatisfy(file -> assertThat(file).doesNotExist());
        }
    }

    private static Set<Path> secretFiles(List<ProcessHandle> jvms) throws IOException {
        Set<Path> files = new HashSet<>();
        for (ProcessHandle jvm : jvms) {
            Path environment = Path.of("/proc/" + jvm.pid() + "/environ");
            Stream.of(Files.readString(environment).split("\0"))
                    .filter(variable -> variable.startsWith("TUTTI_SECRET_FILE="))
                    .forEach(variable -> files.add(Path.of(variable.substring(variable.indexOf('=') + 1))));
        }
        return files;
    }
}
