package tutti.collectives;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import tutti.messaging.Label;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Memory that the processes of a group share where all run on one host, and in which their leaders meet without messages.
 *
 * <p>They meet in <em>steps</em>, which all count alike. In a step each puts what it contributes into a slot of its own, and counts itself;
 * the last who comes lets all go on. Then all read all slots, or share work on them tile by tile. Two sets of slots and words are used in
 * turn: whoever has come to a step is done with all before it, so when all have come to one step, what the step before it used is free.
 *
 * <p>A leader whose call fails may have left out steps, so it <em>closes</em> the memory, and all leaders make another one in the next call
 * that would use it. A leader that is in that call already, in its first step, leaves the closed memory as it came. A leader that finds
 * another in a different call, or with another buffer, leaves a <em>fault</em> that shows it to those who wait. What a killed process has not
 * published, nobody reads; the others hear of its loss as always.
 *
 * <p>Used by the leader of this process alone, in one call after the other.
 */
final class Commons {
    private static final int COUNT_BITS = 12;
    private static final long LOW = (1 << COUNT_BITS) - 1;
    private static final int NOTHING = -1;
    private static final List<ElementType> TYPES = List.of(ElementType.values());
    private static final List<Fault> FAULTS = List.of(Fault.values());

    /** Most processes that can share a memory. */
    static final int MOST_PROCESSES = (int) LOW;

    private final CommonsAgreement agreement;
    private final CommonsLayout layout;
    private final MemorySegment memory;
    private final int self;
    private final Map<ElementType, DirectBuffer[]> slots = new EnumMap<>(ElementType.class);
    private final Map<ElementType, DirectBuffer[]> largeSlots = new EnumMap<>(ElementType.class);
    private @Nullable MemorySegment largeMemory;
    private boolean isLargeTried;
    private long step; // the last that this process has begun

    Commons(CommonsAgreement agreement, CommonsLayout layout, MemorySegment memory, int self) {
        this.agreement = agreement;
        this.layout = layout;
        this.memory = memory;
        this.self = self;
    }

    /** What a wait has come to. */
    enum State {
        GOES_ON,
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

    private enum Fault {
        /** Two leaders are in different calls. */
        MISMATCH,
        /** Two leaders have buffers that differ in type or length. */
        UNLIKE
    }

    /** What is done in the steps of one call. */
    interface Work {
        /** Puts down what this process contributes. */
        void put(long number);

        /** Uses what all have contributed. */
        void take(long number);
    }

    /** What there is to do in a step in which leaders only wait for each other. */
    static final Work NONE = new Work() {
        @Override
        public void put(long number) {}

        @Override
        public void take(long number) {}
    };

    int processes() {
        return layout.processes();
    }

    /** Returns how many bytes of a buffer fit the slots that are used for one of its length. */
    static int slotBytes(DirectBuffer whole) {
        return isLarge(whole) ? CommonsLayout.LARGE_BYTES : CommonsLayout.SMALL_BYTES;
    }

    private static boolean isLarge(DirectBuffer whole) {
        return whole.lengthBytes() > CommonsLayout.SMALL_BYTES;
    }

    /**
     * Returns whether there are slots for buffers of a length; the first large ones make them.
     *
     * @param own has the same type and length at all
     */
    Slots slotsFor(Visit visit, DirectBuffer own) {
        if (isLarge(own) && !isLargeTried) {
            if (!run(visit, own, 1, NONE)) { // so that nobody makes them whose buffer is small elsewhere
                return Slots.CLOSED;
            }
            largeMemory = agreement
                    .run(visit, CommonsAgreement.Kind.LARGE, layout.largeBytes())
                    .memory();
            isLargeTried = true;
        }
        return isLarge(own) && largeMemory == null ? Slots.NONE : Slots.READY;
    }

    /**
     * Meets the other leaders a number of times.
     *
     * @param own has the same type and length at all, or null if there is no buffer
     * @return false if the memory was closed before this call, and nobody can have passed its first step
     * @throws MismatchedCallException if a leader is in another call
     * @throws tutti.messaging.BufferMismatchException if a leader's buffer differs
     */
    boolean run(Visit visit, @Nullable DirectBuffer own, long steps, Work work) {
        for (long number = 0; number < steps; number++) {
            if (isClosedBefore(visit)) {
                return false;
            }
            step++;
            CommonsLayout.set(memory, layout.enteredAt(self), step);
            work.put(number);
            if (!come(visit, own)) {
                return false;
            }
            work.take(number);
        }
        return true;
    }

    /** From now on nobody uses this memory in a later call than one with a number. */
    void close(Visit visit, long call) {
        long closed = call + 1;
        for (long known = closed(); known < closed; known = closed()) {
            CommonsLayout.replace(memory, CommonsLayout.CLOSED_AT, known, closed);
        }
        wakeSleepers(visit);
    }

    /** Returns whether a leader has closed the memory in an earlier call than the visit's. */
    boolean isClosedBefore(Visit visit) {
        long closed = closed();
        return closed > 0 && closed <= visit.label().call();
    }

    /** Returns one more than the number of the last call in which a leader has closed the memory, or 0. */
    private long closed() {
        return CommonsLayout.get(memory, CommonsLayout.CLOSED_AT);
    }

    /**
     * Returns the part of a buffer that a process has put down, or where this one shall.
     *
     * @param whole has the same type and length at all
     */
    DirectBuffer slot(int process, DirectBuffer whole, long length) {
        Map<ElementType, DirectBuffer[]> views = isLarge(whole) ? largeSlots : slots;
        DirectBuffer[] known = views.computeIfAbsent(whole.type(), t -> new DirectBuffer[2 * layout.processes()]);
        int index = (int) (step & 1) * layout.processes() + process;
        if (known[index] == null) {
            known[index] = DirectBuffer.of(slotMemory(process, whole), whole.type());
        }
        return known[index].slice(0, length);
    }

    private MemorySegment slotMemory(int process, DirectBuffer whole) {
        return isLarge(whole)
                ? Objects.requireNonNull(largeMemory)
                        .asSlice(layout.largeSlotAt(step, process), CommonsLayout.LARGE_BYTES)
                : memory.asSlice(layout.slotAt(step, process), CommonsLayout.SMALL_BYTES);
    }

    DirectBuffer ownSlot(DirectBuffer whole, long length) {
        return slot(self, whole, length);
    }

    /**
     * Works on tiles until none is left, and waits until those that others work on are done.
     *
     * @param work on the tile with a number
     */
    void share(Visit visit, long tiles, LongConsumer work) {
        long begun = at(CommonsLayout.Word.BEGUN);
        for (long tile = CommonsLayout.next(memory, begun); tile < tiles; tile = CommonsLayout.next(memory, begun)) {
            work.accept(tile);
            if (CommonsLayout.next(memory, at(CommonsLayout.Word.DONE)) == tiles - 1) {
                CommonsLayout.set(memory, at(CommonsLayout.Word.FINISHED), step);
                wakeSleepers(visit);
            }
        }
        await(visit, CommonsLayout.Word.FINISHED, null);
    }

    /** Counts this process in a step, and waits for the others; returns false if the memory was closed before this call. */
    private boolean come(Visit visit, @Nullable DirectBuffer own) {
        CommonsLayout.Entry entry = entry(visit, own);
        layout.write(memory, step, self, entry);
        long arrived = at(CommonsLayout.Word.ARRIVED);
        while (true) {
            long known = CommonsLayout.get(memory, arrived);
            boolean isFirst = known >> (2 * COUNT_BITS) != step;
            long others = isFirst ? 0 : known & LOW;
            if (!isFirst) {
                compare(visit, entry, first(known), own);
            }
            boolean isLast = others + 1 == layout.processes();
            if (isLast) { // nobody uses them before all have come
                CommonsLayout.set(memory, at(CommonsLayout.Word.BEGUN), 0);
                CommonsLayout.set(memory, at(CommonsLayout.Word.DONE), 0);
            }
            long next = isFirst ? (step << COUNT_BITS | self) << COUNT_BITS | 1 : known + 1;
            if (CommonsLayout.replace(memory, arrived, known, next)) {
                if (!isLast) {
                    return await(visit, CommonsLayout.Word.RELEASED, own);
                }
                CommonsLayout.set(memory, at(CommonsLayout.Word.RELEASED), step);
                wakeSleepers(visit);
                return true;
            }
        }
    }

    private static int first(long arrived) {
        return (int) (arrived >> COUNT_BITS & LOW);
    }

    private static CommonsLayout.Entry entry(Visit visit, @Nullable DirectBuffer own) {
        Label label = visit.label();
        return new CommonsLayout.Entry(
                label.operation(),
                label.root(),
                label.call(),
                label.variant(),
                visit.rank(),
                own == null ? NOTHING : TYPES.indexOf(own.type()),
                own == null ? 0 : own.length());
    }

    /** Compares this process' call with another's, and leaves a fault if they differ. */
    private void compare(Visit visit, CommonsLayout.Entry entry, int other, @Nullable DirectBuffer own) {
        CommonsLayout.Entry theirs = layout.read(memory, step, other);
        Fault fault = !entry.isSameCall(theirs) ? Fault.MISMATCH : !entry.isAlike(theirs) ? Fault.UNLIKE : null;
        if (fault != null) {
            leave(fault, step);
            wakeSleepers(visit);
            throw fault == Fault.MISMATCH ? mismatch(visit, theirs) : unlike(visit, theirs, own);
        }
    }

    /** Waits until a word has come to this step; returns false if the memory was closed before this call. */
    private boolean await(Visit visit, CommonsLayout.Word word, @Nullable DirectBuffer own) {
        State state = visit.awaitLeaders(this, () -> {
            if (CommonsLayout.get(memory, at(word)) >= step) {
                return State.GOES_ON;
            }
            if (CommonsLayout.get(memory, at(CommonsLayout.Word.FAULT)) >> (2 * COUNT_BITS) == step) {
                return State.FAULTY;
            }
            return isClosedBefore(visit)
                    ? State.CLOSED
                    : null; // if closed in this call, its failure is about to be told
        });
        if (state == State.FAULTY) {
            throw failure(visit, own);
        }
        return state == State.GOES_ON;
    }

    /** Makes the exception of a leader that has seen a fault. */
    private RuntimeException failure(Visit visit, @Nullable DirectBuffer own) {
        long fault = CommonsLayout.get(memory, at(CommonsLayout.Word.FAULT));
        CommonsLayout.Entry theirs = layout.read(memory, step, first(fault));
        CommonsLayout.Entry mine = entry(visit, own);
        CommonsLayout.Entry first =
                layout.read(memory, step, first(CommonsLayout.get(memory, at(CommonsLayout.Word.ARRIVED))));
        return switch (FAULTS.get((int) (fault & LOW))) {
            case MISMATCH -> mismatch(visit, mine.isSameCall(theirs) ? first : theirs);
            case UNLIKE -> unlike(visit, mine.isAlike(theirs) ? first : theirs, own);
        };
    }

    private static MismatchedCallException mismatch(Visit visit, CommonsLayout.Entry other) {
        return visit.mismatch(other.rank(), new Label(other.operation(), other.root(), other.call(), other.variant()));
    }

    private static RuntimeException unlike(Visit visit, CommonsLayout.Entry other, @Nullable DirectBuffer own) {
        String shape = "%s[%d]".formatted(TYPES.get(other.type()), other.length());
        return own == null
                ? new IllegalStateException("no buffer, but unlike " + shape)
                : visit.unlike(other.rank(), shape, own);
    }

    /** Leaves a fault, unless somebody else has. */
    private void leave(Fault kind, long inStep) {
        long at = layout.at(inStep, CommonsLayout.Word.FAULT);
        long known = CommonsLayout.get(memory, at);
        if (known >> (2 * COUNT_BITS) < inStep) {
            CommonsLayout.replace(
                    memory, at, known, (inStep << COUNT_BITS | self) << COUNT_BITS | FAULTS.indexOf(kind));
        }
    }

    private long at(CommonsLayout.Word word) {
        return layout.at(step, word);
    }

    /** Wakes the leaders that sleep; what they wait for has been written. */
    private void wakeSleepers(Visit visit) {
        VarHandle.fullFence(); // it is visible before we look whether anybody sleeps
        for (int process = 0; process < layout.processes(); process++) {
            long at = layout.sleepsAt(process);
            if (process != self && CommonsLayout.get(memory, at) != 0 && CommonsLayout.exchange(memory, at, 0) != 0) {
                visit.place().neighbours().knock(process);
            }
        }
    }

    /** From now on this process must be woken, or not; whoever is to sleep looks once more after this. */
    void setAsleep(boolean asleep) {
        CommonsLayout.set(memory, layout.sleepsAt(self), asleep ? 1 : 0);
        VarHandle.fullFence();
    }

    /** Throws if the leader of a process that has not come yet will never come. */
    void throwIfAbsent(Visit visit) {
        MeetingPlace place = visit.place();
        for (int process = 0; process < layout.processes(); process++) {
            if (CommonsLayout.get(memory, layout.enteredAt(process)) < step) {
                place.neighbours().throwIfGone(place.leaders()[process]);
            }
        }
    }
}
