package tutti.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/**
 * Buffers over arrays or memory segments, all of one length.
 *
 * @param <A> type of the arrays, or {@link MemorySegment}
 */
abstract class DirectContent<A> extends Content<View<A>> {
    private DirectContent(int length, int step) {
        super(length, step);
    }

    /** Returns the content that a block moves. */
    static DirectContent<?> ofBlock(Block block) {
        if (block.payload() == PayloadKind.SEGMENT) {
            ElementType type = block.benchmark().isReduction() ? ElementType.DOUBLE : ElementType.BYTE;
            return new Segments(block.bytes() / type.elementBytes(), step(block, type.elementBytes()), type);
        }
        if (block.benchmark() == Benchmark.LATENCY_STRIDED) {
            return new Columns(block.bytes() / Double.BYTES, step(block, Double.BYTES));
        }
        return block.benchmark().isReduction()
                ? new Doubles(block.bytes() / Double.BYTES, step(block, Double.BYTES))
                : new Bytes(block.bytes(), step(block, 1));
    }

    abstract A array(int elements);

    abstract DirectBuffer buffer(A array);

    /** Returns equal parts of one array, all zero. */
    List<View<A>> views(int count) {
        A array = array(count * length());
        DirectBuffer whole = buffer(array);
        List<View<A>> views = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            views.add(new View<>(array, i * length(), whole.slice((long) i * length(), length()), whole));
        }
        return views;
    }

    @Override
    View<A> empty() {
        return views(1).getFirst();
    }

    @Override
    List<View<A>> makeAll(List<Long> seeds) {
        List<View<A>> views = views(seeds.size());
        for (int part = 0; part < views.size(); part++) {
            for (int i = 0; i < length(); i++) {
                set(views.get(part), i, inner(i, 1, seeds.get(part)));
            }
        }
        return views;
    }

    @Override
    void checkLength(View<A> value) {}

    @Override
    ReductionObject<View<A>> operator() {
        throw new UnsupportedOperationException("buffers are added by " + Reductions.class);
    }

    /** Over bytes, which wrap around. */
    private static final class Bytes extends DirectContent<byte[]> {
        Bytes(int length, int step) {
            super(length, step);
        }

        @Override
        byte[] array(int elements) {
            return new byte[elements];
        }

        @Override
        DirectBuffer buffer(byte[] array) {
            return DirectBuffer.of(array);
        }

        @Override
        void set(View<byte[]> value, int index, long number) {
            value.array()[value.offset() + index] = (byte) number;
        }

        @Override
        void check(View<byte[]> value, int index, long expected) {
            checkNumber(index, (byte) expected, value.array()[value.offset() + index]);
        }
    }

    /** Over doubles; all sums are exact. */
    private static final class Doubles extends DirectContent<double[]> {
        Doubles(int length, int step) {
            super(length, step);
        }

        @Override
        double[] array(int elements) {
            return new double[elements];
        }

        @Override
        DirectBuffer buffer(double[] array) {
            return DirectBuffer.of(array);
        }

        @Override
        void set(View<double[]> value, int index, long number) {
            value.array()[value.offset() + index] = number;
        }

        @Override
        void check(View<double[]> value, int index, long expected) {
            checkNumber(index, expected, (long) value.array()[value.offset() + index]);
        }
    }

    /** Over memory outside the heap; bytes wrap around. */
    private static final class Segments extends DirectContent<MemorySegment> {
        private static final long PAGE_BYTES = 4096;

        private final ElementType type;

        Segments(int length, int step, ElementType type) {
            super(length, step);
            this.type = type;
        }

        @Override
        MemorySegment array(int elements) {
            return Arena.ofAuto().allocate((long) elements * type.elementBytes(), PAGE_BYTES);
        }

        @Override
        DirectBuffer buffer(MemorySegment array) {
            return DirectBuffer.of(array, type);
        }

        @Override
        void set(View<MemorySegment> value, int index, long number) {
            long at = (long) value.offset() + index;
            if (type == ElementType.BYTE) {
                value.array().set(ValueLayout.JAVA_BYTE, at, (byte) number);
            } else {
                value.array().setAtIndex(ValueLayout.JAVA_DOUBLE, at, (double) number);
            }
        }

        @Override
        void check(View<MemorySegment> value, int index, long expected) {
            long at = (long) value.offset() + index;
            if (type == ElementType.BYTE) {
                checkNumber(index, (byte) expected, value.array().get(ValueLayout.JAVA_BYTE, at));
            } else {
                checkNumber(index, expected, (long) value.array().getAtIndex(ValueLayout.JAVA_DOUBLE, at));
            }
        }
    }

    /** Over columns of matrices of doubles. */
    private static final class Columns extends DirectContent<double[]> {
        Columns(int length, int step) {
            super(length, step);
        }

        @Override
        double[] array(int elements) {
            return new double[elements * Benchmark.ROW];
        }

        @Override
        DirectBuffer buffer(double[] array) {
            return DirectBuffer.of(array);
        }

        @Override
        List<View<double[]>> views(int count) {
            List<View<double[]>> views = new ArrayList<>();
            Layout last = Layout.vector(length(), 1, Benchmark.ROW).at(Benchmark.ROW - 1);
            for (int i = 0; i < count; i++) {
                double[] matrix = array(length());
                DirectBuffer column = buffer(matrix).select(last);
                views.add(new View<>(matrix, Benchmark.ROW - 1, column, column));
            }
            return views;
        }

        @Override
        void set(View<double[]> value, int index, long number) {
            value.array()[value.offset() + index * Benchmark.ROW] = number;
        }

        @Override
        void check(View<double[]> value, int index, long expected) {
            checkNumber(index, expected, (long) value.array()[value.offset() + index * Benchmark.ROW]);
        }
    }
}
