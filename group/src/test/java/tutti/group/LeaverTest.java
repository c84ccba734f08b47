package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.MemberFailedException;

/**
 * A member leaves instead of taking part in a collective call: the call ends in all others, although those that notice
 * stay in the group and do nothing more.
 */
class LeaverTest {
    private static final int MEMBERS = 4;

    /** Operations that are one collective call, or calls that each member starts before it awaits any. */
    private static final List<EveryOperation> CALLS =
            EveryOperation.parse("BARRIER,BROADCAST,REDUCE,ALL_REDUCE,SCATTER,GATHER,ALL_GATHER,ALL_TO_ALL,"
                    + "ALL_TO_ALL_MAP,BROADCAST_BUFFERS,REDUCE_BUFFERS,ALL_REDUCE_BUFFERS,SCATTER_BUFFERS,"
                    + "GATHER_BUFFERS,ALL_GATHER_BUFFERS,ALL_TO_ALL_BUFFERS,SCATTER_BLOCKS,GATHER_BLOCKS,"
                    + "ALL_GATHER_BLOCKS,ALL_TO_ALL_BLOCKS,ALL_TO_ALL_BY_RANK,REDUCE_SCATTER,"
                    + "REDUCE_SCATTER_BLOCKS,EXCHANGE,EXCHANGE_BUFFERS,NEIGHBOR_ALL_GATHER,"
                    + "NEIGHBOR_ALL_TO_ALL_BUFFERS,HALO,GRAPH,WINDOW_FENCE,WINDOW_LOCK,STARTED_COLLECTIVES,"
                    + "STARTED_BUFFERS,STARTED_BLOCKS,STARTED_OBJECTS,STARTED_SCANS,FILE");

    /** Those in which values travel from or to a root only, so that a member may be needed by no other. */
    private static final Set<EveryOperation> ONE_WAY = EnumSet.of(
            EveryOperation.BROADCAST,
            EveryOperation.BROADCAST_BUFFERS,
            EveryOperation.REDUCE,
            EveryOperation.REDUCE_BUFFERS,
            EveryOperation.SCATTER,
            EveryOperation.SCATTER_BUFFERS,
            EveryOperation.SCATTER_BLOCKS,
            EveryOperation.GATHER,
            EveryOperation.GATHER_BUFFERS,
            EveryOperation.GATHER_BLOCKS);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldEndTheCallInAllOthers(int processes) {
        try (TestJob job = TestJob.of(processes)) {
            for (EveryOperation operation : CALLS) {
                int roots = ONE_WAY.contains(operation) ? MEMBERS : 1;
                for (int leaver = 0; leaver < MEMBERS; leaver++) {
                    for (int turn = 0; turn < roots; turn++) {
                        leave(job, operation, leaver, turn);
                    }
                }
            }
        }
    }

    private static void leave(TestJob job, EveryOperation operation, int leaver, int turn) {
        String name = "%s without %d, turn %d".formatted(operation, leaver, turn);
        AtomicInteger inCall = new AtomicInteger(MEMBERS - 1);
        CompletableFuture<@Nullable Void> allEnded = new CompletableFuture<>();
        List<TestMember<@Nullable MemberFailedException>> members = job.start(name, MEMBERS, (self, group, rank) -> {
            MemberFailedException failure = null;
            if (rank == leaver) {
                self.communicator(group).leave();
            } else {
                failure = catchThrowableOfType(MemberFailedException.class, () -> operation.run(self, group, turn));
                if (inCall.decrementAndGet() == 0) {
                    allEnded.complete(null);
                }
            }
            TestJob.get(allEnded);
            return failure;
        });
        Collection<MemberFailedException> failures =
                TestJob.outcome(members).stream().filter(Objects::nonNull).toList();
        assertThat(failures)
                .as(name)
                .allSatisfy(failure ->
                        assertThat(failure.rank()).as(failure.getMessage()).isEqualTo(leaver));
        assertThat(failures.isEmpty()).as(name).isIn(false, ONE_WAY.contains(operation));
    }
}
