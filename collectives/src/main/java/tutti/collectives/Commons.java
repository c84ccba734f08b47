package tutti.collectives;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.Label;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Memory that the processes of a group share where all run on one host, and in which their leaders meet without messages.
 *
 * <p>They meet in <em>steps</em>, which all count alike. In a step each puts what it contributes into a slot of its own, and counts itself;
 * the last who comes lets all go on. Then all read all slots, or share work on them tile by tile. Two sets of slots and words are used in
 * turn: whoever has come to a step is done with all before it, so when all have come to one step, what the step before it used is free.
 *
 * <p>A step fails for all when a leader finds that it is in another call than the first who came, or gives up before it has come: it leaves
 * a <em>fault</em>, which all see who wait. A leader that gives up while the step's words may still be in use for an earlier one
 * <em>skips</em> it, and says so in a word of its own. What a killed process has not published, nobody reads; the others hear of its loss as always.
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

    private final CommonsLayout layout;
    private final MemorySegment memory;
    private final int self;
    private final Map<ElementType, DirectBuffer[]> slots = new EnumMap<>(ElementType.class);
    private final Map<ElementType, DirectBuffer[]> largeSlots = new EnumMap<>(ElementType.class);
    private @Nullable MemorySegment largeMemory;
    private boolean isLargeTried;
    private long step; // the last that this process has begun
    private boolean isIn; // all have come to it, as far as is known here
    private boolean counted; // this process has come to it
    private boolean working; // on a tile, for which the others wait
    private boolean begins; // waits for what is before the next step

    Commons(CommonsLayout layout, MemorySegment memory, int self) {
        this.layout = layout;
        this.memory = memory;
        this.self = self;
        isIn = true; // there was no step before the first
    }

    /** What a wait has come to. */
    enum State {
        GOES_ON,
        FAILED
    }

    private enum Fault {
        /** Two leaders are in different calls. */
        MISMATCH,
        /** Two leaders have buffers that differ in type or length. */
        UNLIKE,
        /** A leader could not do its part. */
        GAVE_UP
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
    boolean hasSlotsFor(Visit visit, Peers leaders, DirectBuffer own) {
        if (isLarge(own) && !isLargeTried) {
            run(visit, own, 1, NONE); // so that nobody makes them whose buffer is small elsewhere
            largeMemory = CommonsAgreement.share(visit.place().neighbours(), leaders, layout.largeBytes());
            isLargeTried = true;
        }
        return !isLarge(own) || largeMemory != null;
    }

    /**
     * Meets the other leaders a number of times.
     *
     * @param own has the same type and length at all, or null if there is no buffer
     * @throws MismatchedCallException if a leader is in another call
     * @throws BufferMismatchException if a leader's buffer differs
     */
    void run(Visit visit, @Nullable DirectBuffer own, long steps, Work work) {
        for (long number = 0; number < steps; number++) {
            begin(visit);
            try {
                work.put(number);
                come(visit, own);
                work.take(number);
            } catch (Throwable failure) {
                giveUp(visit, failure, number + 1 < steps);
                throw failure;
            }
        }
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
            working = true;
            work.accept(tile);
            working = false;
            if (CommonsLayout.next(memory, at(CommonsLayout.Word.DONE)) == tiles - 1) {
                CommonsLayout.set(memory, at(CommonsLayout.Word.FINISHED), step);
                wakeSleepers(visit);
            }
        }
        await(visit, CommonsLayout.Word.FINISHED, null);
    }

    private void begin(Visit visit) {
        if (!isIn) { // the step before ended early: its words and slots, and those before, may be in use
            awaitEntered(visit);
        }
        enter();
    }

    /** Waits until all have begun the last step. */
    private void awaitEntered(Visit visit) {
        begins = true;
        try {
            visit.awaitLeaders(this, () -> missing(step) < 0 ? State.GOES_ON : null);
        } catch (Throwable failure) {
            visit.answerConflict();
            skip(visit);
            throw failure;
        } finally {
            begins = false;
        }
    }

    private void enter() {
        step++;
        isIn = false;
        counted = false;
        CommonsLayout.set(memory, layout.enteredAt(self), step);
    }

    /** Sees to it that nobody waits for this process in the next step, whose words it must not touch yet. */
    private void skip(Visit visit) {
        long at = layout.skippedAt(self);
        long known = CommonsLayout.get(memory, at);
        long inRow = known >> COUNT_BITS == step ? Math.min((known & LOW) + 1, LOW) : 1;
        CommonsLayout.set(memory, at, (step + 1) << COUNT_BITS | inRow);
        enter();
        wakeSleepers(visit);
    }

    private boolean hasSkipped(int process) {
        long known = CommonsLayout.get(memory, layout.skippedAt(process));
        long last = known >> COUNT_BITS;
        return step <= last && step > last - (known & LOW);
    }

    private void come(Visit visit, @Nullable DirectBuffer own) {
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
                counted = true;
                if (isLast) {
                    CommonsLayout.set(memory, at(CommonsLayout.Word.RELEASED), step);
                    wakeSleepers(visit);
                } else {
                    await(visit, CommonsLayout.Word.RELEASED, own);
                }
                isIn = true;
                return;
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

    /** Waits until a word has come to this step. */
    private void await(Visit visit, CommonsLayout.Word word, @Nullable DirectBuffer own) {
        State state = visit.awaitLeaders(this, () -> {
            if (CommonsLayout.get(memory, at(word)) >= step) {
                return State.GOES_ON;
            }
            return CommonsLayout.get(memory, at(CommonsLayout.Word.FAULT)) >> (2 * COUNT_BITS) == step
                    ? State.FAILED
                    : null;
        });
        if (state == State.FAILED) {
            throw failure(visit, own);
        }
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
            case GAVE_UP -> visit.gaveUp(visit.place().leaders()[first(fault)]);
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

    /** Sees to it that nobody waits for this process in the rest of a call. */
    private void giveUp(Visit visit, Throwable cause, boolean isNeededLater) {
        visit.answerConflict();
        isIn = false;
        boolean isMissed = !counted || working;
        working = false;
        boolean othersKnow = cause instanceof MemberFailedException
                || cause instanceof DeadlineExceededException
                || CommonsLayout.get(memory, at(CommonsLayout.Word.FAULT)) >> (2 * COUNT_BITS) == step;
        if (othersKnow || !(isMissed || isNeededLater)) {
            return;
        }
        if (!isMissed) {
            step++;
            CommonsLayout.set(memory, layout.enteredAt(self), step);
        }
        leave(Fault.GAVE_UP, step);
        wakeSleepers(visit);
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
            } else if (!begins && hasSkipped(process)) {
                throw visit.gaveUp(place.leaders()[process]);
            }
        }
    }

    /** Returns a process that has not begun a step yet, or -1. */
    private int missing(long someStep) {
        for (int process = 0; process < layout.processes(); process++) {
            if (CommonsLayout.get(memory, layout.enteredAt(process)) < someStep) {
                return process;
            }
        }
        return NOTHING;
    }
}
