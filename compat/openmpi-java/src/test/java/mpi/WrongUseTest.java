package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tutti.mpi.RankJobs;
import tutti.mpi.StartedJvm;

/** Ranks that end too early, and calls that do not fit together: others are told what is wrong, and nobody waits. */
class WrongUseTest {

    @Tag("nightly")
    @Test
    void shouldTellOfAKilledRank() throws Exception {
        StartedJvm ended = StartedJvm.launch(List.of("-n3"), "programs.Dying");

        assertThat(ended.exitCode()).as(ended.output()).isNotZero();
        assertThat(ended.output())
                .contains("rank 0 is told: ERR_PROC_ABORTED: recv rank=0 size=3")
                .contains("rank 2 is told: ERR_PROC_ABORTED: allReduce rank=2 size=3")
                .contains("process lost: group=mpi-world ranks=[1]");
    }

    /** What a rank calls. */
    private interface Call {
        void run(int rank) throws MPIException;
    }

    private static void assertFails(Call call) {
        for (int processes = 1; processes <= 2; processes++) {
            Queue<String> failures = new ConcurrentLinkedQueue<>();
            RankJobs.run(processes, 3, code -> {}, () -> {
                MPI.Init(new String[0]);
                MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
                try {
                    MPI.COMM_WORLD.barrier(); // all have called Init
                    call.run(MPI.COMM_WORLD.getRank());
                } catch (MPIException e) {
                    failures.add(String.valueOf(e.getMessage()));
                }
            });
            assertThat(failures).isNotEmpty().allMatch(text -> text.startsWith("ERR_"));
        }
    }

    @Test
    void shouldRefuseDifferentCounts() {
        assertFails(rank -> MPI.COMM_WORLD.bcast(new int[4], rank == 0 ? 4 : 2, MPI.INT, 0));
        assertFails(rank -> MPI.COMM_WORLD.allReduce(new int[4], rank + 1, MPI.INT, MPI.SUM));
        assertFails(rank -> MPI.COMM_WORLD.gather(new int[4], rank + 1, MPI.INT, new int[12], 1, MPI.INT, 0));
        assertFails(rank -> MPI.COMM_WORLD.allToAll(new int[12], rank + 1, MPI.INT, new int[12], 1, MPI.INT));
    }

    @Test
    void shouldRefuseDifferentOperations() {
        assertFails(rank -> {
            if (rank == 0) {
                MPI.COMM_WORLD.barrier();
            } else {
                MPI.COMM_WORLD.bcast(new int[1], 1, MPI.INT, 0);
            }
        });
        assertFails(rank -> MPI.COMM_WORLD.bcast(new int[1], 1, MPI.INT, rank));
        assertFails(rank -> MPI.COMM_WORLD.allReduce(new int[1], 1, MPI.INT, rank == 0 ? MPI.SUM : MPI.MAX));
    }
}
