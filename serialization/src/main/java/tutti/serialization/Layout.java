package tutti.serialization;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import tutti.serialization.memory.Runs;

/**
 * Which elements of a {@link DirectBuffer} are sent or received, and in which order (MPI 4.1, chapter 5, "Datatypes").
 *
 * <p>All lengths, offsets and strides are numbers of elements. A layout knows no element type and no buffer: it can be
 * used with many. {@link #at} and {@link #repeat} compose layouts. One that selects an element twice can be sent, not
 * received into. Immutable.
 *
 * {@snippet :
 * Layout column = Layout.vector(rows, 1, columns);
 * Layout everyOtherColumn = column.repeat(columns / 2, 2);
 * Layout block = Layout.subArray(new int[] {rows, columns}, new int[] {2, 2}, new int[] {0, 0});
 * }
 */
public final class Layout {
    private final Runs runs;

    private Layout(Runs runs) {
        this.runs = runs;
    }

    /** Selects the first elements. */
    public static Layout contiguous(long length) {
        return new Layout(Runs.of(0, notNegative("length", length)));
    }

    /**
     * Selects equal blocks at equal distances, from index 0 on.
     *
     * @param count number of blocks
     * @param blockLength elements of each
     * @param stride from the start of each block to that of the next; may be negative, or less than a block
     */
    public static Layout vector(long count, long blockLength, long stride) {
        return contiguous(notNegative("blockLength", blockLength)).repeat(count, stride);
    }

    /** Selects single elements, in the order given. */
    public static Layout indexed(int... offsets) {
        long[] lengths = new long[offsets.length];
        Arrays.fill(lengths, 1);
        return indexed(Arrays.stream(offsets).asLongStream().toArray(), lengths);
    }

    /** Selects blocks, as {@link #indexed(long[], long[])} does. */
    public static Layout indexed(int[] offsets, int[] lengths) {
        return indexed(
                Arrays.stream(offsets).asLongStream().toArray(),
                Arrays.stream(lengths).asLongStream().toArray());
    }

    /**
     * Selects blocks of any lengths, in the order given.
     *
     * @param offsets where each begins
     * @param lengths of each; as many
     */
    public static Layout indexed(long[] offsets, long[] lengths) {
        if (offsets.length != lengths.length) {
            throw new IllegalArgumentException("each block needs an offset and a length: offsets=%d lengths=%d"
                    .formatted(offsets.length, lengths.length));
        }
        for (long length : lengths) {
            notNegative("length", length);
        }
        return new Layout(Runs.of(offsets, lengths));
    }

    /**
     * Selects a block of an array of any number of dimensions, in row-major order: the last index runs fastest.
     *
     * @param sizes of the whole array in each dimension
     * @param lengths of the block in each dimension
     * @param starts where the block begins in each dimension
     */
    public static Layout subArray(int[] sizes, int[] lengths, int[] starts) {
        if (sizes.length == 0 || lengths.length != sizes.length || starts.length != sizes.length) {
            throw new IllegalArgumentException(
                    "each dimension needs a size, a length and a start: sizes=%s lengths=%s starts=%s"
                            .formatted(Arrays.toString(sizes), Arrays.toString(lengths), Arrays.toString(starts)));
        }
        Layout block = contiguous(1);
        long stride = 1;
        long offset = 0;
        for (int dimension = sizes.length - 1; dimension >= 0; dimension--) {
            notNegative("length", lengths[dimension]);
            if (starts[dimension] < 0 || lengths[dimension] > sizes[dimension] - starts[dimension]) {
                throw new IndexOutOfBoundsException(
                        "block does not lie in the array: dimension=%d sizes=%s lengths=%s starts=%s"
                                .formatted(
                                        dimension,
                                        Arrays.toString(sizes),
                                        Arrays.toString(lengths),
                                        Arrays.toString(starts)));
            }
            block = block.repeat(lengths[dimension], stride);
            offset += starts[dimension] * stride;
            stride = Math.multiplyExact(stride, sizes[dimension]);
        }
        return block.at(offset);
    }

    /**
     * Selects the bytes of a struct's values in the order in which they go over the wire: little-endian, without
     * padding.
     *
     * @throws IllegalArgumentException if it holds an address, which means nothing in another process, or a union,
     *     whose bytes could be any
     */
    public static Layout of(MemoryLayout struct) {
        return new Layout(bytes(struct, 0));
    }

    private static Runs bytes(MemoryLayout layout, long offset) {
        return switch (layout) {
            case PaddingLayout _ -> Runs.of(0, 0);
            case AddressLayout _ -> throw refused(layout, "an address means nothing in another process");
            case ValueLayout value -> bytes(value).shift(offset);
            case SequenceLayout sequence ->
                bytes(sequence.elementLayout(), offset)
                        .repeat(
                                sequence.elementCount(),
                                sequence.elementLayout().byteSize());
            case StructLayout struct -> {
                Runs all = Runs.of(0, 0);
                long at = offset;
                for (MemoryLayout member : struct.memberLayouts()) {
                    all = all.then(bytes(member, at));
                    at += member.byteSize();
                }
                yield all;
            }
            default -> throw refused(layout, "its bytes could be any of its members'");
        };
    }

    private static Runs bytes(ValueLayout value) {
        if (value.order() == ByteOrder.LITTLE_ENDIAN || value.byteSize() == 1) {
            return Runs.of(0, value.byteSize());
        }
        return Runs.of(value.byteSize() - 1, 1).repeat(value.byteSize(), -1);
    }

    private static IllegalArgumentException refused(MemoryLayout layout, String why) {
        return new IllegalArgumentException("struct cannot be sent: layout=%s: %s".formatted(layout, why));
    }

    /** Returns this layout with each element an offset further on. */
    public Layout at(long offset) {
        return offset == 0 ? this : new Layout(runs.shift(offset));
    }

    /**
     * Returns this layout several times, one after the other.
     *
     * @param count how many times
     * @param stride how much further on each time; may be negative
     */
    public Layout repeat(long count, long stride) {
        return new Layout(runs.repeat(notNegative("count", count), stride));
    }

    /** Returns this layout, followed by the elements of another. */
    public Layout then(Layout next) {
        return new Layout(runs.then(next.runs));
    }

    private static long notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException("%s must not be negative: %s=%d".formatted(name, name, value));
        }
        return value;
    }

    Runs runs() {
        return runs;
    }

    /** What is done with each run of neighbors of a layout. */
    @FunctionalInterface
    public interface RunVisitor {
        /**
         * Visits a run.
         *
         * @param position where it begins in the selection
         * @param index of its first element
         * @param runLength number of its elements, at least 1
         */
        void visit(long position, long index, long runLength);
    }

    /**
     * Visits the runs of neighbors of a part of the selection, in its order.
     *
     * @param position where the part begins, in elements of the selection
     * @param partLength its number of elements
     * @throws IndexOutOfBoundsException if the part does not lie in the selection
     */
    public void forEachRun(long position, long partLength, RunVisitor visitor) {
        Objects.checkFromIndexSize(position, partLength, length());
        runs.forEach(position, partLength, (at, first, runLength, stride, count) -> {
            for (long run = 0; run < count; run++) {
                visitor.visit(at + run * runLength, first + run * stride, runLength);
            }
        });
    }

    /**
     * Returns the index of the element that is selected at a position.
     *
     * @throws IndexOutOfBoundsException if fewer are selected
     */
    public long index(long position) {
        return runs.index(Objects.checkIndex(position, length()));
    }

    /** Returns the number of elements that are selected. */
    public long length() {
        return runs.length();
    }

    /** Returns the lowest index that is selected, or 0 if none is. */
    public long first() {
        return runs.first();
    }

    /** Returns the index behind the highest that is selected, or 0 if none is. */
    public long end() {
        return runs.end();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Layout layout && layout.runs.equals(runs);
    }

    @Override
    public int hashCode() {
        return runs.hashCode();
    }

    @Override
    public String toString() {
        return "Layout[%d elements in [%d, %d)]".formatted(length(), first(), end());
    }
}
