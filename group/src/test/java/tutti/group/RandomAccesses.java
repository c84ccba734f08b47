package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * The steps of a random program that access the memory of a window.
 *
 * <p>Each origin has cells of its own in each member's memory: one for a put, some that it combines in the order of its
 * operations, and one that is only read.
 */
final class RandomAccesses {
    private static final int CELLS = 4; // for each origin
    private static final int COMBINED = 1; // the first of two cells
    private static final int READ = 3;

    private final RandomMember member;
    private final Random random;
    private final int rank;
    private final int size;

    private Window window;
    private ElementType type;
    private long[][] expected; // cells by target
    private List<Request<?>> started;

    RandomAccesses(RandomMember member) {
        this.member = member;
        random = member.random;
        rank = member.rank;
        size = member.size;
    }

    void step() {
        type = List.of(ElementType.INT, ElementType.LONG, ElementType.DOUBLE).get(random.nextInt(3));
        expected = new long[size][CELLS * size];
        window = (Window)
                (random.nextBoolean()
                        ? member.call(member.world, "createWindow(DirectBuffer)", buffer(new long[CELLS * size]))
                        : member.call(member.world, "allocateWindow(ElementType,long)", type, CELLS * size));
        member.call(window, "fence()");
        for (int epochs = 1 + random.nextInt(3); epochs > 0; epochs--) {
            epoch();
            member.call(window, "fence()");
            assertThat(numbers(window.memory())).isEqualTo(expected[rank]);
            member.call(window, "fence()");
        }
        member.call(window, "close()");
    }

    private DirectBuffer buffer(long... values) {
        Object array = type.newArray(values.length);
        for (int i = 0; i < values.length; i++) {
            Array.setInt(array, i, (int) values[i]); // widens
        }
        return DirectBuffer.ofArray(array);
    }

    private static long[] numbers(DirectBuffer buffer) {
        return RandomMemory.numbers(buffer.toArray());
    }

    // ---------------------------------------------------------------- epochs

    private void epoch() {
        int kind = random.nextInt(4);
        int onlyTarget = random.nextInt(size);
        int[] all = IntStream.range(0, size).toArray();
        started = new ArrayList<>();
        switch (kind) {
            case 0 -> {
                accesses(-1, false);
                awaitStarted();
            }
            case 1 -> {
                member.call(window, "post(int[])", all);
                member.call(window, "start(int[])", all);
                accesses(-1, false);
                awaitStarted();
                member.call(window, "complete()");
                awaitOrigins();
            }
            case 2 -> {
                member.call(window, "lockAll()");
                accesses(-1, true);
                awaitStarted();
                member.call(window, "unlockAll()");
            }
            default -> {
                member.call(window, member.own.nextBoolean() ? "lockShared(int)" : "lock(int)", onlyTarget);
                accesses(onlyTarget, true);
                awaitStarted();
                member.call(window, "unlock(int)", onlyTarget);
            }
        }
    }

    private void awaitOrigins() {
        if (member.own.nextBoolean()) {
            member.call(window, "await()");
            return;
        }
        while (!(boolean) member.call(window, "test()")) {
            RandomMember.pause();
        }
    }

    private void awaitStarted() {
        started.forEach(Request::await);
    }

    private void flush(int target) {
        switch (member.own.nextInt(8)) {
            case 0 -> member.call(window, "flush(int)", target);
            case 1 -> member.call(window, "flushAll()");
            case 2 -> member.call(window, "flushLocal(int)", target);
            case 3 -> member.call(window, "flushLocalAll()");
            default -> {}
        }
    }

    // ---------------------------------------------------------------- accesses

    /** Lets each origin do some operations on the memory of one target, or of each. */
    private void accesses(int onlyTarget, boolean mayFlush) {
        for (int origin = 0; origin < size; origin++) {
            for (int target = 0; target < size; target++) {
                if (onlyTarget < 0 || target == onlyTarget) {
                    accesses(origin, target, mayFlush);
                }
            }
        }
    }

    private void accesses(int origin, int target, boolean mayFlush) {
        int first = CELLS * origin;
        boolean isOwn = origin == rank;
        if (random.nextBoolean()) {
            long value = random.nextInt(1_000);
            if (isOwn) {
                access("put(int,long,DirectBuffer)", target, first, buffer(value));
            }
            expected[target][first] = value;
        }
        for (int count = random.nextInt(4); count > 0; count--) {
            combine(isOwn, target, first + COMBINED);
            if (isOwn && mayFlush) {
                flush(target);
            }
        }
        if (isOwn) {
            DirectBuffer result = buffer(-1);
            access("get(int,long,DirectBuffer)", target, first + READ, result);
            if (mayFlush && member.own.nextBoolean()) {
                member.call(window, "flush(int)", target);
                assertThat(numbers(result)).containsExactly(0);
            }
        }
    }

    /** Calls an operation, or starts it. */
    private void access(String operation, Object... arguments) {
        if (member.own.nextBoolean()) {
            member.call(window, operation, arguments);
        } else {
            started.add((Request<?>) member.call(member.call(window, "nonBlocking()"), operation, arguments));
        }
    }

    /** An origin does the next operation on its two cells, which come in order. */
    private void combine(boolean isOwn, int target, int cell) {
        long[] cells = expected[target];
        long[] before = Arrays.copyOfRange(cells, cell, cell + 2);
        int operand = random.nextInt(1_000);
        switch (random.nextInt(6)) {
            case 0 -> {
                if (isOwn) {
                    access(
                            "accumulate(int,long,DirectBuffer,ReductionObject)",
                            target,
                            cell,
                            buffer(operand, operand + 1),
                            Reductions.sum());
                }
                cells[cell] += operand;
                cells[cell + 1] += operand + 1;
            }
            case 1 -> {
                if (isOwn) {
                    DirectBuffer previous = buffer(-1, -1);
                    String operation = "getAndAccumulate(int,long,DirectBuffer,DirectBuffer,ReductionObject)";
                    member.call(window, operation, target, cell, buffer(operand, 7), previous, Reductions.max());
                    assertThat(numbers(previous)).isEqualTo(before);
                }
                cells[cell] = Math.max(cells[cell], operand);
                cells[cell + 1] = Math.max(cells[cell + 1], 7);
            }
            case 2 -> {
                if (isOwn) {
                    fetch("fetchAndOp", target, cell, operand, before[0]);
                }
                cells[cell] = Math.min(cells[cell], operand);
            }
            case 3 -> {
                if (isOwn) {
                    String operation = "fetchAndAdd(int,long,%s)".formatted(number());
                    assertThat(member.call(window, operation, target, cell, operand(operand)))
                            .isEqualTo(operand(before[0]));
                }
                cells[cell] += operand;
            }
            case 4 -> {
                boolean isEqual = random.nextBoolean();
                if (isOwn) {
                    swap(target, cell, isEqual ? before[0] : before[0] + 1, operand, before[0]);
                }
                cells[cell] = isEqual ? operand : cells[cell];
            }
            default -> {
                if (isOwn) {
                    access(
                            "getAndAccumulate(int,long,DirectBuffer,DirectBuffer,ReductionObject)",
                            target,
                            cell,
                            buffer(operand),
                            buffer(-1),
                            Window.REPLACE);
                }
                cells[cell] = operand;
            }
        }
    }

    /** Returns the type of the numbers that an operation on single cells takes. */
    private String number() {
        return type == ElementType.DOUBLE ? "double" : "long";
    }

    private Object operand(long value) {
        return type == ElementType.DOUBLE ? (Object) (double) value : (Object) value;
    }

    private void fetch(String name, int target, int cell, long operand, long before) {
        String operation = "%s(int,long,%s,ReductionObject)".formatted(name, number());
        Object[] arguments = {target, cell, operand(operand), Reductions.min()};
        Object previous = member.own.nextBoolean()
                ? member.call(window, operation, arguments)
                : ((Request<?>) member.call(member.call(window, "nonBlocking()"), operation, arguments)).await();
        assertThat(previous).isEqualTo(operand(before));
    }

    private void swap(int target, int cell, long wanted, long replacement, long before) {
        Object view = member.own.nextBoolean() ? window : member.call(window, "nonBlocking()");
        if (type != ElementType.DOUBLE && member.own.nextBoolean()) {
            Object previous =
                    member.call(view, "compareAndSwap(int,long,long,long)", target, cell, wanted, replacement);
            assertThat(previous instanceof Request<?> request ? request.await() : previous)
                    .isEqualTo(before);
            return;
        }
        DirectBuffer previous = buffer(-1);
        Object request = member.call(
                view,
                "compareAndSwap(int,long,DirectBuffer,DirectBuffer,DirectBuffer)",
                target,
                cell,
                buffer(wanted),
                buffer(replacement),
                previous);
        if (request != null) {
            ((Request<?>) request).await();
        }
        assertThat(numbers(previous)).containsExactly(before);
    }
}
