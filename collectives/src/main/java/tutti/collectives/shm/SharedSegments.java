package tutti.collectives.shm;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.collectives.AlgorithmTable;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LeaderState;
import tutti.collectives.local.LocalCollectives;
import tutti.collectives.signature.Operation;
import tutti.messaging.runtime.LocalMembers;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;

/**
 * The segments that the leader of a process shares with other leaders, one after the other.
 *
 * <p>Used by the leader's thread, in calls in which all leaders do the same.
 */
public final class SharedSegments implements LeaderState {
    private final LocalMembers neighbours;
    private final SegmentSetup setup;
    private final boolean mayShare;
    private volatile boolean haveAgreed; // whether to share, and which segment
    private volatile @Nullable SharedSegment segment;
    private long lastFailed; // number of the last failed call in which others may have used a segment

    /**
     * Makes those of a leader.
     *
     * @param firstCall in which it may use one; others may have been in an earlier one still that had failed here
     */
    private SharedSegments(LocalMembers neighbours, int processes, long firstCall) {
        this.neighbours = neighbours;
        lastFailed = firstCall - 1;
        setup = new SegmentSetup(neighbours, processes);
        mayShare = processes > 1 && processes <= SharedSegment.MOST_PROCESSES && neighbours.areOnOneHost();
    }

    /**
     * Returns the segment in which the leaders meet, or null if the processes can't share memory; the first call makes
     * it.
     */
    static @Nullable SharedSegment of(CollectiveCall call) {
        return call.leaderState(() -> new SharedSegments(
                        call.endpoint().neighbours(),
                        call.locality().processes(),
                        call.label().call()))
                .segment(call);
    }

    /** Meets the other leaders in a segment; returns false if the processes can't share memory. */
    public static boolean meet(CollectiveCall call) {
        boolean met = step(call, null, segment -> SharedSegment.NONE);
        if (met) {
            call.usesAnyway(AlgorithmTable.SHARED);
        }
        return met;
    }

    /**
     * Does a step with the other leaders in a segment; returns false if the processes can't share memory.
     *
     * @param own has the same type and length at all, or null if there is no buffer
     * @param work what to do in a segment: in another one if that was closed before this call
     */
    static boolean step(
            CollectiveCall call, @Nullable DirectBuffer own, Function<SharedSegment, SharedSegment.Work> work) {
        SharedSegment segment = of(call);
        while (segment != null && !segment.run(call, own, 1, work.apply(segment))) {
            segment = of(call);
        }
        return segment != null;
    }

    /** Returns whether the leaders of all processes share a segment at present. */
    public static boolean areUsedBy(LocalCollectives local) {
        return local.leaderState() instanceof SharedSegments segments && segments.segment != null;
    }

    private @Nullable SharedSegment segment(CollectiveCall call) {
        if (!mayShare) {
            return null;
        }
        SharedSegment known = segment;
        if (known != null && known.isClosedBefore(call.label().call())) {
            forget();
        }
        while (!haveAgreed) {
            agree(call);
        }
        return segment;
    }

    private void agree(CollectiveCall call) {
        SegmentLayout layout = new SegmentLayout(call.locality().processes());
        SegmentSetup.Agreed agreed = setup.run(call, SegmentSetup.Kind.SMALL, layout.bytes());
        MemorySegment memory = agreed.memory();
        SharedSegment made = memory == null ? null : new SharedSegment(setup, neighbours, layout, memory);
        if (made != null && agreed.call() <= lastFailed) {
            // others may have used it in a call that had failed here before this leader knew of it
            made.close(lastFailed);
        } else {
            segment = made;
            haveAgreed = true;
        }
        if (agreed.call() > call.label().call()) {
            // the first leader has left this call early: it has failed there, and this leader is about to hear of it
            call.local().await(() -> null);
        }
    }

    @Override
    public void callFailed(CallSignature call) {
        if (!Operation.of(call.operation()).map(Operation::mayUseSegment).orElse(false)) {
            return;
        }
        lastFailed = call.call();
        SharedSegment known = segment;
        if (known != null) {
            known.close(lastFailed);
            forget();
        }
    }

    private void forget() {
        segment = null;
        haveAgreed = false;
    }
}
