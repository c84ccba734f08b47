package tutti.group.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.AlgorithmTable;
import tutti.messaging.config.Job;
import tutti.messaging.config.Secret;
import tutti.messaging.config.TlsChoice;
import tutti.messaging.config.TransportChoice;
import tutti.messaging.progress.WaitStrategy;

/** What a process learns of its job. */
class JobArgumentsTest {
    private static final String STANDARD = AlgorithmTable.standard().text();

    @Test
    void shouldBeJobOfOneProcessByDefault() {
        JobArguments found = parse(Map.of());

        assertThat(found.job())
                .isEqualTo(Job.alone()
                        .withAlgorithms(STANDARD)
                        .withCommon(Map.of(
                                "members",
                                Integer.toString(Runtime.getRuntime().availableProcessors()),
                                "verify",
                                "off")));
        assertThat(found.members()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(found.timeout()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void shouldTakeWindowsOfMoreThan2GiB() {
        assertThat(parse(environment("WINDOW_BYTES=4294967296")).job().windowBytes())
                .isEqualTo(1L << 32);
        assertThatThrownBy(() -> parse(environment("WINDOW_BYTES=9223372036854775807")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("TUTTI_WINDOW_BYTES", "at most 1152921504606846976");
    }

    @Test
    void shouldReadTheEnvironment() {
        JobArguments found = parse(environment(
                "SIZE=4",
                "RANK=3",
                "MASTER=node-7:5000",
                "MEMBERS=9",
                "JOIN_TIMEOUT=5",
                "TIMEOUT=PT1M30S",
                "WINDOW_BYTES=1000"));

        assertThat(found.job())
                .isEqualTo(Job.of(3, 4, "node-7", 5000)
                        .withJoinTimeout(Duration.ofSeconds(5))
                        .withWindowBytes(1000)
                        .withAlgorithms(STANDARD)
                        .withCommon(Map.of("members", "9", "verify", "off")));
        assertThat(found.members()).isEqualTo(9);
        assertThat(found.timeout()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void shouldTakeMpiByItselfIfItsLauncherHasStartedThisProcessOfTheJob() {
        assertThat(device("OMPI_COMM_WORLD_RANK", "1", "OMPI_COMM_WORLD_SIZE", "2"))
                .isEqualTo("auto:mpi");
        assertThat(device("PMI_RANK", "1", "PMI_SIZE", "2")).isEqualTo("auto:mpi");
        assertThat(device("PMIX_RANK", "1", "SLURM_STEP_NUM_TASKS", "2")).isEqualTo("auto:mpi");
        assertThat(device("SLURM_PROCID", "1", "SLURM_STEP_NUM_TASKS", "2")).isEqualTo("auto:grpc");
        assertThat(device()).isEqualTo("auto:grpc");
        assertThat(device("TUTTI_PROVIDER", "settings", "PMI_RANK", "1", "PMI_SIZE", "2"))
                .as("variables of another job")
                .isEqualTo("auto:grpc");
        assertThat(device("TUTTI_PROVIDER", "settings", "PMI_RANK", "0", "PMI_SIZE", "1"))
                .as("of a launcher around this job")
                .isEqualTo("auto:grpc");
    }

    private static String device(String... variables) {
        Map<String, String> environment =
                new HashMap<>(environment("SIZE=2", "RANK=1", "MASTER=h:5000", "DEVICE=auto"));
        for (int i = 0; i < variables.length; i += 2) {
            environment.put(variables[i], variables[i + 1]);
        }
        return parse(environment).job().device();
    }

    @Test
    void shouldReadSeveralDevices() {
        assertThat(parse(environment("DEVICE=MPI, grpc")).job().device()).isEqualTo("mpi,grpc");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(environment("DEVICE=grpc,mpi")))
                .withMessageContainingAll("TUTTI_DEVICE must be a device", "got=grpc,mpi");
    }

    @Test
    void shouldReadHowToWaitAndByWhichWay() {
        Job job = parse(environment("WAIT=park", "TRANSPORT=shared-memory")).job();

        assertThat(job.waitStrategy()).isEqualTo(WaitStrategy.PARK);
        assertThat(job.transport()).isEqualTo(TransportChoice.SHARED_MEMORY);
    }

    @Test
    void shouldReadLimitsAndWhatIsVerified() {
        JobArguments found =
                parse(environment("DEADLINE=PT1.5S", "SILENCE_LIMIT=20", "RECONNECT_LIMIT=15", "VERIFY=full"));

        assertThat(found.deadline()).isEqualTo(Duration.ofMillis(1500));
        assertThat(found.job().silenceLimit()).isEqualTo(Duration.ofSeconds(20));
        assertThat(found.job().reconnectLimit()).isEqualTo(Duration.ofSeconds(15));
        assertThat(found.verify()).isEqualTo(VerifyLevel.FULL);
        assertThat(parse(Map.of()).deadline()).isNull();
    }

    @Test
    void shouldNameTheChoicesWhenGivenAnother() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(Map.of(), "--tutti-transport=pigeon"))
                .withMessage("--tutti-transport must be one of [auto, grpc, network, shared-memory]: got=pigeon");
    }

    @Test
    void shouldReadTheSecretFromItsFileOrTheEnvironment(@TempDir Path folder) throws IOException {
        String text = "0123456789abcdef0123456789abcdef";
        Path file = Files.writeString(folder.resolve("secret"), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        String place = "SIZE=2 RANK=1 MASTER=h:1 ";

        assertThat(parse(environment((place + "SECRET=" + text).split(" ")))
                        .job()
                        .secret())
                .isEqualTo(Secret.of(text));
        assertThat(parse(environment((place + "SECRET_FILE=" + file).split(" ")))
                        .job()
                        .secret())
                .isEqualTo(Secret.of(text));
        assertThat(parse(environment(place.split(" "))).job().secret()).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(environment((place + "SECRET_FILE=" + folder + "/none").split(" "))))
                .withMessageContainingAll("TUTTI_SECRET_FILE", "process=1", folder + "/none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(environment(place.split(" ")), "--tutti-secret=" + text))
                .withMessageContaining("TUTTI_SECRET_FILE")
                .withMessageNotContaining(text);
    }

    @Test
    void shouldReadWhetherToEncrypt() {
        String[] place = {"SIZE=2", "RANK=1", "MASTER=h:1"};

        assertThat(parse(environment(place)).job().tls()).isEqualTo(TlsChoice.AUTO);
        assertThat(parse(environment(place), "--tutti-tls=on").job().tls()).isEqualTo(TlsChoice.ON);
    }

    @Test
    void shouldPreferArguments() {
        JobArguments found = parse(
                environment("SIZE=4", "RANK=3", "MASTER=node-7:5000"),
                "first",
                "--tutti-rank=2",
                "--verbose",
                "--tutti-members=8");

        assertThat(found.job().process()).isEqualTo(2);
        assertThat(found.members()).isEqualTo(8);
    }

    @Test
    void shouldHaveOneMemberForEachProcessByDefault() {
        assertThat(parse(environment("SIZE=4", "RANK=0", "MASTER=h:1")).members())
                .isEqualTo(4);
    }

    @Test
    void shouldReadAddressesOfSixteenBytes() {
        Job job = parse(environment("SIZE=2", "RANK=0", "MASTER=[::1]:5000")).job();

        assertThat(job.masterHost()).isEqualTo("[::1]");
        assertThat(job.masterPort()).isEqualTo(5000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        SIZE=2 RANK=0            | where process 0 is         | TUTTI_MASTER
        SIZE=2 MASTER=h:1        | not told which             | TUTTI_RANK
        RANK=1                   | rank=1                     | TUTTI_SIZE
        SIZE=2 RANK=2 MASTER=h:1 | TUTTI_RANK=2               | TUTTI_SIZE=2
        SIZE=2 RANK=-1 MASTER=h:1| which                      | TUTTI_RANK
        SIZE=two                 | got=two                    | TUTTI_SIZE
        SIZE=0                   | got=0                      | TUTTI_SIZE
        MEMBERS=0                | got=0                      | TUTTI_MEMBERS
        MEMBERS=                 | got=                       | TUTTI_MEMBERS
        MEMBERS=2 SIZE=3 RANK=0 MASTER=h:1 | members=2        | processes=3
        SIZE=2 RANK=0 MASTER=h   | got=h                      | TUTTI_MASTER
        SIZE=2 RANK=0 MASTER=:1  | got=:1                     | TUTTI_MASTER
        SIZE=2 RANK=0 MASTER=h:x | got=h:x                    | TUTTI_MASTER
        SIZE=2 RANK=0 MASTER=h:0 | got=h:0                    | TUTTI_MASTER
        SIZE=2 RANK=0 MASTER=h:70000 | got=h:70000            | TUTTI_MASTER
        TIMEOUT=soon             | got=soon                   | TUTTI_TIMEOUT
        TIMEOUT=-1               | got=-1                     | TUTTI_TIMEOUT
        JOIN_TIMEOUT=0           | got=0                      | TUTTI_JOIN_TIMEOUT
        JOIN_TIMEOUT=9223372036854775807 | got=9223372036854775807 | TUTTI_JOIN_TIMEOUT
        WINDOW_BYTES=0           | got=0                      | TUTTI_WINDOW_BYTES
        """)
    void shouldSayWhatIsWrong(String settings, String wrong, String cure) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(environment(settings.split(" "))))
                .withMessageContainingAll(wrong, cure);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--tutti-member=4", "--tutti-pigeon=1", "--tutti-"})
    void shouldRefuseUnknownArguments(String argument) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(Map.of(), argument))
                .withMessageContainingAll("unknown argument: " + argument, "members", "rank");
    }

    @Test
    void shouldSayWhatAMistypedArgumentMayMean() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(Map.of(), "--tutti-tranport=grpc"))
                .withMessageContaining("unknown argument: --tutti-tranport=grpc; known are [")
                .withMessageEndingWith("; did you mean '--tutti-transport'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(Map.of(), "--tutti-pigeon=1"))
                .withMessageEndingWith("each with =value");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(Map.of(), "--tutti-rank"))
                .withMessage("argument without a value: --tutti-rank; write --tutti-rank=value");
    }

    @Test
    void shouldSayWhatAMistypedVariableMayMeanButNotItsValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(environment("TRANPORT=grpc", "WAIT=park")))
                .withMessage("unknown environment variable: TUTTI_TRANPORT; correct or unset it; did you mean"
                        + " 'TUTTI_TRANSPORT'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(environment("SECERT=shown to no one")))
                .withMessageEndingWith("; did you mean 'TUTTI_SECRET'?")
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("shown"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(environment("PIGEON=1")))
                .withMessageStartingWith("unknown environment variable: TUTTI_PIGEON; correct or unset it; known are"
                        + " [TUTTI_ALGORITHMS, ")
                .withMessageContaining("TUTTI_SECRET, ");
    }

    @Test
    void shouldLeaveVariablesToOthersThatReadThem() {
        parse(environment("START_CACHE=off", "JAVADOC=/javadoc", "MPI_LIBRARY=libmpi.so", "MPI_THREADS=funneled"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TUTTI", "TUTTI_WEB"})
    void shouldLeaveVariablesToServicesOfKubernetes(String service) {
        Map<String, String> environment = Map.of(
                service + "_SERVICE_HOST", "10.0.0.11",
                service + "_SERVICE_PORT", "6379",
                service + "_SERVICE_PORT_HTTP", "6379",
                service + "_PORT", "tcp://10.0.0.11:6379",
                service + "_PORT_6379_TCP_ADDR", "10.0.0.11");
        parse(environment);

        Map<String, String> withoutService = new HashMap<>(environment);
        withoutService.remove(service + "_SERVICE_HOST");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(withoutService))
                .withMessageContaining("unknown environment variable: " + service);
    }

    @Test
    void shouldNameSettingsAsTheyWereGiven() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(Map.of(), "--tutti-members=many"))
                .withMessageContainingAll("--tutti-members", "got=many");
    }

    @Test
    void shouldBeCheckedWithoutAPlaceInAJob() {
        JobArguments.check(new String[] {"--tutti-wait=park", "own"}, environment("MEMBERS=3", "DEADLINE=5"), 1, true);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobArguments.check(new String[] {"--tutti-rank=x"}, Map.of(), 1, true))
                .withMessageContainingAll("--tutti-rank must be a whole number", "got=x");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobArguments.check(new String[0], environment("WAIT=long"), 1, false))
                .withMessageContainingAll("TUTTI_WAIT must be one of", "got=long");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --tutti-members=1           | fewer members than processes: members=1 processes=2
        --tutti-size=3              | --tutti-size is for a process that is started by hand; processes=2
        --tutti-rank=0              | --tutti-rank is for a process that is started by hand; processes=2
        --tutti-master=h:99999      | must be host:port, with a port in [1, 65535]: got=h:99999
        """)
    void shouldBeCheckedForProcessesThatStartTogether(String argument, String words) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobArguments.check(new String[] {argument}, Map.of(), 2, true))
                .withMessageContainingAll(words.split("; "));
        JobArguments.check(new String[] {"--tutti-size=2", "--tutti-members=2"}, Map.of(), 2, true);
        JobArguments.check(new String[] {"--tutti-size=3", "--tutti-rank=2"}, Map.of(), 1, true);
    }

    @Test
    void shouldBeCheckedWithoutFilesOfOtherHosts() {
        String[] arguments = {"--tutti-algorithms=/no/file"};
        JobArguments.check(arguments, environment("ALGORITHMS=/no/file"), 1, false);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobArguments.check(arguments, Map.of(), 1, true))
                .withMessageContaining("/no/file");
    }

    private static JobArguments parse(Map<String, String> environment, String... arguments) {
        return JobArguments.parse(arguments, environment, List.of());
    }

    private static Map<String, String> environment(String... settings) {
        Map<String, String> environment = new HashMap<>();
        Arrays.stream(settings)
                .map(setting -> setting.split("=", 2))
                .forEach(pair -> environment.put("TUTTI_" + pair[0], pair[1]));
        return environment;
    }

    @Test
    void shouldTakeTheCoresOfTheHostAsGivenAndElseLeaveThemToTheProcesses() {
        assertThat(JobArguments.parse(new String[0], Map.of("TUTTI_CORES", "8"), List.of())
                        .job()
                        .cores())
                .isEqualTo(8);
        assertThat(JobArguments.parse(new String[0], Map.of(), List.of()).job().cores())
                .isZero();
    }
}
