package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;
import tutti.group.Port;
import tutti.messaging.bootstrap.FreePorts;

/** {@code tutti names}, and jobs of {@code tutti run} that connect by a name. */
class NamesCommandTest {

    /** The ocean if it is told nothing, else what connects to it. */
    static final class Coupled {
        private Coupled() {}

        public static void main(String[] args) {
            String name = ColGroupMaster.programArguments(args)[0];
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.communicator("world", master.numberOfCpus());
                try {
                    Intercommunicator other =
                            name.equals("ocean") ? ocean(world) : Intercommunicator.connect(world, "ocean", 0);
                    System.out.println(name + " knows " + other.allGather(name + " " + world.rank()));
                    other.disconnect();
                } finally {
                    world.done();
                }
            }
        }

        private static Intercommunicator ocean(Communicator world) {
            try (Port port = world.openPort()) {
                if (world.rank() == 0) {
                    port.publish("ocean");
                    System.out.println("published");
                }
                return Intercommunicator.accept(world, port, 0);
            }
        }
    }

    @Test
    void shouldConnectJobsByAName() throws Exception {
        String address = "127.0.0.1:" + FreePorts.take();
        try (Launch names = Launch.tutti("names", address)) {
            awaitLine(names, "names of ports are kept at " + address);
            String jvms = "-n 2 --jvms 2 --names " + address;
            try (Launch ocean = Launch.run(jvms, Coupled.class, "ocean")) {
                awaitLine(ocean, "published");
                try (Launch air = Launch.run(jvms, Coupled.class, "air")) {
                    assertThat(air.exitCode()).as(() -> air.err().toString()).isZero();
                    assertThat(air.out())
                            .hasSize(2)
                            .allSatisfy(line -> assertThat(line).endsWith("air knows [ocean 0, ocean 1]"));
                }
                assertThat(ocean.exitCode()).as(() -> ocean.err().toString()).isZero();
            }
        }
    }

    /** Prints the secret that it is given. */
    static final class Told {
        private Told() {}

        public static void main(String[] args) {
            System.out.println("given: " + System.getenv("TUTTI_SECRET"));
        }
    }

    @Test
    void shouldGiveASecretToJobsThatOthersKnow() throws Exception {
        String secret = "0123456789".repeat(4);
        List<String> given = List.of("env", "TUTTI_SECRET=" + secret);
        try (Launch known = Launch.runBehind(given, "-n 1 --names 127.0.0.1:1", Told.class)) {
            assertThat(known.exitCode()).isZero();
            assertThat(known.out()).containsExactly("given: " + secret);
        }
        try (Launch alone = Launch.runBehind(given, "-n 1", Told.class)) {
            assertThat(alone.exitCode()).isZero();
            assertThat(alone.out()).containsExactly("given: null");
        }
    }

    private static void awaitLine(Launch launch, String text) {
        Awaitility.await()
                .atMost(java.time.Duration.ofSeconds(60))
                .until(() -> launch.out().stream().anyMatch(line -> line.endsWith(text)));
    }

    @Test
    void shouldRefuseWhatIsNoAddress() throws Exception {
        try (Launch names = Launch.tutti("names", "here")) {
            assertThat(names.exitCode()).isEqualTo(2);
            assertThat(names.err().getFirst()).contains("not an address: got=here");
        }
        try (Launch run = Launch.tutti("run", "--names", "here", "hello")) {
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err().getFirst()).contains("not an address: --names=here");
        }
    }

    @Test
    void shouldSayWhichSettingIsWrong() throws Exception {
        List<String> mistyped = List.of("env", "TUTTI_SECRET_FIEL=none");
        try (Launch names = Launch.tuttiBehind(mistyped, "names", "127.0.0.1:" + FreePorts.take())) {
            assertThat(names.exitCode()).isEqualTo(2);
            assertThat(names.err().getFirst())
                    .contains("unknown environment variable: TUTTI_SECRET_FIEL")
                    .endsWith("; did you mean 'TUTTI_SECRET_FILE'?");
        }
    }

    @Test
    void shouldSayWhyItCannotListen() throws Exception {
        try (Launch names = Launch.tutti("names", "192.0.2.1:24500")) {
            assertThat(names.exitCode()).isEqualTo(2);
            assertThat(names.err().getFirst())
                    .contains("address=192.0.2.1:24500")
                    .contains("a job over hosts needs a secret")
                    .contains("TUTTI_SECRET_FILE");
            assertThat(names.err()).noneMatch(line -> line.startsWith("\tat "));
        }
    }
}
