package tutti.examples.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.examples.Programs;
import tutti.examples.cg.Main;
import tutti.messaging.Processes;
import tutti.messaging.SlurmCluster;

/** Programs that Slurm's srun starts, on two nodes. */
class SlurmTest {
    private static final Pattern BITS = Pattern.compile("bits of the solution: (\\S+)");
    private static final String MISSING = SlurmCluster.missing();

    @TempDir
    private static Path folder;

    private static @Nullable SlurmCluster cluster;
    private static Path asp;

    @BeforeAll
    static void startCluster() throws Exception {
        if (!MISSING.isEmpty()) {
            return;
        }
        cluster = SlurmCluster.start(folder);
        asp = ProgramJar.make(folder, "asp.jar", tutti.examples.asp.Main.class);
    }

    @BeforeEach
    void assumeCluster() {
        assumeTrue(MISSING.isEmpty(), MISSING); // here, where each test is reported as skipped
    }

    @AfterAll
    static void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void shouldBeOneJobForEachStepOnOneNode() throws Exception {
        try (Running two = srun("--nodes=1", 2, jar("--size=50"))) {
            two.checksum();
            assertThat(two.output()).contains("members: 2 in 2 processes");
        }
    }

    @Test
    void shouldLeaveNoJvmWhenTheJobIsCancelled() throws Exception {
        try (Running job = srun("--nodes=2", 4, java(Endless.class))) {
            List<ProcessHandle> jvms = job.awaitJvms(4);
            cluster.run("scancel", "--state=RUNNING", "--user=root");

            assertThat(job.exitCode()).isNotZero();
            assertThat(job.output()).contains("CANCELLED");
            Running.awaitNoneOf(jvms);
        }
    }

    @Test
    void shouldEndAllWhenOneIsKilledAndSayWhich() throws Exception {
        try (Running job = srun("--nodes=2", 4, java(Endless.class))) {
            List<ProcessHandle> jvms = job.awaitJvms(4);
            jvms.getLast().destroyForcibly();

            assertThat(job.exitCode()).isNotZero();
            assertThat(job.output())
                    .containsPattern("MemberFailedException: .*process=\\d")
                    .contains("Killed");
            Running.awaitNoneOf(jvms);
        }
    }

    /** A task's shell starts the same command again in the same environment, as a restart of the task does. */
    @Tag("nightly")
    @Test
    void shouldFindItsJobAgainWhenATaskIsStartedAgain() throws Exception {
        String undisturbed;
        try (Running job = srun("--nodes=2", 4, java(Main.class, "--grid=30"))) {
            undisturbed = job.only(BITS);
        }
        String command = String.join(
                " ",
                java(
                        Main.class,
                        "--tutti-join-port=" + Processes.freePorts(4),
                        "--grid=30",
                        "--replace=60",
                        "--kill-rank=2",
                        "--at-iteration=25"));
        try (Running job = Running.start(
                cluster.environment(),
                Running.command(
                        "srun",
                        "--nodes=2",
                        "--ntasks=4",
                        "--overcommit",
                        "--kill-on-bad-exit=0",
                        List.of("sh", "-c", command + " || " + command)))) {
            assertThat(job.only(BITS)).isEqualTo(undisturbed);
            assertThat(job.output()).contains("rank 2 halts its JVM", "replaced: 1 of 4 members");
        }
    }

    /** Slurm tells MPI its place by PMIx, and Tutti takes MPI by itself. */
    @Test
    void shouldTakeMpiThatSlurmStarts() throws Exception {
        assumeTrue(Running.isInstalled("orterun"), "Open MPI is not installed: apt install openmpi-bin");
        try (Running types = Running.start(cluster.environment(), List.of("srun", "--mpi=list"))) {
            types.exitCode();
            assumeTrue(types.output().contains("pmix"), "Slurm's part for PMIx is not installed: " + types.output());
        }
        try (Running job = Running.start(
                cluster.environment(),
                Running.command(
                        "srun",
                        "--mpi=pmix",
                        "--nodes=1",
                        "--ntasks=2",
                        "--overcommit",
                        Programs.JAVA,
                        Running.SMALL,
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djdk.net.hosts.file=" + cluster.names(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Meeting.class.getName(),
                        "2",
                        Meeting.rounds(),
                        "--tutti-device=auto",
                        "--tutti-transport=network"))) {
            assertThat(job.exitCode()).as(job.output()).isZero();
            assertThat(job.output())
                    .contains("met: [1]")
                    .contains("messages between processes go through MPI: Open MPI");
        }
    }

    private static Running srun(String nodes, int tasks, List<String> java) throws IOException {
        return Running.start(
                cluster.environment(), Running.command("srun", nodes, "--ntasks=" + tasks, "--overcommit", java));
    }

    private static List<String> jar(String... arguments) {
        return Running.command(Programs.JAVA, Running.SMALL, names(), "-jar", asp, List.of(arguments));
    }

    private static List<String> java(Class<?> program, String... arguments) {
        return Running.command(Running.cached(program, names()), List.of(arguments));
    }

    private static String names() {
        return "-Djdk.net.hosts.file=" + cluster.names();
    }
}
