package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tutti.mpi.RankJobs;

/** Programs' beginnings and ends: Init, Finalize, threads, errors that are fatal, abort. */
class ProgramsTest {

    @Test
    void shouldBeginAndEndOnce() {
        RankJobs.run(1, 3, code -> {}, () -> {
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
        Set<Integer> ranks = ConcurrentHashMap.newKeySet();
        RankJobs.run(1, 4, code -> {}, () -> {
            assertThat(MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE)).isEqualTo(MPI.THREAD_MULTIPLE);
            int rank = MPI.COMM_WORLD.getRank();
            int[] seen = {-1};
            boolean[] main = {true};
            Thread thread = new Thread(() -> {
                try {
                    seen[0] = MPI.COMM_WORLD.getRank();
                    main[0] = MPI.isThreadMain();
                    int[] sum = {seen[0]};
                    MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
                    ranks.add(sum[0]);
                } catch (MPIException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            thread.join();
            assertThat(seen[0]).isEqualTo(rank);
            assertThat(main[0]).isFalse();
            MPI.Finalize();
        });
        assertThat(ranks).containsExactly(6);
    }

    @Test
    void shouldEndTheJobOfARankThatAborts() {
        AtomicInteger exit = new AtomicInteger(-1);
        assertThatThrownBy(() -> RankJobs.run(1, 3, exit::set, () -> {
                    MPI.Init(new String[0]);
                    if (MPI.COMM_WORLD.getRank() == 1) {
                        MPI.COMM_WORLD.abort(77);
                    }
                    MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1, 0);
                }))
                .hasStackTraceContaining("rank 1 has aborted the job: code=77");
        assertThat(exit).hasValue(77);
    }

    @Test
    void shouldEndTheJobWhereErrorsAreFatal() {
        AtomicInteger exit = new AtomicInteger(-1);
        assertThatThrownBy(() -> RankJobs.run(1, 2, exit::set, () -> {
                    MPI.Init(new String[0]);
                    if (MPI.COMM_WORLD.getRank() == 0) {
                        try {
                            MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 5, 0);
                        } catch (MPIException e) {
                            throw new AssertionError("nobody catches a fatal error", e);
                        }
                    }
                    MPI.COMM_WORLD.barrier();
                    MPI.Finalize();
                }))
                .hasStackTraceContaining(
                        "ERR_RANK: send rank=0 size=2 comm=MPI_COMM_WORLD: destination must lie in [0, 2)");
        assertThat(exit.get()).isEqualTo(MPI.ERR_RANK);
    }

    @Test
    void shouldTellTheOthersOfARankThatFails() {
        AtomicInteger told = new AtomicInteger();
        assertThatThrownBy(() -> RankJobs.run(2, 4, code -> {}, () -> {
                    MPI.Init(new String[0]);
                    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
                    if (MPI.COMM_WORLD.getRank() == 2) {
                        MPI.COMM_WORLD.barrier(); // all have called Init
                        throw new java.io.IOException("no input");
                    }
                    try {
                        MPI.COMM_WORLD.barrier();
                        MPI.COMM_WORLD.barrier();
                    } catch (MPIException e) {
                        assertThat(e.getErrorClass()).isEqualTo(MPI.ERR_PROC_ABORTED);
                        assertThat(e).hasMessageContaining("rank=2");
                        told.incrementAndGet();
                    }
                }))
                .hasStackTraceContaining("no input");
        assertThat(told).hasValue(3);
    }
}
