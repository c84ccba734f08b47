package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes are bound to shares of a host's cores. */
@EnabledOnOs(OS.LINUX)
class HostCoresTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0-1        | 2 | 0;1
        0-7        | 2 | 0,1,2,3;4,5,6,7
        0-3,8,10-11| 2 | 0,1,2;3,8,10,11
        0-4        | 3 | 0;1,2;3,4
        2,5        | 5 | 2;5;2;5;2
        7          | 3 | 7;7;7
        0-3        | 1 | 0,1,2,3
        """)
    void shouldGiveEachProcessAnEqualShareOfTheAllowedCores(String list, int processes, String shares) {
        HostCores cores = HostCores.of("n1", "/usr/bin/taskset", list);
        assertThat(IntStream.range(0, processes).mapToObj(index -> cores.prefix(index, processes)))
                .extracting(prefix -> prefix.get(2))
                .containsExactly(shares.split(";", -1))
                .hasSize(processes);
        assertThat(cores.prefix(0, processes))
                .startsWith("/usr/bin/taskset", "-c")
                .hasSize(3);
    }

    @Test
    void shouldSayWhatAHostLacks() {
        assertThatThrownBy(() -> HostCores.of("n1", "", "0-1").check())
                .isInstanceOf(SiteException.class)
                .hasMessageContainingAll("host=n1", "command taskset not found", "install util-linux");
        assertThatThrownBy(() -> HostCores.of("n1", "/usr/bin/taskset", "").check())
                .isInstanceOf(SiteException.class)
                .hasMessageContainingAll("host=n1", "not Linux", "leave --bind-to core out");
    }

    /** An ssh that runs everything on this host, in a session of its own. */
    @Tag("nightly")
    @Test
    void shouldBindTheJvmsOfAnotherHost(@TempDir Path folder) throws Exception {
        Path ssh = folder.resolve("ssh");
        Files.writeString(ssh, """
            #!/bin/sh
            for script; do :; done
            export SSH_CONNECTION="127.0.0.1 1 127.0.0.1 2" XDG_CACHE_HOME=%s
            exec sh -c "$script"
            """.formatted(folder));
        Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwx------"));
        List<Integer> all = HostCores.ofThis().check().cores();
        String options = "-n 2 --jvms 2 --hosts n1 --bind-to core --ssh=" + ssh;
        try (Launch launch = Launch.run(options, TestPrograms.Cores.class)) {
            assertThat(launch.exitCode()).as(() -> launch.err().toString()).isZero();
            HostCores expected = new HostCores("n1", "taskset", all);
            for (int process = 0; process < 2; process++) {
                String prefix = "[%d] allowed=".formatted(process);
                String line = launch.out().stream()
                        .filter(each -> each.startsWith(prefix))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(launch.out()));
                assertThat(line).endsWith(" cores=" + all.size());
                String list = line.substring(prefix.length(), line.lastIndexOf(' '));
                assertThat(HostCores.of("n1", "", list).cores()).isEqualTo(expected.share(process, 2));
            }
        }
    }

    @Test
    void shouldBindTheJvmsOfThisHostToDifferentCores() throws Exception {
        List<Integer> all = HostCores.ofThis().check().cores();
        try (Launch launch = Launch.run("-n 2 --jvms 2 --bind-to core", TestPrograms.Cores.class)) {
            assertThat(launch.exitCode()).isZero();
            List<HostCores> bound = launch.out().stream()
                    .filter(line -> line.contains("allowed="))
                    .map(line -> line.replaceFirst(".*allowed=(\\S+) .*", "$1"))
                    .map(list -> HostCores.of("localhost", "", list))
                    .toList();
            assertThat(bound).hasSize(2);
            Set<Integer> together = new HashSet<>();
            bound.forEach(cores -> together.addAll(cores.cores()));
            assertThat(together).containsExactlyInAnyOrderElementsOf(all);
            if (all.size() > 1) {
                assertThat(bound.get(0).cores())
                        .doesNotContainAnyElementsOf(bound.get(1).cores());
            }
            assertThat(launch.out()).allSatisfy(line -> assertThat(line).endsWith(" cores=" + all.size()));
            assertThat(launch.err()).singleElement().asString().contains("no members ran");
        }
    }

    @Test
    void shouldLeaveTheJvmsUnboundIfNothingIsSaid() throws Exception {
        List<Integer> all = HostCores.ofThis().check().cores();
        try (Launch launch = Launch.run("-n 2 --jvms 2", TestPrograms.Cores.class)) {
            assertThat(launch.exitCode()).isZero();
            assertThat(launch.out()).hasSize(2).allSatisfy(line -> {
                String list = line.replaceFirst(".*allowed=(\\S+) .*", "$1");
                assertThat(HostCores.of("localhost", "", list).cores()).isEqualTo(all);
                assertThat(line).endsWith(" cores=" + all.size());
            });
        }
    }
}
