package tutti.bench;

import java.util.List;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;

/**
 * Values of one kind and size, whose every element is known from who sent them and when.
 *
 * <p>Element i of a value with some seed is {@code i % PERIOD + seed}; the first and the last hold the iteration plus
 * the seed instead. So the sum of all members' values, or what a member sent last time, is told from the right one.
 *
 * @param <T> type of the values
 */
abstract class Content<T> {
    private static final int PERIOD = 97;

    /** Returns the content that a block moves. */
    static Content<?> of(Block block) {
        if (block.payload() == PayloadKind.DIRECT) {
            return DirectContent.ofBlock(block);
        }
        if (block.payload() == PayloadKind.OBJECT) {
            return block.bytes() == Long.BYTES ? new Longs() : new Matrices(Matrices.side(block.bytes()));
        }
        if (block.payload() == PayloadKind.INTS) {
            return new Ints(block.bytes() / Integer.BYTES, block.benchmark());
        }
        return block.benchmark().isReduction() ? new Doubles(block.bytes() / Double.BYTES) : new Bytes(block.bytes());
    }

    /** Returns a new value, not yet stamped. */
    abstract T make(long seed);

    /** Returns several values, for different members. */
    List<T> makeAll(List<Long> seeds) {
        return seeds.stream().map(this::make).toList();
    }

    /** Returns the value with its ends set; a mutable one is changed. */
    abstract T stamped(T value, long end);

    /** Checks length and ends. */
    abstract void checkEnds(T value, long end);

    /**
     * Checks every element.
     *
     * @param scale how many values were added up
     * @param shift the sum of their seeds
     */
    abstract void checkAll(T value, long scale, long shift, long end);

    /** Returns the operator of reductions; it adds two values element by element unless the benchmark is of another. */
    abstract ReductionObject<T> operator();

    static long inner(int index, long scale, long shift) {
        return scale * (index % PERIOD) + shift;
    }

    static void check(int index, long expected, long actual) {
        if (actual != expected) {
            throw WrongDataException.at(index, expected, actual);
        }
    }

    private static void checkInt(int index, long expected, int actual) {
        int wrapped = (int) expected;
        check(index, wrapped, actual);
    }

    private static void checkLength(int expected, int actual) {
        if (actual != expected) {
            throw WrongDataException.ofLength(expected, actual);
        }
    }

    /** Arrays of bytes; elements wrap around. */
    static final class Bytes extends Content<byte[]> {
        private final int length;

        Bytes(int length) {
            this.length = length;
        }

        @Override
        byte[] make(long seed) {
            byte[] value = new byte[length];
            for (int i = 0; i < length; i++) {
                value[i] = (byte) inner(i, 1, seed);
            }
            return value;
        }

        @Override
        byte[] stamped(byte[] value, long end) {
            value[0] = (byte) end;
            value[length - 1] = (byte) end;
            return value;
        }

        @Override
        void checkEnds(byte[] value, long end) {
            checkLength(length, value.length);
            check(0, (byte) end, value[0]);
            check(length - 1, (byte) end, value[length - 1]);
        }

        @Override
        void checkAll(byte[] value, long scale, long shift, long end) {
            checkEnds(value, end);
            for (int i = 1; i < length - 1; i++) {
                check(i, (byte) inner(i, scale, shift), value[i]);
            }
        }

        @Override
        ReductionObject<byte[]> operator() {
            return Reductions.sum();
        }
    }

    /** Arrays of ints. */
    static final class Ints extends Content<int[]> {
        private final int length;
        private final Benchmark benchmark;

        Ints(int length, Benchmark benchmark) {
            this.length = length;
            this.benchmark = benchmark;
        }

        @Override
        int[] make(long seed) {
            int[] value = new int[length];
            for (int i = 0; i < length; i++) {
                value[i] = (int) inner(i, 1, seed);
            }
            return value;
        }

        @Override
        int[] stamped(int[] value, long end) {
            value[0] = (int) end;
            value[length - 1] = (int) end;
            return value;
        }

        @Override
        void checkEnds(int[] value, long end) {
            checkLength(length, value.length);
            checkInt(0, end, value[0]);
            checkInt(length - 1, end, value[length - 1]);
        }

        @Override
        void checkAll(int[] value, long scale, long shift, long end) {
            checkEnds(value, end);
            for (int i = 1; i < length - 1; i++) {
                checkInt(i, inner(i, scale, shift), value[i]);
            }
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
        private final int length;

        Doubles(int length) {
            this.length = length;
        }

        @Override
        double[] make(long seed) {
            double[] value = new double[length];
            for (int i = 0; i < length; i++) {
                value[i] = inner(i, 1, seed);
            }
            return value;
        }

        @Override
        double[] stamped(double[] value, long end) {
            value[0] = end;
            value[length - 1] = end;
            return value;
        }

        @Override
        void checkEnds(double[] value, long end) {
            checkLength(length, value.length);
            check(0, end, (long) value[0]);
            check(length - 1, end, (long) value[length - 1]);
        }

        @Override
        void checkAll(double[] value, long scale, long shift, long end) {
            checkEnds(value, end);
            for (int i = 1; i < length - 1; i++) {
                check(i, inner(i, scale, shift), (long) value[i]);
            }
        }

        @Override
        ReductionObject<double[]> operator() {
            return Reductions.sum();
        }
    }

    /** Square matrices as arrays of arrays; elements are counted row by row. */
    static final class Matrices extends Content<int[][]> {
        private final int side;

        Matrices(int side) {
            this.side = side;
        }

        /** Returns the side of the matrix of so many bytes, or -1 if there is none. */
        static int side(int bytes) {
            int side = (int) Math.sqrt(bytes / (double) Integer.BYTES);
            return side * side * Integer.BYTES == bytes ? side : -1;
        }

        @Override
        int[][] make(long seed) {
            int[][] value = new int[side][side];
            for (int i = 0; i < side * side; i++) {
                value[i / side][i % side] = (int) inner(i, 1, seed);
            }
            return value;
        }

        @Override
        int[][] stamped(int[][] value, long end) {
            value[0][0] = (int) end;
            value[side - 1][side - 1] = (int) end;
            return value;
        }

        @Override
        void checkEnds(int[][] value, long end) {
            checkLength(side, value.length);
            checkLength(side, value[side - 1].length);
            checkInt(0, end, value[0][0]);
            checkInt(side * side - 1, end, value[side - 1][side - 1]);
        }

        @Override
        void checkAll(int[][] value, long scale, long shift, long end) {
            checkEnds(value, end);
            for (int i = 1; i < side * side - 1; i++) {
                checkLength(side, value[i / side].length);
                checkInt(i, inner(i, scale, shift), value[i / side][i % side]);
            }
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
        @Override
        Long make(long seed) {
            return seed;
        }

        @Override
        Long stamped(Long value, long end) {
            return end;
        }

        @Override
        void checkEnds(Long value, long end) {
            check(0, end, value);
        }

        @Override
        void checkAll(Long value, long scale, long shift, long end) {
            checkEnds(value, end);
        }

        @Override
        ReductionObject<Long> operator() {
            return Reductions.sum();
        }
    }
}
