package tutti.collectives.shm;

import org.jspecify.annotations.Nullable;
import tutti.collectives.local.CollectiveCall;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * The steps of one call in a segment in which each member has a slot: it writes there what others read when all have
 * arrived in the step.
 *
 * <p>Numbers of steps count from 0 on in the call. What lies in a slot stays there until its member writes two steps
 * later, and it may when all have arrived in the step between: then all have read it.
 */
public final class SegmentSteps {
    private final SharedSegment segment;
    private final long first; // step of the segment

    private SegmentSteps(SharedSegment segment) {
        this.segment = segment;
        first = segment.nextStep();
    }

    /** Returns whether members may have slots in a call; the same at all members of the group. */
    public static boolean mayBeUsedIn(CollectiveCall call) {
        return SharedSegments.mayBeUsedIn(call) && call.endpoint().size() <= SegmentLayout.MOST_MEMBERS;
    }

    /** Returns how many bytes of data a slot has; the same at all members of the group. */
    public static long slotBytes(CollectiveCall call) {
        return SegmentLayout.of(call).memberDataBytes();
    }

    /** Returns the next steps in a segment that the process uses already, or null if the leader has to make it. */
    public static @Nullable SegmentSteps present(CollectiveCall call) {
        SharedSegment segment = SharedSegments.present(call);
        return segment == null || !segment.hasMemberSlots() ? null : new SegmentSteps(segment);
    }

    /**
     * Makes a segment, or slots, if there are none; called by the leader.
     *
     * @param own has the same type and length at all
     * @return null if the processes can't share memory; they have met then
     */
    public static @Nullable SegmentSteps make(CollectiveCall call, DirectBuffer own) {
        for (SharedSegment made = SharedSegments.of(call); made != null; made = SharedSegments.of(call)) {
            SharedSegment.Slots slots = made.memberSlotsFor(call, own);
            if (slots == SharedSegment.Slots.READY) {
                return new SegmentSteps(made);
            }
            if (slots == SharedSegment.Slots.NONE && made.meet(call, own, null)) {
                return null;
            }
        }
        return null;
    }

    /** Returns whether other steps are the same. */
    public boolean isSame(SegmentSteps other) {
        return segment == other.segment && first == other.first;
    }

    /**
     * Does the next step, when all members of the process have written what they contribute: waits for the other
     * processes. Called by one member.
     *
     * @param own has the same type and length at all
     * @param outcome what the other members of the process get as soon as all have arrived, or null
     * @return false if the segment was closed before this call
     */
    public boolean meet(CollectiveCall call, DirectBuffer own, @Nullable Object outcome) {
        return segment.meet(call, own, outcome);
    }

    /** Returns whether all processes have arrived in a step. */
    public boolean haveMet(long step) {
        return segment.isReleased(first + step);
    }

    /** Returns what a member contributes in a step, or where it writes that. */
    public MemberSlot slot(long step, int rank, ElementType type) {
        return segment.memberSlot(first + step, rank, type);
    }
}
