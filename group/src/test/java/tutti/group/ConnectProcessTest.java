package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Reductions;
import tutti.messaging.MemberFailedException;
import tutti.messaging.NightlySource;

/** Jobs of real JVMs that connect, of which some are killed or stopped: nothing hangs. */
class ConnectProcessTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern PORT = Pattern.compile("port (\\S+)");
    private static final String SECRET = UUID.randomUUID().toString();

    /** A server, or the client of a port that is a property of the JVM. */
    static final class Connecting {
        private Connecting() {}

        public static void main(String[] args) throws IOException {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.communicator("world", master.processes());
                try {
                    run(world, System.getProperty("port"));
                } catch (GroupException e) {
                    System.out.println("not connected: %s: %s".formatted(e.reason(), e.getMessage()));
                } finally {
                    System.out.println("works %d.".formatted(world.allReduce(1, Reductions.<Integer>sum())));
                    world.done();
                }
            }
        }

        private static void run(Communicator world, @Nullable String name) throws IOException {
            Intercommunicator sides;
            if (name == null) {
                Port port = world.openPort();
                if (world.rank() == 0) {
                    System.out.println("port " + port);
                }
                sides = Intercommunicator.accept(world, port, 0);
            } else {
                System.out.println("connects");
                sides = Intercommunicator.connect(world, name, 0);
            }
            int sum = sides.allReduce(sides.rank() + 1, Reductions.<Integer>sum());
            System.out.println("sum %d of %d.".formatted(sum, sides.remoteSize()));
            if (Boolean.getBoolean("stay")) {
                try {
                    if (name != null) {
                        System.in.read(); // until it is killed
                    }
                    sides.receive(0);
                } catch (MemberFailedException e) {
                    System.out.println("lost: " + e.getMessage());
                }
            }
            try {
                sides.disconnect();
            } catch (MemberFailedException e) {
                System.out.println("disconnected");
            }
        }
    }

    private static JvmJob.Plan plan(int processes) {
        return JvmJob.of(Connecting.class, processes)
                .with("SECRET=" + SECRET)
                .with("SILENCE_LIMIT=3")
                .options("-Xmx128m");
    }

    private static String port(JvmJob server) {
        server.jvm(0).awaitOutput("port ");
        Matcher port = PORT.matcher(server.jvm(0).out());
        assertThat(port.find()).isTrue();
        return "-Dport=" + port.group(1);
    }

    @ParameterizedTest(name = "{0} JVMs and {1}")
    @CsvSource("2, 1")
    @NightlySource({"1, 1", "2, 3", "3, 1"})
    void shouldConnectJvms(int m, int n) {
        try (JvmJob server = plan(m).start();
                JvmJob client = plan(n).options(port(server)).start()) {
            server.awaitSuccess(LIMIT);
            client.awaitSuccess(LIMIT);
            assertThat(server.jvm(m - 1).out()).contains("sum %d of %d.".formatted(n * (n + 1) / 2, n), "works " + m);
            assertThat(client.jvm(n - 1).out()).contains("sum %d of %d.".formatted(m * (m + 1) / 2, m), "works " + n);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "KILL")
    @NightlySource("STOP")
    void shouldWorkOnWhenTheOtherSideIsLost(String signal) {
        try (JvmJob server = plan(2).options("-Dstay=true").start();
                JvmJob client = plan(1).options("-Dstay=true", port(server)).start()) {
            client.jvm(0).awaitOutput("sum ");
            client.jvm(0).signal(signal);
            for (int process = 0; process < 2; process++) {
                assertThat(server.jvm(process).exitCode(LIMIT))
                        .as(server.jvm(process).err())
                        .isZero();
                assertThat(server.jvm(process).out()).contains("lost: ", "disconnected", "works 2.");
            }
        }
    }

    @Test
    void shouldSayThatTheServerIsGone() {
        String port;
        try (JvmJob server = plan(1).start()) {
            port = port(server);
            server.jvm(0).kill();
        }
        try (JvmJob client = plan(2).options(port).start()) {
            client.awaitSuccess(LIMIT);
            List<String> lines = client.outLines();
            assertThat(lines)
                    .filteredOn(line -> line.startsWith("not connected: NOT_AGREED: the groups are not connected"))
                    .hasSize(2)
                    .allSatisfy(line -> assertThat(line)
                            .containsAnyOf("found no job at ports=[", "another one has got its port")); // as may be
            assertThat(lines).filteredOn("works 2."::equals).hasSize(2);
        }
    }
}
