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

/** Jobs of a certain shape: a full window, what Init returns, three processes, abort, ranks that fail. */
class WholeJobsTest {

    /** They fill the window between the ranks. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldReceiveALaterTagBeforeManyStartedMessages(int processes) {
        int count = 70_000;
        RankJob.run(processes, 2, world -> {
            if (world.Rank() == 0) {
                Request[] sends = new Request[count];
                for (int i = 0; i < count; i++) {
                    sends[i] = world.Isend(new int[] {i}, 0, 1, MPI.INT, 1, 1);
                }
                world.Send(new int[] {42}, 0, 1, MPI.INT, 1, 2);
                Request.Waitall(sends);
                return;
            }
            int[] got = new int[1];
            world.Recv(got, 0, 1, MPI.INT, 0, 2);
            assertThat(got).containsExactly(42);
            for (int i = 0; i < count; i++) {
                world.Recv(got, 0, 1, MPI.INT, 0, 1);
                assertThat(got).containsExactly(i);
            }
        });
    }

    @Test
    void shouldBeginAndEndTenTimesInThreeProcesses() {
        RankJobs.run(3, 3, code -> {}, ProgramsTest::tenTimes);
    }

    @Test
    void shouldReturnTheProgramsArguments() {
        String[][] cases = { // given, returned
            {"a b", "a b"},
            {"0 conf niodev a b", "a b"},
            {"0 conf multicore", ""},
            {"3 conf hybdev 1 2 3 4 5 a", "a"},
            {"10 20 30", "10 20 30"},
            {"x conf niodev", "x conf niodev"},
            {"--tutti-x=1 a", "a"}
        };
        for (String[] row : cases) {
            RankJobs.run(1, 1, code -> {}, () -> {
                assertThat(String.join(" ", MPI.Init(row[0].split(" ")))).isEqualTo(row[1]);
                MPI.Finalize();
            });
        }
        RankJobs.run(1, 1, code -> {}, () -> {
            assertThat(MPI.Init(null)).isEmpty();
            assertThatThrownBy(() -> MPI.Init(null)).hasMessageContaining("call Init once");
            MPI.Finalize();
        });
    }

    @Test
    void shouldEndTheJobOfARankThatAborts() {
        Queue<Integer> codes = new ConcurrentLinkedQueue<>(); // of whichever thread ends the JVM first
        assertThatThrownBy(() -> RankJobs.run(1, 3, codes::add, () -> {
                    MPI.Init(new String[0]);
                    if (MPI.COMM_WORLD.Rank() == 1) {
                        MPI.COMM_WORLD.Abort(77);
                    }
                    MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1, 0);
                }))
                .hasStackTraceContaining("rank 1 has aborted the job: code=77");
        assertThat(codes).hasSizeGreaterThan(1).containsOnly(77);
    }

    @Test
    void shouldEndTheJobWhereErrorsAreFatal() {
        AtomicInteger exit = new AtomicInteger(-1);
        assertThatThrownBy(() -> RankJobs.run(1, 2, exit::set, () -> {
                    MPI.Init(new String[0]);
                    MPI.Errorhandler_set(MPI.ERRORS_ARE_FATAL);
                    if (MPI.COMM_WORLD.Rank() == 0) {
                        try {
                            MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 5, 0);
                        } catch (MPIException e) {
                            throw new AssertionError("nobody catches a fatal error", e);
                        }
                    }
                    MPI.COMM_WORLD.Barrier();
                }))
                .hasStackTraceContaining("ERR_RANK: Send rank=0 size=2");
        assertThat(exit.get()).isPositive();
    }

    @Test
    void shouldTellTheOthersOfARankThatFails() {
        AtomicInteger told = new AtomicInteger();
        assertThatThrownBy(() -> RankJobs.run(2, 4, code -> {}, () -> {
                    MPI.Init(new String[0]);
                    if (MPI.COMM_WORLD.Rank() == 2) {
                        MPI.COMM_WORLD.Barrier(); // all have called Init
                        throw new java.io.IOException("no input");
                    }
                    try {
                        MPI.COMM_WORLD.Barrier();
                        MPI.COMM_WORLD.Recv(new Object[1], 0, 1, MPI.OBJECT, 2, 0);
                    } catch (MPIException e) {
                        assertThat(e).hasMessageContaining("ERR_PROC_ABORTED").hasMessageContaining("rank=2");
                        told.incrementAndGet();
                    }
                }))
                .hasStackTraceContaining("no input");
        assertThat(told).hasValue(3);
    }

    @Test
    void shouldEndInAllWhereOneHasNoRoom() {
        assertThatThrownBy(() -> RankJob.run(2, 3, world -> {
                    Object[] all = new Object[world.Rank() == 1 ? 2 : 3];
                    world.Allgather(new Object[] {"x"}, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
                }))
                .hasStackTraceContaining("ERR_BUFFER: Allgather rank=1 size=3");
    }
}
