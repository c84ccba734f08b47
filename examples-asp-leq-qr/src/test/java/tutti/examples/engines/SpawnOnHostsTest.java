package tutti.examples.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Children that a job over hosts starts on other hosts by ssh. */
class SpawnOnHostsTest extends OnNetworkHosts {
    private static final Pattern ROOT = Pattern.compile("process=0 pid=(\\d+)");

    @TempDir
    Path files;

    private Running spawn(String what, String user) throws Exception {
        String children = "%1$s@%2$s,%1$s@%3$s".formatted(user, hosts.address(1), hosts.address(2));
        return tutti("run", "-n2", overHosts(), List.of(Spawning.class.getName(), what, files, hosts.ssh(), children));
    }

    @Test
    void shouldMeetChildrenThatThenLiveOn() throws Exception {
        try (Running job = spawn(Spawning.MEET, "root")) {
            assertThat(job.exitCode()).as(job.output()).isZero();
            assertThat(job.output())
                    .contains("children: [%s got 3, %s got 3]".formatted(hosts.address(1), hosts.address(2)));
        }
        Files.createFile(files.resolve("go"));
        for (int number : List.of(1, 2)) {
            Path alone = files.resolve("alone-" + hosts.address(number));
            Awaitility.await().atMost(3, TimeUnit.MINUTES).until(() -> Files.exists(alone));
        }
    }

    @Tag("nightly")
    @Test
    void shouldEndChildrenThatHaveNotConnectedWhenTheirParentIsKilled() throws Exception {
        try (Running job = spawn(Spawning.HANG, "root")) {
            List<ProcessHandle> jvms = job.awaitJvms(4);
            var root = ROOT.matcher(job.output());
            assertThat(root.find()).isTrue();
            ProcessHandle.of(Long.parseLong(root.group(1))).orElseThrow().destroyForcibly();

            assertThat(job.exitCode()).as(job.output()).isEqualTo(137);
            Running.awaitNoneOf(jvms);
        }
    }

    @Tag("nightly")
    @Test
    void shouldTellAllParentsWhyAHostLetsNoOneIn() throws Exception {
        try (Running job = spawn(Spawning.MEET, "noone")) {
            assertThat(job.exitCode()).as(job.output()).isZero();
            for (int rank : List.of(0, 1)) {
                assertThat(job.output())
                        .containsPattern("rank=%d of 2: NOT_AGREED: .*child=[01] host=".formatted(rank));
            }
            assertThat(job.output()).contains("Permission denied");
        }
    }
}
