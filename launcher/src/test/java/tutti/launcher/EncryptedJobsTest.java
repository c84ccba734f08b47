package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.GroupException;
import tutti.group.Intercommunicator;
import tutti.group.Port;
import tutti.group.SpawnCommand;
import tutti.messaging.bootstrap.FreePorts;

/** JVMs that come to a job later, in each way, where all that goes over sockets is encrypted. */
class EncryptedJobsTest {
    private static final String GRPC = "--tutti-transport=grpc";

    /** The first job, which grows, spawns and takes a connection; or what comes to it. */
    static final class Meeting {
        private Meeting() {}

        public static void main(String[] args) {
            String role = ColGroupMaster.programArguments(args)[0];
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.isNewcomer()
                        ? master.grownCommunicator()
                        : master.communicator("world", master.numberOfCpus());
                try {
                    switch (role) {
                        case "first" -> first(master.isNewcomer() ? world : world.grow(1, Duration.ofMinutes(2)));
                        case "child" -> meet("child", master.parent(world));
                        default -> meet("second", Intercommunicator.connect(world, "first", 0));
                    }
                } catch (GroupException e) {
                    System.out.println("refused: " + e.getMessage());
                } finally {
                    world.done();
                }
            }
        }

        private static void first(Communicator grown) {
            System.out.println("grown knows " + grown.allGather(tls()));
            SpawnCommand child = SpawnCommand.java(Meeting.class.getName(), "child");
            meet("parent", Intercommunicator.spawn(grown, 1, child, 0));
            try (Port port = grown.openPort()) {
                if (grown.rank() == 0) {
                    port.publish("first");
                    System.out.println("published");
                }
                meet("first", Intercommunicator.accept(grown, port, 0));
            }
        }

        private static void meet(String who, Intercommunicator others) {
            System.out.println(who + " knows " + others.allGather(tls()));
            others.disconnect();
        }

        private static String tls() {
            return System.getenv("TUTTI_TLS");
        }
    }

    @Tag("nightly")
    @Test
    void shouldGrowJoinSpawnAndConnect() throws Exception {
        String address = "127.0.0.1:" + FreePorts.take();
        String port = "127.0.0.1:" + FreePorts.take();
        try (Launch names = Launch.tutti("names", "--tls", address)) {
            awaitLine(names, "names of ports are kept at " + address);
            String named = "-n 1 --names " + address;
            String joinPort = " --join-port " + port.substring(port.indexOf(':') + 1);
            try (Launch first = Launch.run(named + joinPort + " --tls", Meeting.class, "first", GRPC);
                    Launch late = Launch.join("--tls", port, Meeting.class, "first", GRPC)) {
                awaitLine(first, "published");
                try (Launch open = Launch.run(named, Meeting.class, "second", GRPC)) {
                    assertThat(open.exitCode()).as(() -> open.err().toString()).isZero();
                    assertThat(open.out()).anySatisfy(line -> assertThat(line).contains("refused: ", "TUTTI_TLS"));
                }
                try (Launch second = Launch.run(named + " --tls", Meeting.class, "second", GRPC)) {
                    assertThat(second.exitCode())
                            .as(() -> second.err().toString())
                            .isZero();
                    assertThat(second.out()).anySatisfy(line -> assertThat(line).endsWith("second knows [on, on]"));
                }
                for (Launch each : List.of(first, late)) {
                    assertThat(each.exitCode()).as(() -> each.err().toString()).isZero();
                    assertThat(each.out())
                            .anySatisfy(line -> assertThat(line).endsWith("grown knows [on, on]"))
                            .anySatisfy(line -> assertThat(line).endsWith("parent knows [on]"))
                            .anySatisfy(line -> assertThat(line).endsWith("first knows [on]"));
                }
                assertThat(first.out()).anySatisfy(line -> assertThat(line).endsWith("child knows [on, on]"));
            }
        }
    }

    private static void awaitLine(Launch launch, String text) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> launch.out().stream().anyMatch(line -> line.endsWith(text)));
    }
}
