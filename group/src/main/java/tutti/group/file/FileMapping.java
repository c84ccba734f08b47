package tutti.group.file;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.Layout;

/**
 * Where in a file the elements of a view lie. Their offsets rise with their positions, and no two overlap.
 *
 * @param displacement bytes before the first tile
 * @param type of the elements
 * @param order of the bytes of each
 * @param elements which of the elements behind the displacement are seen, over all tiles
 */
record FileMapping(long displacement, ElementType type, ByteOrder order, Layout elements) {
    private static final long MOST_BYTES = Long.MAX_VALUE >> 1;

    /** What is done with each run of bytes. */
    interface RunVisitor {
        /** Visits bytes at an offset of the file, which hold the elements from a position on. */
        void visit(long position, long offset, long bytes);
    }

    /**
     * Repeats a tile to the end of all files.
     *
     * @throws IllegalArgumentException if the tile selects nothing, goes backwards, or does not fit in its extent
     */
    static FileMapping of(long displacement, ElementType type, ByteOrder order, Layout tile, long extent) {
        if (displacement < 0 || displacement > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "displacement must lie in [0, 2^62): displacement=%d bytes".formatted(displacement));
        }
        if (tile.length() == 0) {
            throw new IllegalArgumentException("tile of a view must select at least one element: tile=" + tile);
        }
        if (tile.first() < 0 || tile.end() - tile.first() > extent) {
            throw new IllegalArgumentException(
                    "tile of a view must lie at 0 or behind it and fit in its extent: tile=%s extent=%d elements"
                            .formatted(tile, extent));
        }
        checkRising(tile);
        long tiles = (MOST_BYTES / type.elementBytes() - tile.end()) / extent;
        return new FileMapping(displacement, type, order, tile.repeat(tiles, extent));
    }

    private static void checkRising(Layout tile) {
        long[] end = new long[1];
        tile.forEachRun(0, tile.length(), (position, index, runLength) -> {
            if (index < end[0]) {
                throw new IllegalArgumentException(
                        "tile of a view must select elements once and in rising order: tile=%s selects element %d after %d"
                                .formatted(tile, index, end[0] - 1));
            }
            end[0] = index + runLength;
        });
    }

    FileMapping withOrder(ByteOrder wanted) {
        return new FileMapping(displacement, type, wanted, elements);
    }

    /** Returns the memory of a buffer if its bytes are those of the file, and lie together outside the heap. */
    @Nullable
    MemorySegment memoryInFileOrder(DirectBuffer buffer) {
        boolean isInOrder = order == ByteOrder.nativeOrder() || elementBytes() == 1;
        return isInOrder ? buffer.nativeMemory() : null;
    }

    /** Returns the bytes of such memory, or null. */
    @Nullable
    DirectBuffer inFileOrder(DirectBuffer buffer) {
        MemorySegment memory = memoryInFileOrder(buffer);
        return memory == null ? null : DirectBuffer.of(memory, ElementType.BYTE);
    }

    int elementBytes() {
        return type.elementBytes();
    }

    /** Returns the offset in the file of the element at a position. */
    long offset(long position) {
        return displacement + elements.index(position) * elementBytes();
    }

    /** Returns the offset behind the last of so many elements from a position on, at least one. */
    long end(long position, long count) {
        return offset(position + count - 1) + elementBytes();
    }

    /** Returns the first position in a range whose element begins at an offset or behind it, or the range's end. */
    long firstNotBefore(long offset, long from, long to) {
        long low = from;
        long high = to;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (offset(middle) < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns whether files can have so many elements from a position on. */
    boolean has(long position, long count) {
        return position <= elements.length() - count;
    }

    /** Returns how many of some elements, from a position on, lie in a file of so many bytes. */
    long inFile(long position, long count, long fileBytes) {
        return firstNotBefore(fileBytes - elementBytes() + 1, position, position + count) - position;
    }

    /** Returns how many elements lie in a file of so many bytes. */
    long inFile(long fileBytes) {
        return inFile(0, elements.length(), fileBytes);
    }

    /** Visits the runs of bytes of so many elements from a position on, in rising order. */
    void forEachRun(long position, long count, RunVisitor visitor) {
        int size = elementBytes();
        elements.forEachRun(
                position,
                count,
                (at, index, runLength) -> visitor.visit(at, displacement + index * size, runLength * size));
    }
}
