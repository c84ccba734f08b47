package tutti.collectives.shm;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LeaderState;
import tutti.collectives.local.LocalCollectives;
import tutti.collectives.local.Locality;
import tutti.collectives.signature.Operation;
import tutti.messaging.runtime.LocalMembers;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;

/**
 * The segments that the leader of a process shares with other leaders, one after the other.
 *
 * <p>Used by the leader's thread, or by another member's for it, in calls in which all processes do the same.
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
    private SharedSegments(LocalMembers neighbours, int processes, long firstCall, boolean mayShare) {
        this.neighbours = neighbours;
        lastFailed = firstCall - 1;
        setup = new SegmentSetup(neighbours, processes);
        this.mayShare = mayShare;
    }

    /**
     * Returns the segment in which the leaders meet, or null if the processes can't share memory; the first call makes
     * it.
     */
    static @Nullable SharedSegment of(CollectiveCall call) {
        return call.leaderState(() -> new SharedSegments(
                        call.endpoint().neighbours(),
                        call.locality().processes(),
                        call.label().call(),
                        mayBeUsedIn(call)))
                .segment(call);
    }

    /** Returns whether the processes may share a segment; the same at all members of the group. */
    public static boolean mayBeUsedIn(CollectiveCall call) {
        Locality locality = call.locality();
        int processes = locality.processes();
        return processes > 1 && processes <= SegmentLayout.MOST_PROCESSES && locality.mayShareMemory();
    }

    /**
     * Meets other processes in a segment.
     *
     * @param own has the same type and length at all, or null if there is no buffer
     * @param outcome what the other members of the process see then, or null if they wait for something else
     * @return false if there is no segment: as {@link #step}
     */
    public static boolean meet(CollectiveCall call, @Nullable DirectBuffer own, @Nullable Object outcome) {
        return step(call, own, segment -> new SegmentWork.Meeting(outcome)) != null;
    }

    /**
     * Does a step with other processes in a segment; called by the leader of this one, or by another member for it if
     * all have arrived in the call.
     *
     * <p>Only the leader makes a segment. So where another member finds none, the leader has to do the step.
     *
     * @param own has the same type and length at all, or null if there is no buffer
     * @param work what to do in a segment: in another one if that was closed before this call
     * @return the work that was done, or null if there is no segment: at the leader, if processes can't share memory
     */
    static <W extends SegmentWork> @Nullable W step(
            CollectiveCall call, @Nullable DirectBuffer own, Function<SharedSegment, W> work) {
        for (SharedSegment segment = usable(call); segment != null; segment = usable(call)) {
            W prepared = work.apply(segment);
            if (segment.run(call, own, 1, prepared)) {
                return prepared;
            }
        }
        return null;
    }

    private static @Nullable SharedSegment usable(CollectiveCall call) {
        return call.isLeader() ? of(call) : present(call);
    }

    /** Returns the segment that the process uses already, or null if the leader has to make one. */
    static @Nullable SharedSegment present(CollectiveCall call) {
        SharedSegment known = known(call.local().leaderState());
        return known == null || known.isClosedBefore(call.label().call()) ? null : known;
    }

    /** Returns whether the processes share a segment at present. */
    public static boolean areUsedBy(LocalCollectives local) {
        return known(local.leaderState()) != null;
    }

    private static @Nullable SharedSegment known(@Nullable LeaderState state) {
        return state instanceof SharedSegments segments ? segments.segment : null;
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
        SegmentLayout layout = SegmentLayout.of(call);
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
        if (!mayUseSegment(call)) {
            return;
        }
        lastFailed = call.call();
        if (segment != null) {
            callFailedInMember(call);
            forget();
        }
    }

    /** Closes the segment: the member's process may do steps of this call still, for which the member has written. */
    @Override
    public void callFailedInMember(CallSignature call) {
        SharedSegment known = segment;
        if (known != null && mayUseSegment(call)) {
            known.close(call.call());
        }
    }

    private static boolean mayUseSegment(CallSignature call) {
        return Operation.of(call.operation()).map(Operation::mayUseSegment).orElse(false);
    }

    private void forget() {
        segment = null;
        haveAgreed = false;
    }
}
