package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.collectives.Reductions;
import tutti.group.GroupException.Reason;
import tutti.group.launch.NameServer;
import tutti.messaging.LoadClock;
import tutti.messaging.Processes;

/** Ports that jobs find by names. */
class NamesTest {
    private final String address = "127.0.0.1:" + Processes.freePort();
    private final NameServer server = NameServer.open(address, Map.of());

    private TestJob first;
    private TestJob second;

    @BeforeEach
    void startJobs() {
        first = TestJob.of(1, "--tutti-names=" + address);
        second = TestJob.of(2, "--tutti-names=" + address);
    }

    @AfterEach
    void end() {
        first.close();
        second.close();
        server.close();
    }

    private static void assertUnknown(Communicator world, String name) {
        assertThatThrownBy(() -> world.lookup(name))
                .isInstanceOfSatisfying(
                        GroupException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN_NAME))
                .hasMessageContaining("no port has this name: name=%s name service=".formatted(name));
    }

    @Test
    void shouldConnectByAName() {
        CompletableFuture<String> published = new CompletableFuture<>();
        var accepted = TestJob.async(() -> first.run(1, (self, group, rank) -> {
            Communicator world = self.communicator(group);
            try (Port port = world.openPort()) {
                port.publish("ocean");
                port.publish("sea");
                published.complete(port.name());
                Intercommunicator sides = Intercommunicator.accept(world, port, 0);
                sides.disconnect();
                return sides.remoteSize();
            }
        }));
        var connected = second.run(2, (self, group, rank) -> {
            Communicator world = self.communicator(group);
            assertThat(TestJob.get(published)).isEqualTo(world.lookup("ocean")).isEqualTo(world.lookup("sea"));
            Intercommunicator sides = Intercommunicator.connect(world, "ocean", 1);
            sides.disconnect();
            return sides.remoteSize();
        });
        assertThat(connected).containsExactly(1, 1);
        assertThat(TestJob.get(accepted)).containsExactly(2);
        second.run(1, (self, group, rank) -> {
            assertUnknown(self.communicator(group), "ocean"); // the port is closed
            return 0;
        });
    }

    @Test
    void shouldTellAllMembersThatTheNameIsUnknown() {
        second.run(2, (self, group, rank) -> {
            Communicator world = self.communicator(group);
            assertThatThrownBy(() -> Intercommunicator.connect(world, "nowhere", 1))
                    .isInstanceOfSatisfying(
                            GroupException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN_NAME))
                    .hasMessageContaining(
                            "group=%s root=1: no port has this name: name=nowhere".formatted(world.name()));
            assertThatThrownBy(() -> world.lookup(" "))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a port's name has 1 to 255 characters");
            return world.allReduce(1, Reductions.<Integer>sum());
        });
    }

    /** A refused call that ends must not take the name from the call that has it, though both are of one port. */
    @Test
    void shouldKeepANameThatItsPortPublishesAgain() {
        first.run(1, (self, group, rank) -> {
            Communicator world = self.communicator(group);
            try (Port port = world.openPort()) {
                port.publish("ocean");
                for (int i = 0; i < 50; i++) {
                    assertThatThrownBy(() -> port.publish("ocean")).isInstanceOf(GroupException.class);
                    assertThat(world.lookup("ocean")).isEqualTo(port.name());
                }
            }
            return 0;
        });
    }

    @Test
    void shouldGiveANameOnce() {
        first.run(1, (self, group, rank) -> {
            Communicator world = self.communicator(group);
            try (Port port = world.openPort();
                    Port other = world.openPort()) {
                port.publish("ocean");
                assertThatThrownBy(() -> other.publish("ocean"))
                        .isInstanceOfSatisfying(
                                GroupException.class,
                                e -> assertThat(e.reason()).isEqualTo(Reason.NAME_IN_USE))
                        .hasMessageContaining("the name is in use: name=ocean port=" + other);
                assertThatThrownBy(() -> other.unpublish("ocean"))
                        .isInstanceOfSatisfying(
                                GroupException.class,
                                e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN_NAME))
                        .hasMessageContaining("the port does not have this name: name=ocean port=" + other);
                port.unpublish("ocean");
                publishSoon(other);
                assertThat(world.lookup("ocean")).isEqualTo(other.name());
            }
            return 0;
        });
    }

    /** The service hears of the end of the call that published it. */
    private static void publishSoon(Port port) {
        LoadClock.await().ignoreExceptions().until(() -> {
            port.publish("ocean");
            return true;
        });
    }

    @Test
    void shouldForgetTheNamesOfAJobThatEnds() {
        try (TestJob short1 = TestJob.of(1, "--tutti-names=" + address)) {
            short1.run(1, (self, group, rank) -> {
                self.communicator(group).openPort().publish("ocean");
                return 0;
            });
            first.run(1, (self, group, rank) -> self.communicator(group).lookup("ocean"));
        }
        first.run(1, (self, group, rank) -> {
            LoadClock.await().untilAsserted(() -> assertUnknown(self.communicator(group), "ocean"));
            return 0;
        });
    }

    @Test
    void shouldSayThatThereIsNoService() {
        try (TestJob none = TestJob.of(1);
                TestJob wrong = TestJob.of(1, "--tutti-names=127.0.0.1:1");
                TestJob stranger = TestJob.of(1, "--tutti-names=" + address, "--tutti-tls=on")) {
            none.run(1, (self, group, rank) -> {
                Communicator world = self.communicator(group);
                assertThatThrownBy(() -> world.lookup("ocean"))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContainingAll("no name service: name=ocean process=0", "TUTTI_NAMES");
                assertThatThrownBy(() -> world.openPort().publish("ocean")).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(() -> Intercommunicator.connect(world, "ocean", 0))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("got=ocean");
                return 0;
            });
            wrong.run(1, (self, group, rank) -> {
                assertThatThrownBy(() -> self.communicator(group).lookup("ocean"))
                        .isInstanceOf(GroupException.class)
                        .hasMessageContainingAll("name=ocean: cannot connect: job host=", "ports=[127.0.0.1:1]");
                return 0;
            });
            stranger.run(1, (self, group, rank) -> {
                assertThatThrownBy(() -> self.communicator(group).openPort().publish("ocean"))
                        .isInstanceOf(GroupException.class)
                        .hasMessageContainingAll("name=ocean: cannot publish: job host=", address, "TUTTI_TLS");
                return 0;
            });
        }
    }
}
