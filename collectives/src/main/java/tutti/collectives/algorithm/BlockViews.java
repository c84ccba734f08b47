package tutti.collectives.algorithm;

import java.util.Arrays;
import tutti.collectives.Blocks;
import tutti.serialization.DirectBuffer;

/**
 * The blocks of a buffer that {@link Blocks} describe; where arguments are checked, the blocks have been found to lie
 * in it.
 */
public final class BlockViews {
    private BlockViews() {}

    /** Describes equal blocks. */
    public static Blocks equal(long count, int size) {
        long[] counts = new long[size];
        Arrays.fill(counts, count);
        return Blocks.of(counts);
    }

    /**
     * Describes consecutive blocks that are as even as they can be; the last ones are empty if there are fewer
     * elements.
     *
     * @param unit elements that stay together; {@code elements} is a multiple of it
     */
    static Blocks even(long elements, int size, int unit) {
        long units = elements / unit;
        long[] counts = new long[size];
        for (int rank = 0; rank < size; rank++) {
            counts[rank] = (units / size + (rank < units % size ? 1 : 0)) * unit;
        }
        return Blocks.of(counts);
    }

    /** Returns the block of a rank. */
    public static DirectBuffer of(Blocks blocks, DirectBuffer buffer, int rank) {
        return buffer.slice(blocks.displacement(rank), blocks.count(rank));
    }

    /** Returns the blocks of some ranks, which lie one behind the other. */
    static DirectBuffer of(Blocks blocks, DirectBuffer buffer, int start, int end) {
        long length = blocks.displacement(end - 1) + blocks.count(end - 1) - blocks.displacement(start);
        return buffer.slice(blocks.displacement(start), length);
    }
}
