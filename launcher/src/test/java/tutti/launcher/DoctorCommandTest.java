package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

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
                    .anyMatch(line -> line.startsWith("problem  cannot reach host=n1") && line.contains("no-such-ssh"));
        }
    }
}
