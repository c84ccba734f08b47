package tutti.collectives.hierarchy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.local.Borrow;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LocalSync;
import tutti.collectives.local.SharedBuffers;
import tutti.collectives.shm.MemberSlot;
import tutti.collectives.shm.SegmentSteps;
import tutti.serialization.DirectBuffer;

/**
 * Buffers of any length that members of several processes exchange in memory that all processes share.
 *
 * <p>They do so in steps. In each, every member writes as much as its slot holds, waits for all others, and reads what
 * it needs of their slots. Of each process the member that arrives last in a step meets the other processes.
 *
 * <p>For groups whose members may have slots ({@link SegmentSteps#mayBeUsedIn}).
 */
public final class SteppedExchange {
    private final CollectiveCall call;
    private final DirectBuffer own;
    private final Part part;

    private SteppedExchange(CollectiveCall call, DirectBuffer own, Part part) {
        this.call = call;
        this.own = own;
        this.part = part;
    }

    /** What one member does. */
    public interface Part {
        /** Returns in how many steps all members do it, at least one; known after the first. */
        long steps();

        /** Writes what others need in a step. */
        void put(long step, MemberSlot slot);

        /**
         * Takes what the member needs in a step.
         *
         * @param slots of all members, by rank
         */
        void take(long step, IntFunction<MemberSlot> slots);
    }

    /**
     * What the members of a process share.
     *
     * @param isFirstDone whether the first step is over
     * @param arrived how many members have arrived in the others, all counted together
     */
    private record Meetings(SegmentSteps steps, boolean isFirstDone, AtomicInteger arrived) {
        Meetings(SegmentSteps steps, boolean isFirstDone) {
            this(steps, isFirstDone, new AtomicInteger());
        }
    }

    /**
     * Exchanges.
     *
     * @param own has the same type and length at all members, and elements of the type that slots are to have
     * @return false if there is no memory, so that members have to exchange messages; the same for all
     * @throws tutti.messaging.BufferMismatchException if buffers are not alike
     */
    public static boolean run(CollectiveCall call, DirectBuffer own, Part part) {
        return new SteppedExchange(call, own, part).run();
    }

    /**
     * Exchanges blocks whose lengths may differ from member to member, in the same way.
     *
     * @param own has the same type at all members
     * @return false also if the members of the group may have no slots
     */
    public static boolean runBlocks(CollectiveCall call, DirectBuffer own, Supplier<Part> part) {
        return SegmentSteps.mayBeUsedIn(call) && run(call, own.slice(0, 0), part.get());
    }

    /** Returns the elements of a buffer that belong to a step, if so many do. */
    static DirectBuffer piece(DirectBuffer whole, long step, long perStep) {
        long from = Math.min(step * perStep, whole.length());
        return whole.slice(from, Math.min(perStep, whole.length() - from));
    }

    private boolean run() {
        SegmentSteps present = SegmentSteps.present(call);
        if (present != null) {
            part.put(0, slot(present, 0, call.rank()));
        }
        Object outcome =
                SegmentMeeting.ofBuffers(call, new Borrow(own, null, null, null, present), () -> meetFirst(present));
        if (!(outcome instanceof Meetings meetings)) {
            return false;
        }
        long step = 0;
        if (meetings.isFirstDone) {
            take(meetings, step++);
        }
        for (; step == 0 || step < part.steps(); step++) {
            part.put(step, slot(meetings.steps, step, call.rank()));
            meet(meetings, step);
            take(meetings, step);
        }
        return true;
    }

    private MemberSlot slot(SegmentSteps steps, long step, int rank) {
        return steps.slot(step, rank, own.type());
    }

    private void take(Meetings meetings, long step) {
        part.take(step, rank -> slot(meetings.steps, step, rank));
    }

    /** Meets other processes for the first time; returns null if the leader has to do that. */
    private @Nullable Object meetFirst(@Nullable SegmentSteps present) {
        if (present != null && haveAllWritten(present)) {
            Meetings meetings = new Meetings(present, true);
            if (present.meet(call, own, meetings)) {
                return meetings;
            }
        }
        if (!call.isLeader()) {
            return null;
        }
        SegmentSteps made = SegmentSteps.make(call, own);
        return made == null ? SegmentMeeting.BY_MESSAGES : new Meetings(made, false);
    }

    private boolean haveAllWritten(SegmentSteps steps) {
        SharedBuffers buffers = SharedBuffers.of(call);
        for (int index = 0; index < buffers.count(); index++) {
            if (!(buffers.borrow(index).written() instanceof SegmentSteps written) || !written.isSame(steps)) {
                return false;
            }
        }
        return true;
    }

    /** Waits until the members of all processes have written what they contribute to a step. */
    private void meet(Meetings meetings, long step) {
        LocalSync local = call.local();
        int count = call.locality().count();
        if (meetings.arrived.incrementAndGet() % count != 0) {
            local.await(() -> meetings.steps.haveMet(step) ? meetings : null);
            return;
        }
        if (!meetings.steps.meet(call, own, null)) {
            throw new IllegalStateException(
                    "memory was closed before a call in which all have met in it: " + call.label());
        }
        if (count > 1) {
            local.wakeAll();
        }
    }
}
