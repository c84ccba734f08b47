package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.messaging.config.JdkDefect;

/** What the doctor finds on this host. */
class DoctorCommandTest {

    @Test
    void shouldLookAtThisHost() throws Exception {
        try (Launch launch = Launch.tutti("doctor")) {
            assertThat(launch.exitCode()).as(String.join("\n", launch.out())).isZero();
            assertThat(launch.out())
                    .allMatch(line -> line.matches("(ok|note) .*"))
                    .anyMatch(line -> line.startsWith("ok       jdk: version=" + Runtime.version()))
                    .anyMatch(line -> line.matches("ok       ports: range=\\[20000, 32768\\) free=\\d+"));
            assertThat(launch.err()).isEmpty();
            String given = Files.readAllLines(Path.of("/proc/sys/net/ipv4/ip_local_port_range"))
                    .getFirst()
                    .split("\\s+", -1)[0];
            assertThat(launch.out().stream().anyMatch(line -> line.contains("the system gives those from " + given)))
                    .isEqualTo(Integer.parseInt(given) < 32_768);
            assertThat(launch.out().stream().anyMatch(line -> line.contains("the system gives those from ")))
                    .isEqualTo(Integer.parseInt(given) < 32_768);
        }
    }

    @Test
    void shouldNameADefectOfTheJdk() {
        String defect = JdkDefect.of(Runtime.Version.parse("25.0.1"), () -> true);

        assertThat(HostCheckup.ofThis(() -> defect)).contains(Finding.problem("jdk: " + defect));
        assertThat(HostCheckup.ofThis(() -> null))
                .noneMatch(finding -> finding.text().contains("JDK-8377811"));
        assertThat(NetworkCheckup.version("n1", "25.0.2"))
                .isEqualTo(
                        Finding.problem("jdk: host=n1: " + JdkDefect.of(Runtime.Version.parse("25.0.2"), () -> true)));
        assertThat(NetworkCheckup.version("n1", "25.0.3").weight()).isNotEqualTo(Finding.Weight.PROBLEM);
    }

    @Test
    void shouldSayHowToReachAHost(@TempDir Path folder) throws Exception {
        try (Launch launch = Launch.tutti("doctor", "--hosts=n1", "--ssh=" + folder + "/no-such-ssh")) {
            assertThat(launch.exitCode()).isEqualTo(1);
            assertThat(launch.out())
                    .anyMatch(line -> line.startsWith("problem  cannot reach host=n1")
                            && line.contains("no-such-ssh")
                            && line.contains("'ssh n1 true'"))
                    .noneMatch(line -> line.contains("pairs: ") || line.contains("tutti doctor"));
        }
    }
}
