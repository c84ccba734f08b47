package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.collectives.Reductions;
import tutti.messaging.MemberFailedException;
import tutti.messaging.NightlySource;

/**
 * Jobs of real JVMs on hosts of their own that connect, or of which one has started the other, while the cable between
 * them is out for a while or for good: no one waits for ever, and each job works on.
 */
class CutCableConnectTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration OUT = Duration.ofMillis(1500);
    private static final int SILENCE_SECONDS = 8;
    private static final Pattern PORT = Pattern.compile("port (\\S+)");
    private static final String PORT_NAME = "tutti.test.port";
    private static final String SSH = "tutti.test.ssh";
    private static final String AWAITED = "tutti.test.awaited";
    private static final String SECRET = UUID.randomUUID().toString();

    @TempDir
    Path folder;

    /** How far the connection has come when the cable is pulled out. */
    enum Point {
        /** The client waits at the port, or the child has begun, and the other side has done its part. */
        BEFORE,
        CONNECTED
    }

    /** The one that accepts, or has a port or a child; the other connects, or is the child. */
    static final class Connecting {
        private Connecting() {}

        public static void main(String[] args) throws Exception {
            InputLines.read();
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.communicator("world", master.processes());
                try {
                    use(args.length > 0 ? asChild(master, world) : connected(world));
                } catch (GroupException e) {
                    System.out.println("not connected: %s: %s".formatted(e.reason(), e.getMessage()));
                } finally {
                    System.out.println("works %d.".formatted(world.allReduce(1, Reductions.<Integer>sum())));
                    world.done();
                }
            }
        }

        private static Intercommunicator asChild(ColGroupMaster master, Communicator world)
                throws InterruptedException {
            System.out.println("child");
            while (!Files.exists(Path.of(System.getProperty(AWAITED)))) {
                Thread.sleep(10);
            }
            return master.parent(world);
        }

        private static Intercommunicator connected(Communicator world) throws InterruptedException {
            String name = System.getProperty(PORT_NAME);
            if (name != null) {
                System.out.println("connects");
                return Intercommunicator.connect(world, name, 0);
            }
            String ssh = System.getProperty(SSH);
            if (ssh != null) {
                SpawnCommand child =
                        SpawnCommand.java(Connecting.class.getName(), "child").onHost(CableNetwork.address(1), ssh);
                return Intercommunicator.spawn(world, 1, child, 0);
            }
            Port port = world.openPort();
            System.out.println("port " + port);
            InputLines.take();
            return Intercommunicator.accept(world.within(Duration.ofSeconds(40)), port, 0);
        }

        /** Works with the other side until it is lost, or one reads a line. */
        private static void use(Intercommunicator sides) throws InterruptedException {
            System.out.println("connected");
            try {
                int isTold = 0;
                do {
                    Thread.sleep(10);
                    isTold = InputLines.poll() ? 1 : isTold;
                } while (sides.allReduce(isTold, Reductions.<Integer>max()) + isTold == 0);
                System.out.println("ended");
            } catch (MemberFailedException e) {
                System.out.println("lost: " + e.getMessage());
            }
            try {
                sides.disconnect();
            } catch (MemberFailedException e) {
                System.out.println("disconnected");
            }
        }
    }

    private static JvmJob.Plan plan(CableNetwork network, int host) {
        return JvmJob.of(Connecting.class, 1)
                .by(process -> network.on(host))
                .with("MASTER=%s:5000".formatted(CableNetwork.address(host)))
                .with("TRANSPORT=grpc")
                .with("SECRET=" + SECRET)
                .with("SILENCE_LIMIT=" + SILENCE_SECONDS)
                .with("JOIN_TIMEOUT=20")
                .options("-Xmx128m");
    }

    /** Two jobs, of which one has told the other its port. */
    private record Jobs(CableNetwork network, JvmJob serving, JvmJob calling) implements AutoCloseable {
        static Jobs start() {
            CableNetwork network = CableNetwork.of(2);
            JvmJob serving = plan(network, 0).startAlone();
            try {
                serving.jvm(0).awaitOutput("port ");
                Matcher port = PORT.matcher(serving.jvm(0).out());
                assertThat(port.find()).isTrue();
                JvmJob calling = plan(network, 1)
                        .options("-D%s=%s".formatted(PORT_NAME, port.group(1)))
                        .startAlone();
                return new Jobs(network, serving, calling);
            } catch (AssertionError e) {
                serving.close();
                network.close();
                throw e;
            }
        }

        JvmJob.Jvm server() {
            return serving.jvm(0);
        }

        JvmJob.Jvm client() {
            return calling.jvm(0);
        }

        void reach(Point point) throws InterruptedException {
            client().awaitOutput("connects");
            if (point == Point.CONNECTED) {
                server().enter("accept");
                server().awaitOutput("connected");
                client().awaitOutput("connected");
            } else {
                Thread.sleep(500); // it has called, or calls then
            }
        }

        @Override
        public void close() {
            serving.close();
            calling.close();
            network.close();
        }
    }

    private static void assertEnds(JvmJob.Jvm jvm, String... texts) {
        assertThat(jvm.exitCode(LIMIT)).as("%s: %s", jvm, jvm.err()).isZero();
        assertThat(jvm.out()).as("%s: %s", jvm, jvm.err()).contains("works 1.").contains(texts);
    }

    @ParameterizedTest
    @CsvSource("BEFORE")
    @NightlySource("CONNECTED")
    void shouldWorkOnWhenTheCableIsOutForAWhile(Point point) throws Exception {
        try (Jobs jobs = Jobs.start()) {
            jobs.reach(point);
            jobs.network.pullOut(1);
            jobs.server().enter("accept");
            Thread.sleep(OUT);
            jobs.network.putIn(1);
            jobs.client().awaitOutput("connected");
            jobs.server().enter("end");
            assertEnds(jobs.server(), "connected", "ended");
            assertEnds(jobs.client(), "connected", "ended");
        }
    }

    @Tag("nightly")
    @ParameterizedTest
    @EnumSource
    void shouldWorkOnWhenTheCableStaysOut(Point point) throws Exception {
        try (Jobs jobs = Jobs.start()) {
            jobs.reach(point);
            jobs.network.pullOut(1);
            if (point == Point.BEFORE) {
                jobs.server().enter("accept");
            }
            String text = point == Point.BEFORE ? "not connected: " : "lost: ";
            assertEnds(jobs.server(), text);
            assertEnds(jobs.client(), text);
        }
    }

    /** The cable is pulled out at any time while both connect. */
    @Tag("nightly")
    @RepeatedTest(10)
    void shouldWorkOnWheneverTheCableIsPulledOut(RepetitionInfo repetition) throws Exception {
        RandomGenerator random = new SplittableRandom(repetition.getCurrentRepetition());
        boolean comesBack = random.nextBoolean();
        try (Jobs jobs = Jobs.start()) {
            jobs.reach(Point.BEFORE);
            jobs.server().enter("accept");
            Thread.sleep(random.nextInt(1200));
            jobs.network.pullOut(1);
            if (comesBack) {
                Thread.sleep(OUT);
                jobs.network.putIn(1);
                jobs.server().awaitOutput("connected");
                jobs.client().awaitOutput("connected");
                jobs.server().enter("end");
                assertEnds(jobs.server(), "ended");
                assertEnds(jobs.client(), "ended");
            } else {
                for (JvmJob.Jvm jvm : new JvmJob.Jvm[] {jobs.server(), jobs.client()}) {
                    assertEnds(jvm, "works 1.");
                    assertThat(jvm.out())
                            .containsAnyOf("not connected: ", "lost: ")
                            .doesNotContain("ended");
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource("BEFORE, false")
    @NightlySource({"CONNECTED, true", "CONNECTED, false", "BEFORE, true"})
    void shouldTellTheParentWhenTheCableToItsChildIsOut(Point point, boolean comesBack) throws Exception {
        Path go = folder.resolve("go");
        try (CableNetwork network = CableNetwork.of(2);
                JvmJob job = plan(network, 0)
                        .options("-D%s=%s".formatted(SSH, ssh(network)), "-D%s=%s".formatted(AWAITED, go))
                        .startAlone()) {
            JvmJob.Jvm parent = job.jvm(0);
            parent.awaitOutput("child");
            if (point == Point.CONNECTED) {
                Files.createFile(go);
                parent.awaitOutput("connected");
            }
            network.pullOut(1);
            if (point == Point.BEFORE) {
                Files.createFile(go);
            }
            if (comesBack) {
                Thread.sleep(OUT);
                network.putIn(1);
                parent.awaitOutput("connected");
                parent.enter("end");
                assertEnds(parent, "ended");
            } else {
                assertEnds(parent, point == Point.BEFORE ? "not connected: NOT_AGREED" : "lost: ");
            }
        }
    }

    /** Runs on another host what it is told, as ssh would; the cable is not that of the job. */
    private Path ssh(CableNetwork network) throws IOException {
        Path file = Files.createFile(
                folder.resolve("ssh"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return Files.writeString(
                file,
                "#!/bin/sh%nfor last; do :; done%nexec %s sh -c \"$last\"%n"
                        .formatted(String.join(" ", network.on(1))));
    }
}
