package tutti.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** JVMs that {@code tutti join} starts, and jobs that let them come. */
class JoinCommandTest {

    /** Takes in as many as its argument says, or is one of these. */
    static final class Growing {
        private Growing() {}

        public static void main(String[] args) {
            int newcomers = Integer.parseInt(ColGroupMaster.programArguments(args)[0]);
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                Communicator world = master.isNewcomer()
                        ? master.grownCommunicator()
                        : master.communicator("world", master.numberOfCpus()).grow(newcomers, Duration.ofMinutes(2));
                try {
                    System.out.println("members=" + world.allGather(world.rank()));
                } finally {
                    world.done();
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1"})
    void shouldJoinAJob(int jvms, int newcomers) throws Exception {
        int port = Ports.free();
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
            assertThat(late.err()).isEmpty();
            assertThat(job.err()).isEmpty();
        }
    }

    @Test
    void shouldSayThatThereIsNoJob() throws Exception {
        try (Launch late = Launch.join("", "127.0.0.1:" + Ports.free(), Growing.class, "--tutti-join-timeout=1", "1")) {
            assertThat(late.exitCode()).isEqualTo(1);
            assertThat(late.err()).anySatisfy(line -> assertThat(line).contains("cannot join: newcomer host="));
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
