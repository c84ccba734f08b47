package tutti.collectives.shm;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.LocalSync;
import tutti.collectives.local.OtherLeaders;
import tutti.messaging.runtime.LocalMembers;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Memory that the processes of a group share, if all run on one host; their leaders meet in it without messages.
 *
 * <p>They meet in <em>steps</em>, which all count alike. In a step each leader writes its contribution into a slot of
 * its own, and counts itself; the last to arrive releases all. Then all read all slots, or share work on them tile by
 * tile. Two sets of slots and words are used in turn: a leader that has arrived in a step has finished all before it.
 * So when all have arrived in one step, what the step before it used is free.
 *
 * <p>A leader whose call fails may have left out steps. So it <em>closes</em> the memory, and all leaders make another
 * one in the next call that would use it. A leader that is in that call already, in its first step, leaves the closed
 * memory unchanged. A leader that finds another in a different call, or with another buffer, leaves a <em>fault</em>,
 * which shows the difference to leaders that wait. No leader reads what a killed process has not published; the others
 * hear of its loss as always.
 *
 * <p>Used by one member of this process at a time, in one call after the other: the leader, or another, if all members
 * of the process have arrived. What it announces or gives other members to read is for any thread.
 */
final class SharedSegment implements OtherLeaders {

    private final SegmentSetup setup;
    private final LocalMembers neighbours;
    private final SegmentLayout layout;
    private final MemorySegment memory;
    private final int[] leaders; // by process
    private final int self;
    private final SegmentSlots slots;
    private final SegmentFaults faults;
    private long step; // the last that this process has begun

    SharedSegment(SegmentSetup setup, LocalMembers neighbours, SegmentLayout layout, MemorySegment memory) {
        this.setup = setup;
        this.neighbours = neighbours;
        this.layout = layout;
        this.memory = memory;
        slots = new SegmentSlots(layout, memory);
        leaders = neighbours.leaders();
        self = neighbours.process();
        faults = new SegmentFaults(layout, memory, self);
    }

    /** How a wait has ended. */
    enum State {
        RELEASED,
        FAULTY,
        CLOSED
    }

    /** Whether buffers of some length have slots. */
    enum Slots {
        READY,
        NONE,
        /** The memory was closed before this call. */
        CLOSED
    }

    int processes() {
        return layout.processes();
    }

    /**
     * Returns whether there are slots for buffers of a length; the first large ones make them.
     *
     * @param own has the same type and length at all
     */
    Slots slotsFor(CollectiveCall call, DirectBuffer own) {
        if (slots.needsLarge(own) && !makeLarge(call, own)) {
            return Slots.CLOSED;
        }
        return slots.areReadyFor(own) ? Slots.READY : Slots.NONE;
    }

    /** Returns whether there are slots for each member, as {@link #slotsFor}. */
    Slots memberSlotsFor(CollectiveCall call, DirectBuffer own) {
        if (slots.needsLarge() && !makeLarge(call, own)) {
            return Slots.CLOSED;
        }
        return slots.hasLarge() ? Slots.READY : Slots.NONE;
    }

    /** Agrees on large slots; returns false if the memory was closed before this call. */
    private boolean makeLarge(CollectiveCall call, DirectBuffer own) {
        if (!meet(call, own, null)) { // no leader makes them whose buffer differs elsewhere
            return false;
        }
        slots.setLarge(
                setup.run(call, SegmentSetup.Kind.LARGE, layout.largeBytes()).memory());
        return true;
    }

    /** Returns whether there are slots for each member already. */
    boolean hasMemberSlots() {
        return slots.hasLarge();
    }

    /** Returns the number of the next step, to a member that has left the call in which the last one was done. */
    long nextStep() {
        return step + 1;
    }

    /** Returns whether all processes have arrived in a step. */
    boolean isReleased(long number) {
        return SegmentLayout.get(memory, layout.at(number, SegmentLayout.Word.RELEASED)) >= number;
    }

    /** Returns the slot of a member in a step. */
    MemberSlot memberSlot(long number, int rank, ElementType type) {
        return slots.ofMember(number, rank, type);
    }

    /**
     * Meets the other leaders once, as {@link #run}.
     *
     * @param outcome as {@link SegmentWork#outcome}
     */
    boolean meet(CollectiveCall call, DirectBuffer own, @Nullable Object outcome) {
        return run(call, own, 1, new SegmentWork.Meeting(outcome));
    }

    /**
     * Meets the other leaders a number of times.
     *
     * @param own has the same type and length at all, or null if there is no buffer
     * @return false if the memory was closed before this call, so that no leader has passed its first step
     * @throws MismatchedCallException if a leader is in another call
     * @throws tutti.messaging.BufferMismatchException if a leader's buffer differs
     */
    public boolean run(CollectiveCall call, @Nullable DirectBuffer own, long steps, SegmentWork work) {
        for (long number = 0; number < steps; number++) {
            if (isClosedBefore(call.label().call())) {
                return false;
            }
            step++;
            SegmentLayout.set(memory, layout.enteredAt(self), step);
            work.put(number);
            announce(call.local(), work.outcome());
            if (!arrive(call, own)) {
                return false;
            }
            work.take(number);
        }
        return true;
    }

    /**
     * Lets members of this process that do not sleep see for themselves that all have arrived in the step. If they read
     * slots then, these do not change: a leader arrives in the next step when its members have begun a later call.
     */
    private void announce(LocalSync local, @Nullable Object outcome) {
        if (outcome == null) {
            return;
        }
        long awaited = step;
        local.announce(() -> isReleased(awaited) ? outcome : null);
    }

    /** Keeps all leaders from using this memory in later calls than the one with a number. */
    void close(long call) {
        long closed = call + 1;
        for (long known = closed(); known < closed; known = closed()) {
            SegmentLayout.replace(memory, SegmentLayout.CLOSED_AT, known, closed);
        }
        wakeSleepers();
    }

    /** Returns whether a leader has closed the memory in an earlier call than the call's. */
    boolean isClosedBefore(long call) {
        long closed = closed();
        return closed > 0 && closed <= call;
    }

    /** Returns one more than the number of the last call in which a leader has closed the memory, or 0. */
    private long closed() {
        return SegmentLayout.get(memory, SegmentLayout.CLOSED_AT);
    }

    /**
     * Returns the part of a buffer that a process has written, or the place where this one writes it.
     *
     * @param whole has the same type and length at all
     */
    DirectBuffer slot(int process, DirectBuffer whole, long length) {
        return slots.of(step, process, whole, length);
    }

    /** Returns the same, of the present step also later, for any thread of this process. */
    SlotsOfStep slots(DirectBuffer whole) {
        long at = step;
        return (process, length) -> slots.of(at, process, whole, length);
    }

    /** The slots of one step. */
    @FunctionalInterface
    interface SlotsOfStep {
        DirectBuffer of(int process, long length);
    }

    DirectBuffer ownSlot(DirectBuffer whole, long length) {
        return slot(self, whole, length);
    }

    /**
     * Works on tiles until none is left, and waits until those that others work on are done.
     *
     * @param work on the tile with a number
     */
    void share(CollectiveCall call, long tiles, LongConsumer work) {
        long begun = at(SegmentLayout.Word.BEGUN);
        for (long tile = SegmentLayout.next(memory, begun); tile < tiles; tile = SegmentLayout.next(memory, begun)) {
            work.accept(tile);
            if (SegmentLayout.next(memory, at(SegmentLayout.Word.DONE)) == tiles - 1) {
                SegmentLayout.set(memory, at(SegmentLayout.Word.FINISHED), step);
                wakeSleepers();
            }
        }
        await(call, SegmentLayout.Word.FINISHED, null);
    }

    /**
     * Counts this process as arrived in a step, and waits for the others; returns false if the memory was closed before
     * this call.
     */
    private boolean arrive(CollectiveCall call, @Nullable DirectBuffer own) {
        SegmentLayout.Entry entry = SegmentFaults.entry(call, own);
        layout.write(memory, step, self, entry);
        long arrived = at(SegmentLayout.Word.ARRIVED);
        while (true) {
            long known = SegmentLayout.get(memory, arrived);
            boolean isFirst = SegmentLayout.stepOf(known) != step;
            int others = isFirst ? 0 : SegmentLayout.countOf(known);
            if (!isFirst) {
                compare(call, entry, SegmentLayout.processOf(known), own);
            }
            boolean isLast = others + 1 == layout.processes();
            if (isLast) { // no leader uses them before all have arrived
                SegmentLayout.set(memory, at(SegmentLayout.Word.BEGUN), 0);
                SegmentLayout.set(memory, at(SegmentLayout.Word.DONE), 0);
            }
            long next = isFirst ? SegmentLayout.word(step, self, 1) : known + 1;
            if (SegmentLayout.replace(memory, arrived, known, next)) {
                if (!isLast) {
                    return await(call, SegmentLayout.Word.RELEASED, own);
                }
                SegmentLayout.set(memory, at(SegmentLayout.Word.RELEASED), step);
                wakeSleepers();
                return true;
            }
        }
    }

    private void compare(CollectiveCall call, SegmentLayout.Entry entry, int other, @Nullable DirectBuffer own) {
        RuntimeException failure = faults.compare(call, step, entry, other, own);
        if (failure != null) {
            wakeSleepers();
            throw failure;
        }
    }

    /** Waits until a word has reached this step; returns false if the memory was closed before this call. */
    private boolean await(CollectiveCall call, SegmentLayout.Word word, @Nullable DirectBuffer own) {
        State state = call.local().awaitLeaders(this, () -> {
            if (SegmentLayout.get(memory, at(word)) >= step) {
                return State.RELEASED;
            }
            if (faults.isIn(step)) {
                return State.FAULTY;
            }
            return isClosedBefore(call.label().call())
                    ? State.CLOSED
                    : null; // if closed in this call, its failure is about to be told
        });
        if (state == State.FAULTY) {
            throw faults.exception(call, step, own);
        }
        return state == State.RELEASED;
    }

    private long at(SegmentLayout.Word word) {
        return layout.at(step, word);
    }

    /** Wakes the leaders that sleep; what they wait for has been written. */
    private void wakeSleepers() {
        VarHandle.fullFence(); // it is visible before this thread looks for sleepers
        for (int process = 0; process < layout.processes(); process++) {
            long at = layout.sleepsAt(process);
            if (process != self && SegmentLayout.get(memory, at) != 0 && SegmentLayout.exchange(memory, at, 0) != 0) {
                neighbours.knock(process);
            }
        }
    }

    @Override
    public void setAsleep(boolean asleep) {
        SegmentLayout.set(memory, layout.sleepsAt(self), asleep ? 1 : 0);
        VarHandle.fullFence();
    }

    @Override
    public void throwIfAbsent() {
        for (int process = 0; process < layout.processes(); process++) {
            if (SegmentLayout.get(memory, layout.enteredAt(process)) < step) {
                neighbours.throwIfGone(leaders[process]);
            }
        }
    }
}
