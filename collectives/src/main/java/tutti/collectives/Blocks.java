package tutti.collectives;

import java.util.Arrays;
import java.util.Objects;

/**
 * Which elements of a buffer belong to which member: a count and a displacement for each rank, in elements.
 *
 * <p>Blocks may be empty, leave gaps and come in any order. Immutable; make one and use it in many calls.
 */
public final class Blocks {
    private final long[] counts;
    private final long[] displacements;

    private Blocks(long[] counts, long[] displacements) {
        this.counts = counts;
        this.displacements = displacements;
    }

    /** Describes blocks that lie one behind the other, in rank order. */
    public static Blocks of(int... counts) {
        return of(Arrays.stream(counts).asLongStream().toArray());
    }

    /** Describes blocks that lie one behind the other, in rank order. */
    public static Blocks of(long[] counts) {
        long[] displacements = new long[counts.length];
        for (int rank = 1; rank < counts.length; rank++) {
            displacements[rank] = Math.addExact(displacements[rank - 1], counts[rank - 1]);
        }
        return of(counts, displacements);
    }

    /**
     * Describes blocks by the number of their elements and the index of the first, for each rank.
     *
     * @throws IllegalArgumentException if a number is negative, or there are not as many counts as displacements
     */
    public static Blocks of(int[] counts, int[] displacements) {
        return of(
                Arrays.stream(counts).asLongStream().toArray(),
                Arrays.stream(displacements).asLongStream().toArray());
    }

    /** Describes blocks as {@link #of(int[], int[])} does. */
    public static Blocks of(long[] counts, long[] displacements) {
        if (counts.length != displacements.length) {
            throw new IllegalArgumentException(
                    "needs a count and a displacement for each member: counts=%d displacements=%d"
                            .formatted(counts.length, displacements.length));
        }
        for (int rank = 0; rank < counts.length; rank++) {
            if (counts[rank] < 0 || displacements[rank] < 0) {
                throw new IllegalArgumentException("numbers must not be negative: rank=%d count=%d displacement=%d"
                        .formatted(rank, counts[rank], displacements[rank]));
            }
        }
        return new Blocks(counts.clone(), displacements.clone());
    }

    /** Describes the blocks of a partition: as even as they can be. */
    public static Blocks of(Partition partition) {
        long[] counts = new long[partition.parts()];
        Arrays.setAll(counts, partition::size);
        return of(counts);
    }

    /** Returns for how many members there are blocks. */
    public int size() {
        return counts.length;
    }

    /** Returns the number of elements in the block of a rank. */
    public long count(int rank) {
        return counts[rank];
    }

    /** Returns the index of the first element in the block of a rank. */
    public long displacement(int rank) {
        return displacements[rank];
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof Blocks blocks
                && Arrays.equals(counts, blocks.counts)
                && Arrays.equals(displacements, blocks.displacements);
    }

    @Override
    public int hashCode() {
        return Objects.hash(Arrays.hashCode(counts), Arrays.hashCode(displacements));
    }

    @Override
    public String toString() {
        return "Blocks[counts=%s displacements=%s]".formatted(Arrays.toString(counts), Arrays.toString(displacements));
    }
}
