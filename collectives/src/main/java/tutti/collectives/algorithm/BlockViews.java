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

    /** Returns how many elements each block has. */
    public static long[] counts(Blocks blocks) {
        long[] counts = new long[blocks.size()];
        Arrays.setAll(counts, blocks::count);
        return counts;
    }

    /** Returns how many elements all blocks have. */
    public static long total(Blocks blocks) {
        return Arrays.stream(counts(blocks)).sum();
    }

    /** Returns how many elements the longest block has. */
    public static long longest(Blocks blocks) {
        return Arrays.stream(counts(blocks)).max().orElse(0);
    }

    /** Returns whether blocks lie one behind the other, in rank order. */
    public static boolean areConsecutive(Blocks blocks) {
        long end = blocks.size() == 0 ? 0 : blocks.displacement(0);
        for (int rank = 0; rank < blocks.size(); rank++) {
            if (blocks.displacement(rank) != end) {
                return false;
            }
            end += blocks.count(rank);
        }
        return true;
    }

    /** Describes blocks of the same lengths that lie one behind the other, from the first element on. */
    public static Blocks consecutive(Blocks blocks) {
        return Blocks.of(counts(blocks));
    }

    /** Copies blocks to where they lie one behind the other. */
    public static void copy(Blocks blocks, DirectBuffer from, DirectBuffer to) {
        Blocks places = consecutive(blocks);
        for (int rank = 0; rank < blocks.size(); rank++) {
            of(places, to, rank).copyFrom(of(blocks, from, rank));
        }
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
