package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the JVMs of a job take over from the environment of the command. */
class EnvironmentTest {
    private static final List<String> WITH_SETTINGS = List.of(
            "env", "TUTTI_DEADLINE=PT2S", "TUTTI_MEMBERS=3", "TUTTI_PROVIDER=none", "TUTTI_SECRET=of a job around");

    /** Prints the names of Tutti's variables. */
    static final class Variables {
        private Variables() {}

        public static void main(String[] arguments) {
            System.out.println(System.getenv().entrySet().stream()
                    .filter(variable -> variable.getKey().matches("TUTTI_(DEADLINE|MEMBERS|PROVIDER|SECRET)"))
                    .sorted(Map.Entry.comparingByKey())
                    .toList());
        }
    }

    @Test
    void shouldBeSettingsButNotThePlaceInAJobAroundThisOne() throws Exception {
        try (Launch launch = Launch.runBehind(WITH_SETTINGS, "-n 1", Variables.class)) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.out()).containsExactly("[TUTTI_DEADLINE=PT2S, TUTTI_MEMBERS=1]");
        }
    }

    @Test
    void shouldReachOtherHosts(@TempDir Path folder) throws Exception {
        Path ssh = folder.resolve("ssh"); // with nothing of the environment, on this host
        Files.writeString(ssh, """
            #!/bin/sh
            for script; do :; done
            exec env -i "PATH=$PATH" HOME=%1$s XDG_CACHE_HOME=%1$s SSH_CONNECTION="127.0.0.1 1 127.0.0.1 2" sh -c "$script"
            """.formatted(folder));
        Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwx------"));
        try (Launch launch = Launch.runBehind(WITH_SETTINGS, "-n 1 --hosts n1 --ssh=" + ssh, Variables.class)) {
            assertThat(launch.exitCode()).as(() -> launch.err().toString()).isZero();
            assertThat(launch.out())
                    .singleElement()
                    .asString()
                    .contains("TUTTI_DEADLINE=PT2S, TUTTI_MEMBERS=1, TUTTI_SECRET=");
            assertThat(launch.out().getFirst()).doesNotContain("of a job around");
        }
    }
}
