package tutti.examples.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.examples.asp.Main;

/** Jobs over hosts that the tutti command starts by ssh. */
class HostsTest extends OnNetworkHosts {
    @Test
    void shouldCopyJarsOnceAndThoseAgainThatHaveBeenDamagedAndNameAProcessThatIsKilled() throws Exception {
        try (Running first = tutti("run", "-n2", overHosts(), List.of(Main.class.getName(), "--size=20"))) {
            first.checksum();
        }
        List<Path> jars = jars(hosts.cache(2));
        assertThat(jars)
                .isNotEmpty()
                .allMatch(jar -> jar.getParent().getFileName().toString().length() == 64);
        Path damaged = jars.getFirst();
        List<Path> others = jars.subList(1, jars.size());
        List<Object> times = times(others);
        Files.writeString(damaged, "something else");

        try (Running again = tutti("run", "-n2", overHosts(), List.of(Endless.class.getName()))) {
            List<ProcessHandle> jvms = again.awaitJvms(2);
            assertThat(Files.size(damaged)).isNotEqualTo("something else".length());
            assertThat(times(others)).isEqualTo(times);

            assertEndsAllWhenOneIsKilled(again, jvms);
        }
    }

    private static void assertEndsAllWhenOneIsKilled(Running job, List<ProcessHandle> jvms) throws Exception {
        String killed =
                job.output().contains("[0] pid=" + jvms.getFirst().pid()) ? "process=0 host=n1" : "process=1 host=n2";
        jvms.getFirst().destroyForcibly();

        assertThat(job.exitCode()).isEqualTo(137);
        assertThat(job.output()).contains("tutti: the job failed: " + killed + " processes=2 signal=SIGKILL");
        Running.awaitNoneOf(jvms);
    }

    @Tag("nightly")
    @Test
    void shouldEndAllOnTermination() throws Exception {
        signal("TERM", 143);
    }

    @Tag("nightly")
    @Test
    void shouldEndAllOnInterrupt() throws Exception {
        signal("INT", 130);
    }

    private static void signal(String signal, int exitCode) throws Exception {
        try (Running job = tutti("run", "-n2", overHosts(), List.of(Endless.class.getName()))) {
            List<ProcessHandle> jvms = job.awaitJvms(2);
            job.signal(signal);

            assertThat(job.exitCode()).isEqualTo(exitCode);
            Running.awaitNoneOf(jvms);
        }
    }

    @Tag("nightly")
    @Test
    void shouldLeaveNoJvmWhenTheLauncherIsKilled() throws Exception {
        try (Running job = tutti("run", "-n2", overHosts(), List.of(Endless.class.getName()))) {
            List<ProcessHandle> jvms = job.awaitJvms(2);
            job.signal("KILL");

            assertThat(job.exitCode()).isEqualTo(137);
            Running.awaitNoneOf(jvms);
        }
    }

    /**
     * A link that loses all and tells no one, for longer than {@code reconnect-limit} and {@code silence-limit} are by
     * default.
     */
    @Tag("nightly")
    @Test
    void shouldWorkOnWhenALinkComesBackInTime() throws Exception {
        try (Running job =
                tutti("run", "-n2", overHosts(), overNetwork("reconnect-limit=3600", "silence-limit=3600"))) {
            List<ProcessHandle> jvms = job.awaitJvms(2);
            hosts.cutLink();
            int before;
            try {
                Thread.sleep(TimeUnit.SECONDS.toMillis(2)); // for lines that are under way
                before = linesAtWork(job);
                Thread.sleep(TimeUnit.SECONDS.toMillis(10));
                assertThat(linesAtWork(job)).as("the link is cut").isEqualTo(before);
            } finally {
                hosts.mendLink();
            }
            Awaitility.await().atMost(3, TimeUnit.MINUTES).until(() -> linesAtWork(job) > before + 1);

            job.signal("INT");
            assertThat(job.exitCode()).as(job.output()).isEqualTo(130);
            Running.awaitNoneOf(jvms);
        }
    }

    @Test
    void shouldEndAllWhenALinkDoesNotComeBack() throws Exception {
        try (Running job = tutti("run", "-n2", overHosts(), overNetwork("reconnect-limit=3600", "silence-limit=4"))) {
            List<ProcessHandle> jvms = job.awaitJvms(2);
            hosts.cutLink();
            try {
                assertThat(job.exitCode()).as(job.output()).isEqualTo(1);
            } finally {
                hosts.mendLink();
            }
            assertThat(job.output())
                    .containsPattern("tutti: the job failed: process=(1 host=n2|0 host=n1) processes=2 exit-code=1")
                    .containsPattern("MemberFailedException: process lost: group=endless ranks=\\[[01]] process=[01] ");
            Running.awaitNoneOf(jvms);
        }
    }

    /** Returns the endless program, which does not use the memory that these hosts share. */
    private static List<String> overNetwork(String... settings) {
        return Stream.concat(
                        Stream.of(Endless.class.getName(), "--tutti-transport=grpc"),
                        Stream.of(settings).map(setting -> "--tutti-" + setting))
                .toList();
    }

    private static int linesAtWork(Running job) {
        return job.output().split("still at work", -1).length;
    }

    @Tag("nightly")
    @Test
    void shouldShowThatADiskIsFull() throws Exception {
        String file = hosts.fullDisk() + "/file";
        try (Running job = tutti("run", "-n2", overHosts(), List.of(Endless.class.getName(), file))) {
            assertThat(job.exitCode()).isEqualTo(1);
            assertThat(job.output()) // the other process may be heard of first: it says which member failed, and why
                    .containsPattern("tutti: the job failed: process=(1 host=n2|0 host=n1) processes=2 exit-code=1")
                    .contains("No space left on device");
            Running.awaitNoneOf(job.jvms());
        }
    }

    @Tag("nightly")
    @Test
    void shouldShowThatJarsFindNoSpace() throws Exception {
        try (Running job =
                tutti("run", "-n2", "--hosts=full,n2", "--ssh=" + hosts.ssh(), List.of(Endless.class.getName()))) {
            assertThat(job.exitCode()).isEqualTo(1);
            assertThat(job.output())
                    .contains(
                            "tutti: cannot copy jars to host=full folder=" + hosts.fullDisk(),
                            "No space left on device");
        }
    }

    @Tag("nightly")
    @Test
    void shouldSayThatAllIsWell() throws Exception {
        try (Running doctor = tutti("doctor", overHosts())) {
            assertThat(doctor.exitCode()).as(doctor.output()).isZero();
            assertThat(doctor.output()).contains("ok       pairs: reached=4 of 4", "ok       clock: host=n2");
        }
    }

    @Tag("nightly")
    @Test
    void shouldSayWhatIsWellAndWhichHostsDoNotReachEachOther() throws Exception {
        hosts.inside(1, "ip", "route", "add", "unreachable", hosts.address(2));
        try (Running doctor = tutti("doctor", overHosts())) {
            assertThat(doctor.exitCode()).isEqualTo(1);
            assertThat(doctor.output())
                    .contains("problem  pairs: from=n1 to=n2 address=" + hosts.address(2), "firewall")
                    .contains("ok       clock: host=n2");
        } finally {
            hosts.inside(1, "ip", "route", "del", "unreachable", hosts.address(2));
        }
    }

    @Test
    void shouldSayWhichHostCannotBeReached() throws Exception {
        try (Running job =
                tutti("run", "-n2", "--hosts=n1,no one@n2", "--ssh=" + hosts.ssh(), List.of(Endless.class.getName()))) {
            assertThat(job.exitCode()).isEqualTo(1);
            assertThat(job.output())
                    .contains("tutti: cannot reach host=n2", "Permission denied", "ssh-copy-id no one@n2");
        }
    }

    private static List<Path> jars(Path cache) throws IOException {
        try (Stream<Path> files = Files.walk(cache.resolve("tutti/jars"))) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static List<Object> times(List<Path> files) throws IOException {
        List<Object> times = new ArrayList<>();
        for (Path file : files) {
            times.add(Files.getAttribute(file, "unix:ctime"));
        }
        return times;
    }
}
