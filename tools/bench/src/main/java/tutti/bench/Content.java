package tutti.bench;

import java.util.List;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;

/**
 * Values of one kind and size, whose every element is known from who sent them and when.
 *
 * <p>Element i of a value with some seed is {@code i % PERIOD + seed}; the first and the last hold the iteration plus
 * the seed instead, and so does the first of every cache line in a fresh block. So the sum of all members' values, or
 * what a member sent last time, is told from the right one.
 *
 * @param <T> type of the values
 */
abstract class Content<T> {
    /** Distance of the elements that hold the iteration if these are the ends only. */
    static final int ENDS = Integer.MAX_VALUE;

    private static final int PERIOD = 97;
    private static final int LINE_BYTES = 64; // of a cache, or half of one

    private final int length;
    private final int step;

    /**
     * Makes the content of values with some elements.
     *
     * @param step from one element that holds the iteration to the next
     */
    Content(int length, int step) {
        this.length = length;
        this.step = step;
    }

    /** Returns the content that a block moves. */
    static Content<?> of(Block block) {
        if (block.payload().isBuffer()) {
            return DirectContent.ofBlock(block);
        }
        if (block.payload() == PayloadKind.OBJECT) {
            return block.bytes() == Long.BYTES
                    ? new Longs()
                    : new Matrices(Matrices.side(block.bytes()), step(block, Integer.BYTES));
        }
        if (block.payload() == PayloadKind.INTS) {
            return new Ints(block.bytes() / Integer.BYTES, step(block, Integer.BYTES), block.benchmark());
        }
        return block.benchmark().isReduction()
                ? new Doubles(block.bytes() / Double.BYTES, step(block, Double.BYTES))
                : Bytes.of(block);
    }

    static int step(Block block, int elementBytes) {
        return block.isFresh() ? LINE_BYTES / elementBytes : ENDS;
    }

    final int length() {
        return length;
    }

    /** Returns a value of zeros. */
    abstract T empty();

    abstract void set(T value, int index, long number);

    /** Checks an element. */
    abstract void check(T value, int index, long expected);

    abstract void checkLength(T value);

    /** Returns a new value, not yet stamped. */
    T make(long seed) {
        T value = empty();
        for (int i = 0; i < length; i++) {
            set(value, i, inner(i, 1, seed));
        }
        return value;
    }

    /** Returns several values, for different members. */
    List<T> makeAll(List<Long> seeds) {
        return seeds.stream().map(this::make).toList();
    }

    /** Returns the value with the iteration in its ends or all its cache lines; a mutable one is changed. */
    T stamped(T value, long end) {
        for (int i = 0; i < length - 1; i += step) {
            set(value, i, end);
        }
        set(value, length - 1, end);
        return value;
    }

    /** Checks the length, and the iteration in the ends or all cache lines. */
    void checkEnds(T value, long end) {
        checkLength(value);
        for (int i = 0; i < length - 1; i += step) {
            check(value, i, end);
        }
        check(value, length - 1, end);
    }

    /**
     * Checks every element.
     *
     * @param scale how many values were added up
     * @param shift the sum of their seeds
     */
    void checkAll(T value, long scale, long shift, long end) {
        checkEnds(value, end);
        for (int i = 1; i < length - 1; i++) {
            if (i % step != 0) {
                check(value, i, inner(i, scale, shift));
            }
        }
    }

    /** Returns the operator of reductions; it adds two values element by element unless the benchmark is of another. */
    abstract ReductionObject<T> operator();

    static long inner(int index, long scale, long shift) {
        return scale * (index % PERIOD) + shift;
    }

    static void checkNumber(int index, long expected, long actual) {
        if (actual != expected) {
            throw WrongDataException.at(index, expected, actual);
        }
    }

    private static void checkInt(int index, long expected, int actual) {
        int wrapped = (int) expected;
        checkNumber(index, wrapped, actual);
    }

    final void checkLength(int actual) {
        if (actual != length) {
            throw WrongDataException.ofLength(length, actual);
        }
    }

    /** Arrays of bytes; elements wrap around. */
    static final class Bytes extends Content<byte[]> {
        Bytes(int length, int step) {
            super(length, step);
        }

        static Bytes of(Block block) {
            return new Bytes(block.bytes(), step(block, 1));
        }

        @Override
        byte[] empty() {
            return new byte[length()];
        }

        @Override
        void set(byte[] value, int index, long number) {
            value[index] = (byte) number;
        }

        @Override
        void check(byte[] value, int index, long expected) {
            checkNumber(index, (byte) expected, value[index]);
        }

        @Override
        void checkLength(byte[] value) {
            checkLength(value.length);
        }

        @Override
        ReductionObject<byte[]> operator() {
            return Reductions.sum();
        }
    }

    /** Arrays of ints. */
    static final class Ints extends Content<int[]> {
        private final Benchmark benchmark;

        Ints(int length, int step, Benchmark benchmark) {
            super(length, step);
            this.benchmark = benchmark;
        }

        @Override
        int[] empty() {
            return new int[length()];
        }

        @Override
        void set(int[] value, int index, long number) {
            value[index] = (int) number;
        }

        @Override
        void check(int[] value, int index, long expected) {
            checkInt(index, expected, value[index]);
        }

        @Override
        void checkLength(int[] value) {
            checkLength(value.length);
        }

        @Override
        ReductionObject<int[]> operator() {
            return switch (benchmark) {
                case REDUCE_MAX -> Reductions.max();
                case REDUCE_NOP -> (left, right) -> left;
                default -> Reductions.sum();
            };
        }
    }

    /** Arrays of doubles; all sums are exact. */
    static final class Doubles extends Content<double[]> {
        Doubles(int length, int step) {
            super(length, step);
        }

        @Override
        double[] empty() {
            return new double[length()];
        }

        @Override
        void set(double[] value, int index, long number) {
            value[index] = number;
        }

        @Override
        void check(double[] value, int index, long expected) {
            checkNumber(index, expected, (long) value[index]);
        }

        @Override
        void checkLength(double[] value) {
            checkLength(value.length);
        }

        @Override
        ReductionObject<double[]> operator() {
            return Reductions.sum();
        }
    }

    /** Square matrices as arrays of arrays; elements are counted row by row. */
    static final class Matrices extends Content<int[][]> {
        private final int side;

        Matrices(int side, int step) {
            super(side * side, step);
            this.side = side;
        }

        /** Returns the side of the matrix of so many bytes, or -1 if there is none. */
        static int side(int bytes) {
            int side = (int) Math.sqrt(bytes / (double) Integer.BYTES);
            return side * side * Integer.BYTES == bytes ? side : -1;
        }

        @Override
        int[][] empty() {
            return new int[side][side];
        }

        @Override
        void set(int[][] value, int index, long number) {
            value[index / side][index % side] = (int) number;
        }

        @Override
        void check(int[][] value, int index, long expected) {
            checkInt(index, expected, value[index / side][index % side]);
        }

        @Override
        void checkLength(int[][] value) {
            checkLength(value.length * value[side - 1].length);
        }

        @Override
        ReductionObject<int[][]> operator() {
            return (left, right) -> {
                for (int row = 0; row < left.length; row++) {
                    for (int column = 0; column < left[row].length; column++) {
                        left[row][column] += right[row][column];
                    }
                }
                return left;
            };
        }
    }

    /** Small immutable objects, which are nothing but an end. */
    static final class Longs extends Content<Long> {
        Longs() {
            super(1, ENDS);
        }

        @Override
        Long empty() {
            return 0L;
        }

        @Override
        Long make(long seed) {
            return seed;
        }

        @Override
        void set(Long value, int index, long number) {
            throw new UnsupportedOperationException("a Long does not change");
        }

        @Override
        Long stamped(Long value, long end) {
            return end;
        }

        @Override
        void check(Long value, int index, long expected) {
            checkNumber(index, expected, value);
        }

        @Override
        void checkLength(Long value) {}

        @Override
        ReductionObject<Long> operator() {
            return Reductions.sum();
        }
    }
}
