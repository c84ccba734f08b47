package tutti.examples.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.examples.Programs;
import tutti.examples.asp.Main;

/** Programs that Open MPI's and MPICH's own launchers start. */
class MpirunTest {
    private static final List<String> MPIRUN = List.of("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "4");

    @TempDir
    private static Path folder;

    private static Path asp;

    @BeforeAll
    static void makeJar() throws Exception {
        asp = ProgramJar.make(folder, "asp.jar", Main.class);
    }

    @Test
    void shouldGiveTheSameChecksumUnderMpich() throws Exception {
        assumeTrue(Running.isInstalled("mpiexec.hydra"), "MPICH's launcher is not installed: apt install mpich");
        List<String> jar = Running.command(Programs.JAVA, Running.SMALL, "-jar", asp, "--size=100");
        List<String> cached = Running.command(Running.cached(Main.class), "--size=100");
        try (Running alone = Running.start(Map.of(), cached);
                Running two = Running.start(Map.of(), Running.command("mpiexec.hydra", "-n", 2, jar))) {
            assertThat(two.checksum()).isEqualTo(alone.checksum());
            assertThat(two.output()).contains("members: 2 in 2 processes");
        }
    }

    @Test
    void shouldEndAllWhenOneIsKilledAndSayWhich() throws Exception {
        assumeOpenMpi();
        try (Running job = Running.start(Map.of(), Running.command(MPIRUN, Running.cached(Endless.class)))) {
            List<ProcessHandle> jvms = job.awaitJvms(4);
            jvms.getLast().destroyForcibly();

            assertThat(job.exitCode()).isNotZero();
            assertThat(job.output()).contains("signal 9");
            Running.awaitNoneOf(jvms);
        }
    }

    @Tag("nightly")
    @Test
    void shouldEndAllOnInterrupt() throws Exception {
        signal("INT");
    }

    @Tag("nightly")
    @Test
    void shouldEndAllOnTermination() throws Exception {
        signal("TERM");
    }

    private static void signal(String signal) throws Exception {
        assumeOpenMpi();
        try (Running job = Running.start(Map.of(), Running.command(MPIRUN, Running.cached(Endless.class)))) {
            List<ProcessHandle> jvms = job.awaitJvms(4);
            job.signal(signal);

            assertThat(job.exitCode()).isNotZero();
            Running.awaitNoneOf(jvms);
        }
    }

    @Test
    void shouldStopWhenTheEnvironmentSaysOtherwise() throws Exception {
        assumeOpenMpi();
        Map<String, String> leftOver = Map.of("TUTTI_RANK", "0", "TUTTI_SIZE", "2", "TUTTI_MASTER", "127.0.0.1:24001");
        try (Running job = Running.start(leftOver, Running.command(MPIRUN, Running.cached(Main.class), "--size=10"))) {
            assertThat(job.exitCode()).isNotZero();
            assertThat(job.output()).contains("settings: process=0 of processes=2", "of processes=4", "TUTTI_PROVIDER");
        }
    }

    private static void assumeOpenMpi() {
        assumeTrue(Running.isInstalled("orterun"), "Open MPI is not installed: apt install openmpi-bin");
    }
}
