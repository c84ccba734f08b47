package tutti.bench;

import java.util.ArrayList;
import java.util.List;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.serialization.DirectBuffer;

/**
 * Buffers over arrays, all of one length.
 *
 * @param <A> type of the arrays
 */
abstract class DirectContent<A> extends Content<View<A>> {
    private final int length;

    private DirectContent(int length) {
        this.length = length;
    }

    /** Returns the content that a block moves. */
    static DirectContent<?> ofBlock(Block block) {
        return block.benchmark().isReduction() ? new Doubles(block.bytes() / Double.BYTES) : new Bytes(block.bytes());
    }

    abstract A array(int elements);

    abstract DirectBuffer buffer(A array);

    abstract void set(A array, int index, long number);

    abstract void check(A array, int index, int position, long expected);

    /** Returns equal parts of one array, all zero. */
    List<View<A>> views(int count) {
        A array = array(count * length);
        DirectBuffer whole = buffer(array);
        List<View<A>> views = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            views.add(new View<>(array, i * length, whole.slice((long) i * length, length), whole));
        }
        return views;
    }

    @Override
    View<A> make(long seed) {
        return makeAll(List.of(seed)).getFirst();
    }

    @Override
    List<View<A>> makeAll(List<Long> seeds) {
        List<View<A>> views = views(seeds.size());
        for (int part = 0; part < views.size(); part++) {
            View<A> view = views.get(part);
            for (int i = 0; i < length; i++) {
                set(view.array(), view.offset() + i, inner(i, 1, seeds.get(part)));
            }
        }
        return views;
    }

    @Override
    View<A> stamped(View<A> value, long end) {
        set(value.array(), value.offset(), end);
        set(value.array(), value.offset() + length - 1, end);
        return value;
    }

    @Override
    void checkEnds(View<A> value, long end) {
        check(value.array(), 0, value.offset(), end);
        check(value.array(), length - 1, value.offset() + length - 1, end);
    }

    @Override
    void checkAll(View<A> value, long scale, long shift, long end) {
        checkEnds(value, end);
        for (int i = 1; i < length - 1; i++) {
            check(value.array(), i, value.offset() + i, inner(i, scale, shift));
        }
    }

    @Override
    ReductionObject<View<A>> operator() {
        throw new UnsupportedOperationException("buffers are added by " + Reductions.class);
    }

    /** Over bytes, which wrap around. */
    private static final class Bytes extends DirectContent<byte[]> {
        Bytes(int length) {
            super(length);
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
        void set(byte[] array, int index, long number) {
            array[index] = (byte) number;
        }

        @Override
        void check(byte[] array, int index, int position, long expected) {
            check(index, (byte) expected, array[position]);
        }
    }

    /** Over doubles; all sums are exact. */
    private static final class Doubles extends DirectContent<double[]> {
        Doubles(int length) {
            super(length);
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
        void set(double[] array, int index, long number) {
            array[index] = number;
        }

        @Override
        void check(double[] array, int index, int position, long expected) {
            check(index, expected, (long) array[position]);
        }
    }
}
