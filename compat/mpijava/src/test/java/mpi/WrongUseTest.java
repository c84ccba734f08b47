package mpi;

import static mpi.MessagesTest.left;
import static mpi.MessagesTest.right;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.JvmCache;
import tutti.mpi.RankJobs;
import tutti.mpi.StartedJvm;

/** Ranks that end too early, and calls that do not fit together: others are told what is wrong, and nobody waits. */
class WrongUseTest {

    private static void assertTold(String mode, String options, String what) throws Exception {
        StartedJvm ended = StartedJvm.launch(List.of(options.split(" ")), "programs.Dying", mode);
        assertThat(ended.output())
                .contains("rank 0 is told: ERR_PROC_ABORTED: Recv rank=0 size=3")
                .contains("rank 2 is told: ERR_PROC_ABORTED: Allreduce rank=2 size=3")
                .contains(what);
        assertThat(ended.exitCode() == 0).as(ended.output()).isEqualTo(mode.equals("return"));
    }

    @Test
    void shouldTellOfAKilledRank() throws Exception {
        assertTold("kill", "-n3", "process lost: group=mpi-world ranks=[1]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"throw no input", "return member left the group"})
    void shouldTellOfARankThatEndsWithoutFinalize(String modeAndText) throws Exception {
        String[] parts = modeAndText.split(" ", 2);
        assertTold(parts[0], "-n3 --isolate", parts[1]);
    }

    /** What a rank calls. */
    private interface Call {
        void run(int rank);
    }

    /** All ranks but those for which a call fits get an exception; then the job still ends. */
    private static void assertFails(String what, Call call) {
        for (int processes = 1; processes <= 2; processes++) {
            Queue<String> failures = new ConcurrentLinkedQueue<>();
            RankJobs.run(processes, 3, code -> {}, () -> {
                MPI.Init(new String[0]);
                try {
                    MPI.COMM_WORLD.Barrier(); // all have called Init
                    call.run(MPI.COMM_WORLD.Rank());
                } catch (MPIException e) {
                    failures.add(String.valueOf(e.getMessage()));
                }
            });
            assertThat(failures).as(what).isNotEmpty().allMatch(text -> text.contains(what));
        }
    }

    @Test
    void shouldRefuseDifferentCounts() {
        assertFails("ERR_", rank -> MPI.COMM_WORLD.Bcast(new int[4], 0, rank == 0 ? 4 : 2, MPI.INT, 0));
        assertFails("ERR_", rank -> MPI.COMM_WORLD.Allreduce(new int[4], 0, new int[4], 0, rank + 1, MPI.INT, MPI.SUM));
        assertFails(
                "ERR_", rank -> MPI.COMM_WORLD.Gather(new int[4], 0, rank + 1, MPI.INT, new int[12], 0, 1, MPI.INT, 0));
        assertFails(
                "ERR_", rank -> MPI.COMM_WORLD.Alltoall(new int[12], 0, rank + 1, MPI.INT, new int[12], 0, 1, MPI.INT));
    }

    @Test
    void shouldRefuseDifferentOperations() {
        assertFails("ERR_", rank -> {
            if (rank == 0) {
                MPI.COMM_WORLD.Barrier();
            } else {
                MPI.COMM_WORLD.Bcast(new int[1], 0, 1, MPI.INT, 0);
            }
        });
        assertFails("ERR_", rank -> MPI.COMM_WORLD.Bcast(new int[1], 0, 1, MPI.INT, rank));
        assertFails(
                "ERR_",
                rank -> MPI.COMM_WORLD.Allreduce(
                        new int[1], 0, new int[1], 0, 1, MPI.INT, rank == 0 ? MPI.SUM : MPI.MAX));
    }

    @Test
    void shouldRefuseBuffersThatDoNotFit() {
        RankJob.onEachSize(world -> {
            int other = right(world);
            int from = left(world);
            assertThatThrownBy(() -> world.Send(new int[1], 0, 1, MPI.DOUBLE, other, 0))
                    .hasMessageContaining("ERR_TYPE: Send rank=" + world.Rank());
            assertThatThrownBy(() -> world.Send(new int[1], 1, 1, MPI.INT, other, 0))
                    .hasMessageContaining("ERR_BUFFER");
            assertThatThrownBy(() -> world.Send("text", 0, 1, MPI.INT, other, 0))
                    .hasMessageContaining("ERR_BUFFER");
            assertThatThrownBy(() -> world.Send(null, 0, 1, MPI.INT, other, 0)).hasMessageContaining("ERR_BUFFER");
            world.Send(new int[2], 0, 2, MPI.INT, other, 0);
            assertThatThrownBy(() -> world.Recv(new int[1], 0, 1, MPI.INT, from, 0))
                    .hasMessageContaining("ERR_TRUNCATE");
            world.Send(new int[] {5}, 0, 1, MPI.INT, other, 0); // the job goes on
            int[] received = new int[1];
            world.Recv(received, 0, 1, MPI.INT, from, 0);
            assertThat(received).containsExactly(5);
        });
    }

    @Tag("nightly")
    @Test
    void shouldRunByMpirun() throws Exception {
        Assumptions.assumeTrue(
                List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
                        .anyMatch(folder -> new File(folder, "orterun").canExecute()),
                "Open MPI is not installed: apt install openmpi-bin");
        List<String> command = new ArrayList<>(List.of("mpirun", "-n", "3"));
        command.addAll(JvmCache.program("programs.Primes"));
        command.add("1000");

        StartedJvm ended = StartedJvm.command(
                Map.of(
                        "OMPI_ALLOW_RUN_AS_ROOT", "1",
                        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
                        "OMPI_MCA_rmaps_base_oversubscribe", "1"),
                command);

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("168 primes below 1000", "in ranks of their own: true");
    }
}
