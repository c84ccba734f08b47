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
    private DirectContent(int length, int step) {
        super(length, step);
    }

    /** Returns the content that a block moves. */
    static DirectContent<?> ofBlock(Block block) {
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
}
