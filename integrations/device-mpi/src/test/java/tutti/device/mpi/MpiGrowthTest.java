package tutti.device.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static tutti.device.mpi.MpiJobs.OUT;
import static tutti.device.mpi.MpiJobs.isInstalled;
import static tutti.device.mpi.MpiJobs.with;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.device.mpi.MpiJobs.Ended;
import tutti.device.mpi.MpiJobs.Launcher;
import tutti.messaging.NightlySource;
import tutti.messaging.Processes;

/** Jobs over MPI that are asked to take in a process that no launcher of MPI has started. */
class MpiGrowthTest {
    private static final String NEWCOMER = "newcomer";
    private static final String DISAGREE = "MPI and the job disagree: ";

    @TempDir
    private Path folder;

    private MpiJobs jobs;

    /** What the members said, and what the newcomer did. */
    private record Grown(Ended job, Ended newcomer) {}

    @BeforeEach
    void prepare() {
        assumeTrue(isInstalled("mpirun"), "Open MPI is not installed: apt install openmpi-bin");
        jobs = new MpiJobs(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = MpiProgram.BRIEF)
    @NightlySource(MpiProgram.WHOLE)
    void shouldGrowOverTheNextDevice(String messages) throws Exception {
        Grown grown = grow(Launcher.OPEN_MPI, "--tutti-device=mpi,grpc", messages);

        assertThat(grown.job().output())
                .containsOnlyOnce("messages between processes go through MPI: ")
                .containsOnlyOnce("messages between hosts go through grpc, as the setting device=mpi,grpc allows:")
                .contains(DISAGREE)
                .containsOnlyOnce(MpiProgram.RIGHT + "3\n");
        assertThat(grown.job().exitCode()).as(grown.job().output()).isZero();
        assertThat(grown.newcomer().exitCode()).as(grown.newcomer().output()).isZero();
    }

    /** No launcher of MPI has started the newcomer: for it, auto stands for gRPC. */
    @Tag("nightly")
    @Test
    void shouldGrowOverTheNextDeviceIfTheLauncherChoosesTheFirst() throws Exception {
        Grown grown = grow(Launcher.OPEN_MPI, "--tutti-device=auto,grpc", MpiProgram.WHOLE);

        assertThat(grown.job().output())
                .containsOnlyOnce("messages between processes go through MPI: ")
                .containsOnlyOnce(
                        "messages between hosts of the larger job go through grpc, as the setting device=auto:mpi,grpc"
                                + " allows: ")
                .containsOnlyOnce(MpiProgram.RIGHT + "3\n");
        assertThat(grown.job().exitCode()).as(grown.job().output()).isZero();
        assertThat(grown.newcomer().exitCode()).as(grown.newcomer().output()).isZero();
    }

    @ParameterizedTest
    @CsvSource("MPICH, " + MpiProgram.BRIEF)
    @NightlySource({"MPICH, " + MpiProgram.WHOLE, "OPEN_MPI, " + MpiProgram.WHOLE})
    void shouldSayThatItCannotGrowIfThereIsNoOtherDevice(Launcher launcher, String messages) throws Exception {
        Grown grown = grow(launcher, "--tutti-device=mpi", messages);

        assertThat(grown.job().output())
                .containsPattern("not grown: .*" + DISAGREE)
                .containsOnlyOnce(MpiProgram.RIGHT + "2\n");
        assertThat(grown.job().exitCode()).as(grown.job().output()).isZero();
        assertThat(grown.newcomer().output()).contains(DISAGREE);
        assertThat(grown.newcomer().exitCode()).isNotZero();
    }

    private Grown grow(Launcher launcher, String device, String messages) throws Exception {
        int port = Processes.freePorts(2);
        Map<String, String> environment =
                with(launcher.environment(), "TUTTI_SECRET", UUID.randomUUID().toString());
        Process job = jobs.start(
                environment,
                launcher.command(2),
                List.of(
                        device,
                        "--tutti-transport=network",
                        "--tutti-join-port=" + port,
                        MpiProgram.GROWING,
                        messages));
        Process newcomer = jobs.start(
                environment,
                jobs.java(List.of(
                        device,
                        "--tutti-transport=network",
                        "--tutti-join=127.0.0.1:%d,127.0.0.1:%d".formatted(port, port + 1),
                        MpiProgram.GROWING,
                        messages)),
                NEWCOMER);
        try {
            return new Grown(jobs.end(job, OUT), jobs.end(newcomer, NEWCOMER));
        } finally {
            newcomer.destroyForcibly();
        }
    }
}
