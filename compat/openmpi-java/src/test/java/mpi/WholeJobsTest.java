package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.mpi.RankJobs;

/** A full window; jobs that end early: errors that are fatal, abort, a rank that fails. */
class WholeJobsTest {

    /** They fill the window between the ranks. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldReceiveALaterTagBeforeManyStartedMessages(int processes) {
        int count = 70_000;
        RankJob.run(processes, 2, world -> {
            if (world.getRank() == 0) {
                Request[] sends = new Request[count];
                for (int i = 0; i < count; i++) {
                    sends[i] = world.iSend(MPI.newIntBuffer(1).put(0, i), 1, MPI.INT, 1, 1);
                }
                world.send(new int[] {42}, 1, MPI.INT, 1, 2);
                Request.waitAll(sends);
                return;
            }
            int[] got = new int[1];
            world.recv(got, 1, MPI.INT, 0, 2);
            assertThat(got).containsExactly(42);
            for (int i = 0; i < count; i++) {
                world.recv(got, 1, MPI.INT, 0, 1);
                assertThat(got).containsExactly(i);
            }
        });
    }

    @Test
    void shouldEndTheJobOfARankThatAborts() {
        Queue<Integer> codes = new ConcurrentLinkedQueue<>(); // of whichever thread ends the JVM first
        assertThatThrownBy(() -> RankJobs.run(1, 3, codes::add, () -> {
                    MPI.Init(new String[0]);
                    if (MPI.COMM_WORLD.getRank() == 1) {
                        MPI.COMM_WORLD.abort(77);
                    }
                    MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1, 0);
                }))
                .hasStackTraceContaining("rank 1 has aborted the job: code=77");
        assertThat(codes).hasSizeGreaterThan(1).containsOnly(77);
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
