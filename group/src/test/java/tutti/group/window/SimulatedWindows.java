package tutti.group.window;

import static tutti.group.window.WindowLedger.ADDS;
import static tutti.group.window.WindowLedger.INCREMENTS;
import static tutti.group.window.WindowLedger.PUTS;
import static tutti.group.window.WindowLedger.SWAPS;

import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import tutti.collectives.operation.Collectives;
import tutti.collectives.operation.Fence;
import tutti.group.window.WindowMember.Exposed;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * What the members of simulated groups do with a window, and what must hold of it: each value that is read is one that
 * the order of operations allows, also in the memory of a member whose group has broken.
 *
 * <p>Only one thread runs at a time, so members note in plain arrays what they begin and what they know to be done.
 */
final class SimulatedWindows {
    private static final int SHARED_CELLS = 3; // for INCREMENTS, ADDS and SWAPS
    private static final Duration PATIENCE = Duration.ofMillis(20);

    private final Map<Long, WindowLedger> ledgers = new HashMap<>(); // by a number that only members of one group have

    /** The work of one member. */
    void run(Endpoint endpoint, RandomGenerator choices) {
        WindowLedger ledger = ledgers.computeIfAbsent(choices.nextLong(), unknown -> new WindowLedger(endpoint.size()));
        ledger.reset(endpoint.rank());
        new Member(endpoint, ledger, 1 + choices.nextInt(1 << choices.nextInt(9))).run(choices);
    }

    /** One member, with its memory: for each origin data and a flag, then cells that all share. */
    private static final class Member {
        private final Endpoint endpoint;
        private final WindowLedger ledger;
        private final Collectives collectives;
        private final int rank;
        private final int size;
        private final int width;
        private final long[] memory;
        private final WindowMember window;
        private final BitSet givenUp = new BitSet(); // targets

        Member(Endpoint endpoint, WindowLedger ledger, int width) {
            this.endpoint = endpoint;
            this.ledger = ledger;
            this.width = width;
            collectives = new Collectives(endpoint);
            rank = endpoint.rank();
            size = endpoint.size();
            memory = new long[size * (width + 1) + SHARED_CELLS];
            LocalWindow local = endpoint.neighbours().attachment(LocalWindow.class, () -> new LocalWindow(size));
            local.reach(rank, WindowMemory.given(DirectBuffer.of(memory)));
            List<Exposed> exposed = Collections.nCopies(size, new Exposed(ElementType.LONG, memory.length, false));
            window = new WindowMember(endpoint, exposed, local);
        }

        private int dataOf(int origin) {
            return origin * (width + 1);
        }

        private int flagOf(int origin) {
            return dataOf(origin) + width;
        }

        private int shared(int kind) {
            return size * (width + 1) + kind - INCREMENTS;
        }

        void run(RandomGenerator choices) {
            try {
                collectives.barrier();
                window.open();
                collectives.barrier();
                fence();
                int steps = 1 + choices.nextInt(6);
                for (int step = 0; step < steps; step++) {
                    step(choices.nextInt(7), choices.nextInt(size), 1 + choices.nextInt(4));
                }
                takeLateGrants();
                collectives.barrier();
                checkMemory(true);
                collectives.barrier();
            } catch (MemberFailedException e) {
                checkMemory(false);
                throw e;
            }
        }

        private void step(int kind, int chosen, int times) {
            switch (kind) {
                case 0 -> putAndFence(chosen, times);
                case 1 -> putAndComplete(chosen);
                case 2 -> incrementLocked(chosen, times, false);
                case 3 -> incrementLocked(chosen, times, true);
                case 4 -> addAndSwap(chosen, times);
                case 5 -> sayAndRead(chosen, times);
                default -> replaceInOrder(chosen, times);
            }
        }

        private void fence() {
            collectives.run(Fence.of(() -> window.flushAll(endpoint)));
            window.epochs().state().fenced();
        }

        // ------------------------------------------------------------ operations

        private void finish(WindowOperation operation) {
            if (!window.start(operation)) {
                window.await(endpoint, operation);
            }
        }

        private void put(int target, int index, long... values) {
            finish(WindowOperation.put(target, index, DirectBuffer.of(values)));
        }

        private long[] get(int target, int index, int length) {
            long[] result = new long[length];
            finish(WindowOperation.get(target, index, DirectBuffer.of(result)));
            return result;
        }

        private long getAndUpdate(int target, int index, long operand, int code) {
            long[] result = new long[1];
            finish(WindowOperation.getAndAccumulate(
                    "getAndAccumulate",
                    target,
                    index,
                    DirectBuffer.of(new long[] {operand}),
                    DirectBuffer.of(result),
                    code));
            return result[0];
        }

        private long begin(int kind, int target) {
            return ledger.begin(kind, rank, target);
        }

        private void done(int kind, int target) {
            ledger.done(kind, rank, target);
        }

        private long[] filled(long value) {
            long[] values = new long[width];
            Arrays.fill(values, value);
            return values;
        }

        // ------------------------------------------------------------ steps

        /** Each puts into the memory of one other, several times; the latest is there after the fence. */
        private void putAndFence(int shift, int times) {
            int target = (rank + shift) % size;
            fence();
            for (int time = 0; time < times; time++) {
                put(target, dataOf(rank), filled(begin(PUTS, target)));
            }
            ledger.promise(rank, target);
            fence();
            done(PUTS, target);
            int origin = (rank + size - shift) % size;
            checkData(origin, ledger.promised(origin, rank));
            long[] there = get(target, dataOf(rank), width);
            requireAll(there, ledger.doneBy(PUTS, rank, target), ledger.begunBy(PUTS, rank, target), "own puts");
            fence();
        }

        /** The same by post, start, complete and await. */
        private void putAndComplete(int shift) {
            int target = (rank + shift) % size;
            int origin = (rank + size - shift) % size;
            window.epochs().post(new int[] {origin});
            window.epochs().start(endpoint, new int[] {target});
            put(target, dataOf(rank), filled(begin(PUTS, target)));
            ledger.promise(rank, target);
            window.epochs().complete(endpoint);
            done(PUTS, target);
            window.epochs().awaitComplete(endpoint);
            checkData(origin, ledger.promised(origin, rank));
        }

        /** All increment a number of one member, which only the holder of the lock reads and writes. */
        private void incrementLocked(int target, int times, boolean givesUp) {
            for (int time = 0; time < times; time++) {
                if (givesUp && !locked(endpoint.within(PATIENCE), target)) {
                    continue;
                }
                if (!givesUp) {
                    window.epochs().lock(endpoint, target, true);
                }
                long known = get(target, shared(INCREMENTS), 1)[0];
                requireCounted(INCREMENTS, target, known);
                begin(INCREMENTS, target);
                put(target, shared(INCREMENTS), known + 1);
                window.epochs().unlock(endpoint, target);
                done(INCREMENTS, target);
            }
        }

        private boolean locked(Endpoint limited, int target) {
            try {
                window.epochs().lock(limited, target, true);
                return true;
            } catch (DeadlineExceededException e) {
                givenUp.set(target);
                return false;
            }
        }

        /** A lock that was given up is granted later nonetheless, but before one that is wanted after it. */
        private void takeLateGrants() {
            givenUp.stream().forEach(target -> {
                window.epochs().lock(endpoint, target, false);
                window.epochs().unlock(endpoint, target);
            });
        }

        /** All add to a number, and count another up by compare-and-swap, under a lock that they share. */
        private void addAndSwap(int target, int times) {
            window.epochs().lock(endpoint, target, false);
            long latest = -1;
            for (int time = 0; time < times; time++) {
                begin(ADDS, target);
                long previous = getAndUpdate(target, shared(ADDS), 1, UpdateOperator.SUM);
                requireAbove(previous, latest, "fetch-and-add");
                done(ADDS, target);
                requireCounted(ADDS, target, previous + 1);
                latest = previous;
                swapUp(target);
            }
            window.epochs().unlock(endpoint, target);
        }

        private void swapUp(int target) {
            begin(SWAPS, target);
            long expected = get(target, shared(SWAPS), 1)[0];
            while (true) {
                long[] found = new long[1];
                finish(WindowOperation.compareAndSwap(
                        target,
                        shared(SWAPS),
                        DirectBuffer.of(new long[] {expected}),
                        DirectBuffer.of(new long[] {expected + 1}),
                        DirectBuffer.of(found)));
                if (found[0] == expected) {
                    done(SWAPS, target);
                    return;
                }
                requireAbove(found[0], expected, "compare-and-swap");
                expected = found[0];
            }
        }

        /** Each puts data, flushes, and says so by a flag; whoever sees the flag sees the data. */
        private void sayAndRead(int target, int times) {
            window.epochs().lockAll(endpoint);
            for (int time = 0; time < times; time++) {
                long round = begin(PUTS, target);
                put(target, dataOf(rank), filled(round));
                window.flush(endpoint, target);
                done(PUTS, target);
                getAndUpdate(target, flagOf(rank), round, UpdateOperator.REPLACE.code());
                int other = (rank + 1 + time) % size;
                long flag = getAndUpdate(target, flagOf(other), 0, UpdateOperator.NO_OP.code());
                long[] data = get(target, dataOf(other), width);
                requireAll(data, flag, ledger.begunBy(PUTS, other, target), "data behind a flag");
            }
            window.epochs().unlockAll(endpoint);
        }

        /** Updates of one origin take effect in the order of their calls, without a wait between them. */
        private void replaceInOrder(int target, int times) {
            window.epochs().lock(endpoint, target, false);
            long before = getAndUpdate(target, flagOf(rank), 0, UpdateOperator.NO_OP.code());
            for (int time = 1; time <= times; time++) {
                boolean isLast = time == times;
                window.start(WindowOperation.accumulate(
                        target,
                        flagOf(rank),
                        DirectBuffer.of(new long[] {isLast ? before : -time}),
                        UpdateOperator.REPLACE.code()));
            }
            long after = getAndUpdate(target, flagOf(rank), 0, UpdateOperator.NO_OP.code());
            require(
                    after == before,
                    () -> "accumulates overtook each other: expected=%d got=%d".formatted(before, after));
            window.epochs().unlock(endpoint, target);
        }

        // ------------------------------------------------------------ what must hold

        /** What origins have put here is not older than what they know to be done, nor newer than what they began. */
        private void checkMemory(boolean isWhole) {
            for (int origin = 0; origin < size; origin++) {
                checkData(origin, ledger.doneBy(PUTS, origin, rank));
            }
            for (int kind = INCREMENTS; kind <= SWAPS; kind++) {
                long value = memory[shared(kind)];
                requireCounted(kind, rank, value);
                if (isWhole) {
                    long expected = ledger.doneByAll(kind, rank);
                    require(
                            value == expected,
                            () -> "a number is wrong: expected=%d got=%d".formatted(expected, value));
                }
            }
        }

        private void checkData(int origin, long least) {
            long[] data = Arrays.copyOfRange(memory, dataOf(origin), dataOf(origin) + width);
            requireAll(data, least, ledger.begunBy(PUTS, origin, rank), "puts of " + origin);
        }

        private void requireCounted(int kind, int target, long value) {
            long least = ledger.doneByAll(kind, target);
            long most = ledger.begunByAll(kind, target);
            boolean mayBeLater = target != rank; // what was read there may be old when it is compared here
            require(
                    value <= most && (mayBeLater ? value >= ledger.doneBy(kind, rank, target) : value >= least),
                    () -> "a number that no order allows: value=%d done=%d begun=%d".formatted(value, least, most));
        }

        private void requireAll(long[] values, long least, long most, String what) {
            boolean isRight = LongStream.of(values).allMatch(value -> value >= least && value <= most);
            require(isRight, () -> "%s: %s must lie in [%d, %d]".formatted(what, Arrays.toString(values), least, most));
        }

        private void requireAbove(long value, long earlier, String what) {
            require(value > earlier, () -> "%s went back: earlier=%d now=%d".formatted(what, earlier, value));
        }

        private void require(boolean holds, Supplier<String> what) {
            if (!holds) {
                throw new AssertionError("rank=%d: %s".formatted(rank, what.get()));
            }
        }
    }
}
