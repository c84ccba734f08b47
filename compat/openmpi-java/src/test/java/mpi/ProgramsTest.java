package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tutti.mpi.RankJobs;

/** Programs' beginnings and ends: Init, Finalize, threads. */
class ProgramsTest {

    @Test
    void shouldBeginAndEndOnce() {
        RankJobs.onEachSize(() -> {
            assertThat(MPI.isInitialized()).isFalse();
            assertThatThrownBy(MPI.COMM_WORLD::getRank)
                    .isInstanceOf(MPIException.class)
                    .hasMessageContaining("call MPI.Init first");
            assertThat(MPI.Init(new String[] {"a", "--tutti-x=1", "b"})).containsExactly("a", "b");
            assertThat(MPI.isInitialized()).isTrue();
            assertThat(MPI.isFinalized()).isFalse();
            assertThatThrownBy(() -> MPI.Init(new String[0]))
                    .isInstanceOf(MPIException.class)
                    .hasMessageContaining("once");
            assertThat(MPI.queryThread()).isEqualTo(MPI.THREAD_MULTIPLE);
            assertThat(MPI.isThreadMain()).isTrue();
            double time = MPI.wtime();
            assertThat(MPI.wtime()).isGreaterThanOrEqualTo(time);
            assertThat(MPI.wtick()).isPositive();
            assertThat(MPI.getProcessorName()).isNotEmpty();
            assertThat(MPI.getVersion().getVersion()).isEqualTo(3);
            assertThat(MPI.getVersion().getSubVersion()).isEqualTo(1);
            assertThat(MPI.getLibVersion()).startsWith("Open MPI v").contains("Tutti");
            MPI.pControl(1, null);
            MPI.COMM_WORLD.barrier();
            MPI.Finalize();
            assertThat(MPI.isFinalized()).isTrue();
            assertThat(MPI.isInitialized()).isTrue();
            assertThatThrownBy(MPI.COMM_WORLD::barrier)
                    .isInstanceOf(MPIException.class)
                    .hasMessageContaining("finalised");
        });
    }

    @Test
    void shouldFindTheRankOfThreadsThatAProgramStarts() {
        RankJobs.onEachSize(() -> {
            assertThat(MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE)).isEqualTo(MPI.THREAD_MULTIPLE);
            int rank = MPI.COMM_WORLD.getRank();
            int[] seen = {-1};
            boolean[] main = {true};
            int[] total = {-1};
            Thread thread = new Thread(() -> {
                try {
                    seen[0] = MPI.COMM_WORLD.getRank();
                    main[0] = MPI.isThreadMain();
                    int[] sum = {seen[0]};
                    MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
                    total[0] = sum[0];
                } catch (MPIException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            thread.join();
            assertThat(seen[0]).isEqualTo(rank);
            assertThat(main[0]).isFalse();
            int size = MPI.COMM_WORLD.getSize();
            assertThat(total[0]).isEqualTo(size * (size - 1) / 2);
            MPI.Finalize();
        });
    }
}
