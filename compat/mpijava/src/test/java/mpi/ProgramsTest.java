package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tutti.mpi.RankJobs;

/** Programs' beginnings and ends: Init and Finalize, again and again, threads. */
class ProgramsTest {

    @Test
    void shouldBeginAndEndTenTimes() {
        RankJobs.onEachSize(ProgramsTest::tenTimes);
    }

    /** Initialises and finalises MPI ten times. */
    static void tenTimes() {
        assertThat(MPI.Initialized()).isFalse();
        assertThatThrownBy(MPI.COMM_WORLD::Rank).hasMessageContaining("call MPI.Init first");
        int rank = -1;
        for (int round = 0; round < 10; round++) {
            MPI.Init(new String[0]);
            assertThat(MPI.Initialized()).isTrue();
            assertThat(rank == -1 || rank == MPI.COMM_WORLD.Rank()).isTrue();
            rank = MPI.COMM_WORLD.Rank();
            int[] sum = {1};
            MPI.COMM_WORLD.Allreduce(sum, 0, sum, 0, 1, MPI.INT, MPI.SUM);
            assertThat(sum).containsExactly(MPI.COMM_WORLD.Size());
            MPI.Finalize();
            assertThat(MPI.Initialized()).isFalse();
        }
        assertThatThrownBy(MPI.COMM_WORLD::Barrier).hasMessageContaining("finalised");
        assertThatThrownBy(MPI::Finalize).isInstanceOf(MPIException.class);
    }

    @Test
    void shouldTellTimeThreadsAndHost() {
        RankJob.onEachSize(world -> {
            double time = MPI.Wtime();
            assertThat(MPI.Wtime()).isGreaterThanOrEqualTo(time);
            assertThat(MPI.Wtick()).isPositive().isLessThan(1);
            assertThat(MPI.Get_processor_name()).isNotEmpty();
            assertThat(MPI.isMainThread()).isTrue();
            assertThat(MPI.queryThread()).isEqualTo(MPI.THREAD_MULTIPLE);
            assertThat(MPI.initThread(MPI.THREAD_SINGLE, 0, new String[0])).isNull();
            boolean[] main = {true};
            int[] rank = {-1};
            Thread thread = new Thread(() -> {
                main[0] = MPI.isMainThread();
                rank[0] = MPI.COMM_WORLD.Rank();
            });
            thread.start();
            thread.join();
            assertThat(main[0]).isFalse();
            assertThat(rank[0]).isEqualTo(world.Rank());
        });
    }

    @Test
    void shouldMakeExceptionsOfPrograms() {
        assertThat(new MPIException()).hasMessage(null).isInstanceOf(RuntimeException.class);
        assertThat(new MPIException("text")).hasMessage("text");
        assertThat(new MPIException(new IllegalStateException("why"))).hasMessageContaining("why");
    }
}
