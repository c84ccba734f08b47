package tutti.device.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static tutti.device.mpi.MpiJobs.OUT;
import static tutti.device.mpi.MpiJobs.isInstalled;
import static tutti.device.mpi.MpiJobs.master;
import static tutti.device.mpi.MpiJobs.with;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.device.mpi.MpiJobs.Ended;
import tutti.device.mpi.MpiJobs.Launcher;
import tutti.messaging.NightlySource;

/** Jobs that take MPI by themselves, or another device where it is missing; what devices carry is tested elsewhere. */
class MpiChoiceTest {
    private static final String LIBRARY = "TUTTI_MPI_LIBRARY";
    private static final List<String> ONLY_MPI = between("mpi");
    private static final List<String> MPI_OR_GRPC = between("mpi,grpc");
    private static final List<String> AUTO = between("auto");
    private static final String OVER_MPI = "messages between processes go through MPI: ";
    private static final String INSTEAD =
            "messages between hosts go through grpc, as the setting device=mpi,grpc allows:" + " device=mpi: ";

    @TempDir
    private Path folder;

    private MpiJobs jobs;

    @BeforeEach
    void prepare() {
        jobs = new MpiJobs(folder);
    }

    /** Returns arguments of a brief job whose processes reach each other by these devices only. */
    private static List<String> between(String devices) {
        return List.of("--tutti-device=" + devices, "--tutti-transport=network", MpiProgram.BRIEF);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeMpiByItselfUnderItsLauncher(Launcher launcher) throws Exception {
        Ended job = jobs.run(launcher.environment(), launcher.command(2), AUTO);

        assertThat(job.output())
                .containsOnlyOnce(OVER_MPI)
                .containsOnlyOnce(MpiProgram.RIGHT + "2\n")
                .hasLineCount(3);
        assertThat(job.exitCode()).isZero();
    }

    @Test
    void shouldTakeGrpcByItselfWithoutALauncher() throws Exception {
        String output = withoutLauncher(Map.of(), "--tutti-device=auto");

        assertThat(output).containsOnlyOnce(MpiProgram.RIGHT + "2\n").hasLineCount(1);
    }

    /** What is asked for is not there: another device would have to be asked for, too. */
    @Test
    void shouldNotStartIfTheLaunchersMpiIsMissing() throws Exception {
        Launcher launcher = Launcher.OPEN_MPI;
        Ended job = jobs.run(with(launcher.environment(), LIBRARY, "/nowhere/libmpi.so"), launcher.command(2), AUTO);

        assertThat(job.output())
                .contains("no MPI here: no MPI library is found: tried /nowhere/libmpi.so")
                .doesNotContain(MpiProgram.RIGHT);
        assertThat(job.exitCode()).isNotZero();
    }

    @ParameterizedTest
    @CsvSource("MPICH")
    @NightlySource("OPEN_MPI")
    void shouldTakeTheFirstDeviceThatAllHave(Launcher launcher) throws Exception {
        Ended job = jobs.run(launcher.environment(), launcher.command(2), MPI_OR_GRPC);

        assertThat(job.output()).containsOnlyOnce(OVER_MPI).containsOnlyOnce(MpiProgram.RIGHT + "2\n");
        assertThat(job.exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource("MPICH")
    @NightlySource("OPEN_MPI")
    void shouldTakeTheNextDeviceIfOneProcessLacksTheLibrary(Launcher launcher) throws Exception {
        List<String> java = jobs.java(MPI_OR_GRPC);
        List<String> command = launcher.command(java, LIBRARY, "/nowhere/libmpi.so", java);

        assertInstead(
                jobs.end(jobs.start(launcher.environment(), command, OUT), OUT),
                "process=0 host=\\S+: no MPI here: no MPI library is found: tried /nowhere/libmpi\\.so: ");
    }

    @ParameterizedTest
    @CsvSource("MPICH")
    @NightlySource("OPEN_MPI")
    void shouldTakeTheNextDeviceIfTheLibraryIsNotMpi(Launcher launcher) throws Exception {
        assertInstead(
                jobs.run(with(launcher.environment(), LIBRARY, "libc.so.6"), launcher.command(2), MPI_OR_GRPC),
                "process=0 host=\\S+ and 1 more: no MPI here: no MPI library: file=libc\\.so\\.6 lacks ");
    }

    @Tag("nightly")
    @Test
    void shouldTakeTheNextDeviceIfLibrariesDiffer() throws Exception {
        List<String> java = jobs.java(MPI_OR_GRPC);
        List<String> command = Launcher.OPEN_MPI.command(java, LIBRARY, Launcher.MPICH.library(), java);

        assertInstead(
                jobs.end(jobs.start(Launcher.OPEN_MPI.environment(), command, OUT), OUT),
                "process=0 host=\\S+: MPICH: .*; process=1 host=\\S+: Open MPI: ");
    }

    /** Which shows only when MPI has started: each process is alone in it. */
    @Tag("nightly")
    @Test
    void shouldTakeTheNextDeviceIfAnotherLauncherHasStartedTheJob() throws Exception {
        assertInstead(
                jobs.run(
                        with(Launcher.OPEN_MPI.environment(), LIBRARY, Launcher.MPICH.library()),
                        Launcher.OPEN_MPI.command(2),
                        MPI_OR_GRPC),
                "process=0 host=\\S+: MPI and the job disagree: process=0 processes=2, in MPI rank=0 size=1 .*;"
                        + " process=1 ");
    }

    @Test
    void shouldTakeTheNextDeviceWithoutALauncher() throws Exception {
        assumeTrue(isInstalled("mpirun"), "Open MPI is not installed: apt install openmpi-bin");
        String output = withoutLauncher(MpiJobs.AS_ROOT, "--tutti-device=mpi,grpc");

        assertThat(output)
                .containsOnlyOnce(MpiProgram.RIGHT + "2\n")
                .containsOnlyOnce(INSTEAD)
                .containsPattern("MPI and the job disagree: process=1 processes=2, in MPI rank=0 size=1");
    }

    @ParameterizedTest
    @CsvSource("MPICH")
    @NightlySource("OPEN_MPI")
    void shouldSayThatTheThreadLevelIsTooLowOrTakeTheNextDevice(Launcher launcher) throws Exception {
        Map<String, String> environment = with(
                launcher.environment(),
                LIBRARY,
                singleThreaded(launcher.library()).toString());
        String reason = "no MPI here: the MPI library wants a process without further threads: threadLevel=0 needed=1"
                + " \\(MPI_THREAD_FUNNELED\\) library=\\S+libsingle\\.so; take one that was built with threads";

        Ended job = jobs.run(environment, launcher.command(2), ONLY_MPI);
        assertThat(job.output()).containsPattern("JoinException: " + reason).doesNotContain(MpiProgram.RIGHT);
        assertThat(job.exitCode()).isNotZero();

        assertInstead(
                jobs.run(environment, launcher.command(2), MPI_OR_GRPC), "process=0 host=\\S+ and 1 more: " + reason);
    }

    @Test
    void shouldSayWhatIsMissingIfNoDeviceIsLeft() throws Exception {
        Launcher launcher = Launcher.OPEN_MPI;
        Ended job = jobs.run(
                with(launcher.environment(), LIBRARY, "/nowhere/libmpi.so"),
                launcher.command(2),
                List.of("--tutti-device=mpi,myrinet"));

        assertThat(job.output())
                .containsPattern(
                        "JoinException: the processes have no device in common: device=mpi,myrinet: device=mpi:"
                                + " process=0 host=\\S+ and 1 more: no MPI here: .* device=myrinet: process=0 host=\\S+"
                                + " and 1 more: no such device on the class path: device=myrinet there: grpc, mpi; ")
                .contains("give all what one of them needs, or end the list with grpc");
        assertThat(job.exitCode()).isNotZero();
    }

    @Test
    void shouldNotStartIfTheListsDiffer() throws Exception {
        Launcher launcher = Launcher.MPICH;
        List<String> command = launcher.command(jobs.java(MPI_OR_GRPC), "ANY", "thing", jobs.java(AUTO));

        assertThat(jobs.end(jobs.start(launcher.environment(), command, OUT), OUT)
                        .output())
                .containsPattern("settings differ: process=1 host=\\S+ device=auto:mpi \\(.*\\), process=0"
                        + " device=mpi,grpc; give all the same TUTTI_DEVICE");
    }

    private static void assertInstead(Ended job, String reason) {
        assertThat(job.output())
                .containsOnlyOnce(INSTEAD)
                .containsPattern(INSTEAD + reason)
                .containsOnlyOnce(MpiProgram.RIGHT + "2\n")
                .doesNotContain(OVER_MPI);
        assertThat(job.exitCode()).as(job.output()).isZero();
    }

    /** Returns what two processes say that are told their places. */
    private String withoutLauncher(Map<String, String> environment, String device) throws Exception {
        List<String> zero = jobs.java(
                List.of("--tutti-size=2", "--tutti-rank=0", "--tutti-master=" + master(), device, MpiProgram.BRIEF));
        List<String> one = new ArrayList<>(zero);
        one.set(one.indexOf("--tutti-rank=0"), "--tutti-rank=1");
        Process first = jobs.start(environment, zero, "zero");
        try {
            Ended other = jobs.end(jobs.start(environment, one, "one"), "one");
            assertThat(other.exitCode()).as(other.output()).isZero();
            Ended ended = jobs.end(first, "zero");
            assertThat(ended.exitCode()).as(ended.output()).isZero();
            return ended.output() + other.output();
        } finally {
            first.destroyForcibly();
        }
    }

    /** Makes a library that is another one, except that it allows no further threads. */
    private Path singleThreaded(String library) throws Exception {
        assumeTrue(isInstalled("gcc"), "gcc is not installed: apt install gcc");
        Path source = Files.writeString(folder.resolve("single.c"), """
            int PMPI_Init_thread(int *, char ***, int, int *);
            int MPI_Init_thread(int *count, char ***arguments, int asked, int *given) {
                int code = PMPI_Init_thread(count, arguments, asked, given);
                *given = 0;
                return code;
            }
            """);
        Path made = folder.resolve("libsingle.so");
        Process compiler = new ProcessBuilder(
                        "gcc", "-shared", "-fPIC", "-o", made.toString(), source.toString(), "-l:" + library)
                .redirectErrorStream(true)
                .start();
        String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(compiler.waitFor() == 0, () -> "gcc does not link with " + library + ": " + said);
        return made;
    }
}
