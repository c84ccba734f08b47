package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.messaging.NightlySource;
import tutti.messaging.bootstrap.FreePorts;

/** JVMs that {@code tutti join} starts, and jobs that let them come. */
class JoinCommandTest {
    @TempDir
    private Path folder;

    /** Takes in as many as its argument says, or is one of these. */
    static final class Growing {
        private Growing() {}

        public static void main(String[] args) {
            int newcomers = Integer.parseInt(ColGroupMaster.programArguments(args)[0]);
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.isNewcomer()
                        ? master.grownCommunicator()
                        : master.communicator("world", master.processes()).grow(newcomers, Duration.ofMinutes(2));
                try {
                    System.out.println("members=" + world.allGather(world.rank()));
                } finally {
                    world.done();
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource("2, 1")
    @NightlySource("1, 2")
    void shouldJoinAJob(int jvms, int newcomers) throws Exception {
        int port = FreePorts.take();
        String members =
                "members=" + IntStream.range(0, jvms + newcomers).boxed().toList();
        String number = Integer.toString(newcomers);
        try (Launch job = Launch.run(
                        "-n %1$d --jvms %1$d --join-port %2$d".formatted(jvms, port), Growing.class, number);
                Launch late = Launch.join("-n " + newcomers, "127.0.0.1:" + port, Growing.class, number)) {
            assertThat(late.exitCode()).as(() -> late.err().toString()).isZero();
            assertThat(job.exitCode()).as(() -> job.err().toString()).isZero();
            assertThat(late.out())
                    .hasSize(newcomers)
                    .allSatisfy(line -> assertThat(line).endsWith(members));
            assertThat(job.out())
                    .hasSize(jvms)
                    .allSatisfy(line -> assertThat(line).endsWith(members));
            assertThat(late.err()).noneMatch(line -> line.contains("Exception")); // it may say that it waits
            assertThat(job.err()).isEmpty();
        }
    }

    @Test
    void shouldSayWhyJvmsAreRefusedAndLeaveTheJobUnharmed() throws Exception {
        Path secret = Files.createFile(
                folder.resolve("secret"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secret, UUID.randomUUID().toString());
        Path version = folder.resolve("other/tutti/messaging/config/version.txt");
        Files.createDirectories(version.getParent());
        Files.writeString(version, "99.1");
        int port = FreePorts.take();
        try (Launch job = Launch.run("-n 1 --join-port " + port, Growing.class, "1")) {
            assertRefused(port, "", "--tutti-secret-file=" + secret, "secrets differ");
            if (Boolean.getBoolean("tutti.test.all")) {
                assertRefused(port, "", "--tutti-verify=full", "verify=full, process=0 of the job verify=off");
                assertRefused(
                        port,
                        "-cp " + folder.resolve("other"),
                        "--tutti-verify=off",
                        "versions differ: newcomer host=");
            }
            try (Launch late = Launch.join("", "127.0.0.1:" + port, Growing.class, "1")) {
                assertThat(late.exitCode()).as(() -> late.err().toString()).isZero();
            }
            assertThat(job.exitCode()).as(() -> job.err().toString()).isZero();
            assertThat(job.out())
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .endsWith("members=[0, 1]");
            assertThat(job.err()).noneMatch(line -> line.contains("Exception")); // a wrong secret is worth a warning
        }
    }

    private static void assertRefused(int port, String options, String setting, String why) throws Exception {
        try (Launch refused = Launch.join(options, "127.0.0.1:" + port, Growing.class, "1", setting)) {
            assertThat(refused.exitCode()).isEqualTo(1);
            assertThat(refused.err())
                    .anySatisfy(line ->
                            assertThat(line).contains("cannot join: newcomer host=", "port=127.0.0.1:" + port, why));
            assertThat(refused.out()).isEmpty();
        }
    }

    @Test
    void shouldSayThatThereIsNoJob() throws Exception {
        try (Launch late =
                Launch.join("", "127.0.0.1:" + FreePorts.take(), Growing.class, "--tutti-join-timeout=15", "1")) {
            assertThat(late.exitCode()).isEqualTo(1);
            assertThat(late.err())
                    .anySatisfy(line -> assertThat(line).contains("finds no job at ports=[127.0.0.1:", "PT15S"))
                    .anySatisfy(line -> assertThat(line).contains("cannot join: newcomer host="));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"here", "host:", "host:port", ":24100", "a:1,b"})
    void shouldRefuseWhatIsNoPort(String port) throws Exception {
        try (Launch late = Launch.join("", port, Growing.class, "1")) {
            assertThat(late.exitCode()).isEqualTo(2);
            assertThat(late.err().getFirst()).contains("not a port of a job: got=");
        }
    }

    @Test
    void shouldRefuseAPortThatCannotBe() throws Exception {
        try (Launch job = Launch.run("-n 2 --jvms 2 --join-port 65535", Growing.class, "1")) {
            assertThat(job.exitCode()).isEqualTo(2);
            assertThat(job.err().getFirst()).contains("join-port=65535 jvms=2");
        }
    }
}
