package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.LongBinaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.group.RandomMember.Drawn;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/** The steps of a random program that are collective operations on buffers. */
final class RandomBuffers {
    private static final long UNTOUCHED = 99; // of memory for values to come

    private final RandomMember member;
    private final Random own;
    private final int rank;
    private final int size;

    RandomBuffers(RandomMember member) {
        this.member = member;
        own = member.own;
        rank = member.rank;
        size = member.size;
    }

    void step(int length) {
        Random random = member.random;
        ElementType type = RandomMemory.TYPES.get(random.nextInt(RandomMemory.TYPES.size()));
        int root = random.nextInt(size);
        switch (random.nextInt(8)) {
            case 0 -> broadcast(type, root, length);
            case 1 -> reductions(type, root, length);
            case 2 -> scans(type, length);
            case 3 -> inPlace(type, root, length);
            case 4 -> equalBlocks(type, root, Math.min(length, 5_000));
            case 5 -> unequalBlocks(type, root, random.nextInt(8) == 0 ? 3_000 : 4);
            case 6 -> reduceScatter(type, Math.min(length, 5_000));
            default -> byRank();
        }
    }

    private void call(Supplier<Drawn> drawing) {
        member.collective(member.world, drawing);
    }

    // ---------------------------------------------------------------- values

    /** An operator, and what it does with two numbers. */
    record Operator(ReductionObject<DirectBuffer> onBuffers, LongBinaryOperator onNumbers) {

        /** Draws one that takes a type. */
        static Operator draw(Random random, ElementType type) {
            boolean isAdded = type != ElementType.CHAR;
            return switch (random.nextInt(6)) {
                case 0 -> new Operator(Reductions.min(), Math::min);
                case 1 -> new Operator(Reductions.max(), Math::max);
                case 2 -> new Operator(last(type.arrayClass()), (_, right) -> right);
                case 3 ->
                    new Operator(
                            (left, right) -> {
                                left.copyFrom(right);
                                return left;
                            },
                            (_, right) -> right);
                default ->
                    isAdded ? new Operator(Reductions.sum(), Long::sum) : new Operator(Reductions.max(), Math::max);
            };
        }

        private static <A> ReductionObject<DirectBuffer> last(Class<A> arrays) {
            return Reductions.elementwise(
                    "last", arrays, 1, (left, right, from, to) -> System.arraycopy(right, from, left, from, to - from));
        }

        /** Combines the values of some members, in the order of their ranks. */
        long[] combine(int first, int last, IntFunction<long[]> values) {
            long[] result = values.apply(first).clone();
            for (int each = first + 1; each < last; each++) {
                long[] next = values.apply(each);
                Arrays.setAll(result, i -> onNumbers.applyAsLong(result[i], next[i]));
            }
            return result;
        }
    }

    /** Returns some values of a member, whose sum over all members fits a byte. */
    static long[] values(int owner, int salt, int length) {
        return LongStream.range(0, length)
                .map(i -> (7L * owner + 3L * salt + i) % 16)
                .toArray();
    }

    private long[] values(int owner, int length) {
        return values(owner, member.step(), length);
    }

    private long[] joined(IntFunction<long[]> values) {
        return IntStream.range(0, size)
                .boxed()
                .flatMapToLong(r -> LongStream.of(values.apply(r)))
                .toArray();
    }

    private RandomMemory memory(ElementType type, long... values) {
        return RandomMemory.of(own, type, values);
    }

    /** Returns a member's contribution, which no operation may change. */
    private DirectBuffer sent(ElementType type, long... values) {
        RandomMemory memory = memory(type, values);
        member.later(() -> memory.check(values));
        return memory.buffer();
    }

    private RandomMemory empty(ElementType type, int length) {
        return RandomMemory.empty(own, type, length);
    }

    /** Blocks that are anywhere in a buffer, with elements between them. */
    record Placed(Blocks blocks, int length) {

        static Placed of(Random own, int... counts) {
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, counts.length).boxed().toList());
            Collections.shuffle(order, own);
            int[] displacements = new int[counts.length];
            int end = 0;
            for (int each : order) {
                displacements[each] = end + own.nextInt(3);
                end = displacements[each] + counts[each];
            }
            return new Placed(Blocks.of(counts, displacements), end + own.nextInt(3));
        }

        /** Returns the elements of a buffer that has the values of each block. */
        long[] filled(IntFunction<long[]> values) {
            long[] all = new long[length];
            Arrays.fill(all, UNTOUCHED);
            for (int each = 0; each < blocks.size(); each++) {
                long[] block = values.apply(each);
                System.arraycopy(block, 0, all, (int) blocks.displacement(each), block.length);
            }
            return all;
        }
    }

    // ---------------------------------------------------------------- steps

    private void broadcast(ElementType type, int root, int length) {
        long[] expected = values(root, length);
        call(() -> {
            RandomMemory data = rank == root ? memory(type, expected) : empty(type, length);
            return Drawn.then(() -> data.check(expected), "broadcast(Object,int)", data.buffer(), root);
        });
    }

    private void reductions(ElementType type, int root, int length) {
        Operator operator = Operator.draw(member.random, type);
        long[] expected = operator.combine(0, size, r -> values(r, length));
        call(() -> {
            RandomMemory result = empty(type, length);
            return Drawn.then(
                    () -> result.check(expected),
                    "allReduce(DirectBuffer,DirectBuffer,ReductionObject)",
                    sent(type, values(rank, length)),
                    result.buffer(),
                    operator.onBuffers());
        });
        call(() -> {
            RandomMemory result = empty(type, length);
            return Drawn.then(
                    () -> result.check(rank == root ? expected : untouched(length)),
                    "reduce(DirectBuffer,DirectBuffer,ReductionObject,int)",
                    sent(type, values(rank, length)),
                    rank == root || own.nextBoolean() ? result.buffer() : null,
                    operator.onBuffers(),
                    root);
        });
    }

    private static long[] untouched(int length) {
        long[] values = new long[length];
        Arrays.fill(values, UNTOUCHED);
        return values;
    }

    private void scans(ElementType type, int length) {
        Operator operator = Operator.draw(member.random, type);
        for (boolean isInclusive : new boolean[] {true, false}) {
            int last = isInclusive ? rank + 1 : rank;
            call(() -> {
                RandomMemory result = empty(type, length);
                return Drawn.then(
                        () -> result.check(
                                last == 0 ? untouched(length) : operator.combine(0, last, r -> values(r, length))),
                        (isInclusive ? "scan" : "exclusiveScan") + "(DirectBuffer,DirectBuffer,ReductionObject)",
                        sent(type, values(rank, length)),
                        result.buffer(),
                        operator.onBuffers());
            });
        }
    }

    /** A buffer that is contribution and result. */
    private void inPlace(ElementType type, int root, int length) {
        Operator operator = Operator.draw(member.random, type);
        IntFunction<long[]> values = r -> values(r, length);
        int kind = member.random.nextInt(4);
        member.collectiveOnce(member.world, () -> {
            RandomMemory data = memory(type, values.apply(rank));
            DirectBuffer buffer = data.buffer();
            return switch (kind) {
                case 0 ->
                    Drawn.then(
                            () -> data.check(operator.combine(0, size, values)),
                            "allReduce(Object,ReductionObject)",
                            buffer,
                            operator.onBuffers());
                case 1 ->
                    Drawn.checked(
                            result -> {
                                assertThat(result).isSameAs(rank == root ? buffer : null);
                                data.check(rank == root ? operator.combine(0, size, values) : values.apply(rank));
                            },
                            "reduce(Object,ReductionObject,int)",
                            buffer,
                            operator.onBuffers(),
                            root);
                case 2 ->
                    Drawn.then(
                            () -> data.check(operator.combine(0, rank + 1, values)),
                            "scan(Object,ReductionObject)",
                            buffer,
                            operator.onBuffers());
                default ->
                    Drawn.then(
                            () -> data.check(rank == 0 ? values.apply(0) : operator.combine(0, rank, values)),
                            "exclusiveScan(Object,ReductionObject)",
                            buffer,
                            operator.onBuffers());
            };
        });
    }

    private void equalBlocks(ElementType type, int root, int length) {
        long[] whole = joined(r -> values(r, length));
        RandomMemory ignored = empty(type, length * size);
        call(() -> {
            RandomMemory result = empty(type, length);
            return Drawn.then(
                    () -> result.check(values(rank, length)),
                    "scatter(DirectBuffer,DirectBuffer,int)",
                    rank == root ? sent(type, whole) : null,
                    result.buffer(),
                    root);
        });
        call(() -> {
            RandomMemory result = empty(type, length * size);
            return Drawn.then(
                    () -> result.check(rank == root ? whole : untouched(length * size)),
                    "gather(DirectBuffer,DirectBuffer,int)",
                    sent(type, values(rank, length)),
                    rank == root ? result.buffer() : own.nextBoolean() ? ignored.buffer() : null,
                    root);
        });
        call(() -> {
            RandomMemory result = empty(type, length * size);
            return Drawn.then(
                    () -> result.check(whole),
                    "allGather(DirectBuffer,DirectBuffer)",
                    sent(type, values(rank, length)),
                    result.buffer());
        });
        call(() -> {
            RandomMemory result = empty(type, length * size);
            return Drawn.then(
                    () -> result.check(joined(r -> values(r + 3 * rank, length))),
                    "allToAll(DirectBuffer,DirectBuffer)",
                    sent(type, joined(r -> values(rank + 3 * r, length))),
                    result.buffer());
        });
    }

    private void unequalBlocks(ElementType type, int root, int most) {
        int[] counts = member.random.ints(size, 0, most).toArray();
        int[][] between = new int[size][];
        Arrays.setAll(between, _ -> member.random.ints(size, 0, most).toArray());
        Placed placed = Placed.of(own, counts);
        IntFunction<long[]> values = r -> values(r, counts[r]);
        long[] whole = placed.filled(values);
        call(() -> {
            RandomMemory result = empty(type, counts[rank]);
            return Drawn.then(
                    () -> result.check(values.apply(rank)),
                    "scatter(DirectBuffer,Blocks,DirectBuffer,int)",
                    rank == root ? sent(type, whole) : null,
                    rank == root ? placed.blocks() : null,
                    result.buffer(),
                    root);
        });
        call(() -> {
            RandomMemory result = empty(type, placed.length());
            return Drawn.then(
                    () -> result.check(rank == root ? whole : untouched(placed.length())),
                    "gather(DirectBuffer,DirectBuffer,Blocks,int)",
                    sent(type, values.apply(rank)),
                    rank == root ? result.buffer() : null,
                    rank == root ? placed.blocks() : null,
                    root);
        });
        call(() -> {
            RandomMemory result = empty(type, placed.length());
            return Drawn.then(
                    () -> result.check(whole),
                    "allGather(DirectBuffer,DirectBuffer,Blocks)",
                    sent(type, values.apply(rank)),
                    result.buffer(),
                    placed.blocks());
        });
        int[] received = IntStream.range(0, size).map(r -> between[r][rank]).toArray();
        Placed sending = Placed.of(own, between[rank]);
        Placed receiving = Placed.of(own, received);
        call(() -> {
            RandomMemory result = empty(type, receiving.length());
            return Drawn.then(
                    () -> result.check(receiving.filled(r -> values(r + 3 * rank, received[r]))),
                    "allToAll(DirectBuffer,Blocks,DirectBuffer,Blocks)",
                    sent(type, sending.filled(r -> values(rank + 3 * r, between[rank][r]))),
                    sending.blocks(),
                    result.buffer(),
                    receiving.blocks());
        });
    }

    private void reduceScatter(ElementType type, int length) {
        Operator operator = Operator.draw(member.random, type);
        call(() -> {
            RandomMemory result = empty(type, length);
            return Drawn.then(
                    () -> result.check(operator.combine(0, size, r -> values(r + 3 * rank, length))),
                    "reduceScatter(DirectBuffer,DirectBuffer,ReductionObject)",
                    sent(type, joined(r -> values(rank + 3 * r, length))),
                    result.buffer(),
                    operator.onBuffers());
        });
        int[] counts = member.random.ints(size, 0, 5).toArray();
        Placed placed = Placed.of(own, counts);
        call(() -> {
            RandomMemory result = empty(type, counts[rank]);
            return Drawn.then(
                    () -> result.check(operator.combine(0, size, r -> values(r + 3 * rank, counts[rank]))),
                    "reduceScatter(DirectBuffer,Blocks,DirectBuffer,ReductionObject)",
                    sent(type, placed.filled(r -> values(rank + 3 * r, counts[r]))),
                    placed.blocks(),
                    result.buffer(),
                    operator.onBuffers());
        });
    }

    /** Members have buffers for some, of another type and length for each. */
    private void byRank() {
        int[][] lengths = new int[size][size]; // -1: nothing
        for (int[] row : lengths) {
            Arrays.setAll(row, _ -> member.random.nextInt(40) - 20);
        }
        Map<Integer, long[]> sent = new TreeMap<>();
        Map<Integer, long[]> received = new TreeMap<>();
        for (int other = 0; other < size; other++) {
            if (lengths[rank][other] >= 0) {
                sent.put(other, values(rank + 3 * other, lengths[rank][other]));
            }
            if (lengths[other][rank] >= 0) {
                received.put(other, values(other + 3 * rank, lengths[other][rank]));
            }
        }
        call(() -> {
            Map<Integer, DirectBuffer> sending = new TreeMap<>();
            sent.forEach((to, values) -> sending.put(to, sent(typeBetween(rank, to), values)));
            Map<Integer, RandomMemory> results = new TreeMap<>();
            Map<Integer, DirectBuffer> receiving = new TreeMap<>();
            received.forEach((from, values) -> {
                RandomMemory memory = empty(typeBetween(from, rank), values.length);
                results.put(from, memory);
                receiving.put(from, memory.buffer());
            });
            return Drawn.then(
                    () -> received.forEach((from, values) -> results.get(from).check(values)),
                    "allToAll(Map,Map)",
                    sending,
                    receiving);
        });
        call(() -> {
            Map<Integer, DirectBuffer> sending = new TreeMap<>();
            sent.forEach((to, values) -> sending.put(to, sent(typeBetween(rank, to), values)));
            return Drawn.checked(result -> checkExchanged(result, received), "exchangeBuffers(Map)", sending);
        });
    }

    @SuppressWarnings("unchecked") // it is what exchangeBuffers returns
    private void checkExchanged(Object result, Map<Integer, long[]> expected) {
        SortedMap<Integer, DirectBuffer> exchanged = (SortedMap<Integer, DirectBuffer>) result;
        assertThat(exchanged.keySet()).isEqualTo(expected.keySet());
        exchanged.forEach((from, buffer) -> {
            assertThat(buffer.type()).isEqualTo(typeBetween(from, rank));
            assertThat(RandomMemory.numbers(buffer.toArray())).isEqualTo(expected.get(from));
        });
    }

    private ElementType typeBetween(int from, int to) {
        return RandomMemory.TYPES.get((5 * from + to + member.step()) % RandomMemory.TYPES.size());
    }
}
