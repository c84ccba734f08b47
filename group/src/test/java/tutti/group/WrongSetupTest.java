package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.AlgorithmTable;
import tutti.messaging.JoinException;
import tutti.messaging.LoadClock;
import tutti.messaging.Processes;

/** Jobs that were started wrongly say what is wrong, and where. */
class WrongSetupTest {
    private final String port = Integer.toString(Processes.freePort());

    @Test
    void shouldPrintWhatIsMissing() {
        try (JvmJob job = JvmJob.of(JobEndTest.Closing.class, 1)
                .with("SIZE=2")
                .with("RANK=0")
                .start()) {
            assertThat(job.jvm(0).exitCode(Duration.ofSeconds(10))).isEqualTo(1);
            assertThat(job.jvm(0).err()).contains("where process 0 is", "TUTTI_MASTER");
        }
    }

    @Test
    void shouldPrintWhoIsMissing() {
        try (JvmJob job = JvmJob.of(JobEndTest.Closing.class, 1)
                .with("SIZE=3")
                .with("RANK=0")
                .with("MASTER=localhost:" + port)
                .with("SECRET=0123456789abcdef0123456789abcdef")
                .with("JOIN_TIMEOUT=3")
                .start()) {
            assertThat(job.jvm(0).exitCode(Duration.ofSeconds(10))).isEqualTo(1);
            assertThat(job.jvm(0).err())
                    .contains("JoinException", "missing processes=[1, 2]", "joined=[0@", "waited=PT3S", "TUTTI_MASTER")
                    .contains("at tutti.group.JobEndTest$Closing.main(");
        }
    }

    @Test
    void shouldNameBothProcessesWithOneRank() {
        List<Throwable> failures = join(arguments("0", "3"), arguments("1", "3"), arguments("1", "3"));

        assertThat(failures)
                .hasSize(3)
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessageContainingAll("same index", "process=1", "host=", "pid=", "TUTTI_RANK"));
    }

    @Test
    void shouldNameBothValuesOfSettingsThatDiffer() {
        String[] other = Stream.concat(
                        Stream.of(arguments("1", "2")),
                        Stream.of(
                                "--tutti-silence-limit=3",
                                "--tutti-reconnect-limit=4",
                                "--tutti-verify=full",
                                "--tutti-members=6"))
                .toArray(String[]::new);

        List<Throwable> failures = join(arguments("0", "2"), other);

        assertThat(failures)
                .hasSize(2)
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessageContainingAll(
                                "settings differ: process=1 host=",
                                " members=6 reconnect-limit=PT4S silence-limit=PT3S verify=full, "
                                        + "process=0 members=2 reconnect-limit=PT8S silence-limit=PT10S verify=off",
                                "TUTTI_MEMBERS, TUTTI_RECONNECT_LIMIT, TUTTI_SILENCE_LIMIT, TUTTI_VERIFY"));
    }

    /** A library that a program uses may make a master, too. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldSayThatTheProcessHasMadeAMasterBefore(int process) {
        try (JvmJob job = JvmJob.of(MakingTwoMasters.class, 2)
                .options("-D" + MakingTwoMasters.PROCESS + "=" + process)
                .start()) {
            assertThat(job.jvm(process).exitCode(Duration.ofSeconds(20))).isEqualTo(1);
            assertThat(job.jvm(process).err()).contains("JoinException", "ColGroupMaster", "process=" + process);
        }
    }

    /** Makes a second master in one process. */
    static final class MakingTwoMasters {
        static final String PROCESS = "tutti.test.twice";

        public static void main(String[] args) {
            try (ColGroupMaster master = new ColGroupMaster(args)) {
                if (master.process() == Integer.getInteger(PROCESS)) {
                    try (ColGroupMaster second = new ColGroupMaster(args)) {
                        System.out.println("made process " + second.process());
                    }
                }
            }
        }
    }

    @Test
    void shouldNameBothSizes() {
        List<Throwable> failures = join(arguments("0", "2"), arguments("1", "3"));

        assertThat(failures)
                .hasSize(2)
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessageContainingAll(
                                "sizes of the job differ",
                                "process=1",
                                "processes=3",
                                "process=0",
                                "processes=2",
                                "TUTTI_SIZE"));
    }

    @Test
    void shouldNameBothWindows() {
        String[] other = Stream.concat(Stream.of(arguments("1", "2")), Stream.of("--tutti-window-bytes=5"))
                .toArray(String[]::new);

        List<Throwable> failures = join(arguments("0", "2"), other);

        assertThat(failures)
                .hasSize(2)
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessageContainingAll("windows differ", "windowBytes=5", "TUTTI_WINDOW_BYTES"));
    }

    @Test
    void shouldNameBothSerialFilters() {
        String[] other = Stream.concat(Stream.of(arguments("1", "2")), Stream.of("--tutti-serial-filter=!some.Class"))
                .toArray(String[]::new);

        List<Throwable> failures = join(arguments("0", "2"), other);

        assertThat(failures)
                .hasSize(2)
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessageContainingAll(
                                "codecs differ",
                                "process=1 host=",
                                "filter=!some.Class]",
                                "process=0",
                                "filter=null]",
                                "TUTTI_SERIAL_FILTER"));
    }

    @Test
    void shouldNameTheRowOfTheAlgorithmTablesThatDiffers(@TempDir Path folder) throws IOException {
        Path table = folder.resolve("table");
        Files.writeString(
                table,
                "broadcast members<=3 bytes<=77 chain\n"
                        + AlgorithmTable.standard().text());
        String[] other = Stream.concat(Stream.of(arguments("1", "2")), Stream.of("--tutti-algorithms=" + table))
                .toArray(String[]::new);

        List<Throwable> failures = join(arguments("0", "2"), other);

        assertThat(failures)
                .hasSize(2)
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessageContainingAll(
                                "algorithm tables differ",
                                "process=1 host=",
                                "row=[broadcast members<=3 bytes<=77 chain], process=0 row=[broadcast",
                                "TUTTI_ALGORITHMS"));
    }

    @Test
    void shouldRefuseAnAlgorithmTableThatIsWrong(@TempDir Path folder) throws IOException {
        Path table = folder.resolve("table");
        Files.writeString(table, "broadcast members<=any bytes<=any carrier-pigeon");

        assertThatThrownBy(() -> new ColGroupMaster("--tutti-algorithms=" + table))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(table + ":1", "got=carrier-pigeon", "binomial");
        assertThatThrownBy(() -> new ColGroupMaster("--tutti-algorithms=" + folder.resolve("none")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("cannot read the algorithm table", "none");
    }

    @Test
    void shouldSayThatProcessZeroDoesNotAnswer() {
        assertThat(join(impatient("1", "2")))
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .isInstanceOf(JoinException.class)
                        .hasMessageContainingAll("process=1", "process=0", "localhost:" + port, "TUTTI_MASTER"));
    }

    @Test
    void shouldSayThatThePortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(Integer.parseInt(port), 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> new ColGroupMaster(arguments("0", "2")))
                    .isInstanceOf(JoinException.class)
                    .hasMessageContainingAll("cannot listen", Integer.toString(taken.getLocalPort()), "taken");
        }
    }

    @Test
    void shouldSayThatTheHostIsUnknown() {
        assertThatThrownBy(() -> new ColGroupMaster(
                        "--tutti-size=2",
                        "--tutti-rank=1",
                        "--tutti-master=no.such.host.invalid:5000",
                        "--tutti-join-timeout=1"))
                .isInstanceOf(JoinException.class)
                .hasMessageContainingAll("no.such.host.invalid", "TUTTI_MASTER");
    }

    private String[] arguments(String rank, String size) {
        return arguments(rank, size, 30);
    }

    /** Returns arguments of a process that waits no longer than a second for others. */
    private String[] impatient(String rank, String size) {
        return arguments(rank, size, 1);
    }

    private String[] arguments(String rank, String size, int joinTimeout) {
        return new String[] {
            "--tutti-size=" + size,
            "--tutti-rank=" + rank,
            "--tutti-master=localhost:" + port,
            "--tutti-join-timeout=" + joinTimeout
        };
    }

    /** Lets processes join, process 0 first, and returns why each could not. */
    private List<Throwable> join(String[]... processes) {
        return TestJob.eachAtOnce(processes.length, i -> {
            if (i > 0) {
                LoadClock.await().until(this::somebodyListens); // else gRPC tries again only after a second
            }
            try {
                new ColGroupMaster(processes[i]).close();
                throw new AssertionError("joined: process " + i);
            } catch (JoinException e) {
                return e;
            }
        });
    }

    private boolean somebodyListens() {
        try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port))) {
            return probe.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
