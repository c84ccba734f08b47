package tutti.group.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.messaging.bootstrap.Addresses;

/** What each engine's variables tell a process. */
class EnginesTest {
    private static final EngineProvider SLURM =
            new SlurmProvider(nodes -> List.of(nodes + "-first", nodes + "-second"));
    private static final EngineProvider MPICH = new MpichProvider(() -> "4711 since then");
    private static final EngineProvider HOSTS = new HostsFileProvider("here"::equals);

    private static final String STEP = "SLURM_JOB_ID=17 SLURM_STEP_ID=2 SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=3"
            + " SLURM_STEP_NODELIST=n SLURM_STEP_NUM_NODES=2";
    private static final String MPIRUN =
            "OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_LOCAL_SIZE=4 PMIX_NAMESPACE=449118209";
    private static final String POD = "JOB_COMPLETION_INDEX=3 TUTTI_SIZE=4 TUTTI_SERVICE=asp HOSTNAME=my-job-3";

    @Test
    void shouldFindNothingWhereNoEngineIs() {
        for (EngineProvider provider : List.of(SLURM, new OpenMpiProvider(), MPICH, new KubernetesProvider(), HOSTS)) {
            assertThat(provider.find(Map.of("HOME", "/root", "TUTTI_SIZE", "4")))
                    .as(provider.name())
                    .isNull();
        }
    }

    @Test
    void shouldReadTheStepOfSlurm() {
        assertThat(SLURM.find(environment(STEP)))
                .isEqualTo(new ProcessPlacement(3, 4, "n-first:" + (28_000 + 31 * 17 + 2), "slurm  17.2"));
    }

    @Test
    void shouldSayWhereAProcessThatIsStartedAgainLooksForTheOthers() {
        assertThat(SLURM.hosts(environment(STEP))).containsExactly("n-first", "n-second");
        assertThat(SLURM.hosts(environment(STEP + " SLURM_STEP_NUM_NODES=1"))).containsExactly("127.0.0.1");
        assertThat(new KubernetesProvider().hosts(environment(POD)))
                .containsExactly("my-job-0.asp", "my-job-1.asp", "my-job-2.asp", "my-job-3.asp");
        assertThat(again(STEP + " TUTTI_JOIN_PORT=24100"))
                .containsExactly( // no one says which process is on which node
                        "n-first:24100",
                        "n-second:24100",
                        "n-first:24101",
                        "n-second:24101",
                        "n-first:24102",
                        "n-second:24102");
        assertThat(again(STEP)).isEmpty();
        assertThat(again(STEP + " TUTTI_JOIN_PORT=0")).isEmpty();
        assertThat(JobArguments.parse(new String[0], environment(POD + " TUTTI_JOIN_PORT=24100"), List.of())
                        .again())
                .containsExactly("my-job-0.asp:24100", "my-job-1.asp:24101", "my-job-2.asp:24102");
    }

    private static List<String> again(String variables) {
        return JobArguments.parse(
                        new String[] {"--tutti-provider=slurm-here"},
                        environment(variables + " TUTTI_SECRET=" + "x".repeat(40)),
                        List.of(new EngineProvider() {
                            @Override
                            public String name() {
                                return "slurm-here";
                            }

                            @Override
                            public ProcessPlacement find(Map<String, String> environment) {
                                return SLURM.find(environment);
                            }

                            @Override
                            public List<String> hosts(Map<String, String> environment) {
                                return SLURM.hosts(environment);
                            }
                        }))
                .again();
    }

    @Test
    void shouldStayOnLoopbackInAStepOfOneNode() {
        assertThat(SLURM.find(environment(STEP + " SLURM_STEP_NUM_NODES=1")).master())
                .startsWith("127.0.0.1:");
    }

    @Test
    void shouldNotTakeABatchScriptForATask() {
        assertThat(SLURM.find(environment("SLURM_JOB_ID=17 SLURM_NTASKS=4 SLURM_PROCID=0")))
                .isNull();
    }

    @Test
    void shouldGiveOtherPortsToOtherStepsAndJobs() {
        assertThat(List.of("", " SLURM_STEP_ID=3", " SLURM_JOB_ID=18", " SLURM_JOB_ID=2000000000").stream()
                        .map(change -> SLURM.find(environment(STEP + change)).master())
                        .map(master -> Integer.parseInt(master.substring(master.indexOf(':') + 1))))
                .doesNotHaveDuplicates()
                .allMatch(port -> port >= 28_000 && port < 32_768);
    }

    @Test
    void shouldReadMpirunsVariables() {
        ProcessPlacement place = new OpenMpiProvider().find(environment(MPIRUN));

        assertThat(place.process()).isEqualTo(1);
        assertThat(place.processes()).isEqualTo(4);
        assertThat(place.master()).startsWith("127.0.0.1:");
        assertThat(place.job()).isEqualTo("open-mpi 449118209");
    }

    @Test
    void shouldNotGuessWhereMpirunStartedProcessZero() {
        assertThat(new OpenMpiProvider()
                        .find(environment(MPIRUN + " OMPI_COMM_WORLD_LOCAL_SIZE=2"))
                        .master())
                .isNull();
    }

    @Test
    void shouldReadMpiexecsVariables() {
        String mpiexec = "PMI_RANK=1 PMI_SIZE=2 MPI_LOCALNRANKS=2";

        assertThat(MPICH.find(environment(mpiexec)).job()).isEqualTo("mpich 4711 since then");
        assertThat(MPICH.find(environment(mpiexec)).master()).startsWith("127.0.0.1:");
        assertThat(MPICH.find(environment("PMI_RANK=1 PMI_SIZE=2 MPI_LOCALNRANKS=1")))
                .isEqualTo(new ProcessPlacement(1, 2, null, null));
        assertThat(new MpichProvider(() -> null).find(environment(mpiexec)))
                .isEqualTo(new ProcessPlacement(1, 2, null, null));
    }

    @Test
    void shouldReadThePodOfAnIndexedJob() {
        assertThat(new KubernetesProvider().find(environment(POD)))
                .isEqualTo(new ProcessPlacement(3, 4, "my-job-0.asp:24000", null));
        assertThat(new KubernetesProvider().find(environment("JOB_COMPLETION_INDEX=3 TUTTI_SIZE=4 TUTTI_MASTER=h:1")))
                .isEqualTo(new ProcessPlacement(3, 4, null, null));
    }

    @Test
    void shouldFindThisHostInAFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("hosts"), "# two\nthere # first\n\n  here\n");

        assertThat(HOSTS.find(environment("TUTTI_HOSTS_FILE=" + file)))
                .isEqualTo(new ProcessPlacement(1, 2, "there:24000", null));
    }

    @Test
    void shouldStopWhereAFileDoesNotNameThisHostOnce(@TempDir Path folder) throws IOException {
        for (String hosts : List.of("there\nelsewhere\n", "here\nhere\n")) {
            Path file = Files.writeString(folder.resolve("hosts"), hosts);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> HOSTS.find(environment("TUTTI_HOSTS_FILE=" + file)))
                    .withMessageContainingAll(file.toString(), "lines=2", "TUTTI_RANK");
            assertThat(HOSTS.find(environment("TUTTI_RANK=1 TUTTI_HOSTS_FILE=" + file))
                            .process())
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldFindThisHostsOwnNames() {
        assertThat(new HostsFileProvider().find(Map.of())).isNull();
        assertThat(Addresses.isOfThisHost("localhost")).isTrue();
        assertThat(Addresses.isOfThisHost("no-such-host.invalid")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        SLURM_STEP_ID=0 SLURM_PROCID=1                                    | slurm      | SLURM_NTASKS
        SLURM_STEP_ID=0 SLURM_PROCID=1 SLURM_NTASKS=two                   | slurm      | SLURM_NTASKS=two
        SLURM_STEP_ID=0 SLURM_PROCID=2 SLURM_NTASKS=2 SLURM_JOB_ID=1 SLURM_STEP_NUM_NODES=1 | slurm | process=2
        SLURM_STEP_ID=0 SLURM_PROCID=1 SLURM_NTASKS=2 SLURM_JOB_ID=1      | slurm      | SLURM_NODELIST
        OMPI_COMM_WORLD_RANK=0                                            | open-mpi   | OMPI_COMM_WORLD_SIZE
        PMIX_RANK=0                                                       | open-mpi   | TUTTI_SIZE
        PMI_RANK=0                                                        | mpich      | PMI_SIZE
        JOB_COMPLETION_INDEX=0                                            | kubernetes | TUTTI_SIZE
        JOB_COMPLETION_INDEX=0 TUTTI_SIZE=2                               | kubernetes | TUTTI_SERVICE
        JOB_COMPLETION_INDEX=1 TUTTI_SIZE=2 TUTTI_SERVICE=s HOSTNAME=pod  | kubernetes | HOSTNAME=pod
        TUTTI_HOSTS_FILE=/no/such/file                                    | the hosts  | /no/such/file
        TUTTI_HOSTS_FILE=/no/such/file                                    | the hosts  | correct the name
        """)
    void shouldNeverRunAloneWhenToldTooLittle(String variables, String engine, String missing) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobArguments.parse(new String[0], environment(variables), List.of()))
                .withMessageContainingAll(engine, missing);
    }

    @ParameterizedTest
    @CsvSource({
        "SLURM_STEP_ID=0 SLURM_PROCID=0 SLURM_NTASKS=1 SLURM_JOB_ID=5",
        "OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=1",
        "PMI_RANK=0 PMI_SIZE=1",
        "JOB_COMPLETION_INDEX=0 TUTTI_SIZE=1"
    })
    void shouldBeOneJvmWhereAnEngineStartedOne(String variables) {
        assertThat(JobArguments.parse(new String[0], environment(variables), List.of())
                        .job()
                        .processes())
                .isEqualTo(1);
    }

    private static Map<String, String> environment(String variables) {
        Map<String, String> environment = new HashMap<>();
        for (String variable : variables.split(" ", -1)) {
            int equals = variable.indexOf('=');
            environment.put(variable.substring(0, equals), variable.substring(equals + 1));
        }
        return environment;
    }
}
