package tutti.collectives;

import org.jspecify.annotations.Nullable;

/** Where a member's part of an array or a list lies. */
final class PartOf {
    private PartOf() {}

    /** Returns the index of the first element of a rank's part. */
    static int offset(@Nullable Blocks blocks, int elements, int rank, int groupSize) {
        return blocks == null
                ? new Partition(elements, groupSize).offset(rank)
                : Math.toIntExact(checked(blocks, elements, rank, groupSize).displacement(rank));
    }

    /** Returns the number of elements of a rank's part. */
    static int size(@Nullable Blocks blocks, int elements, int rank, int groupSize) {
        return blocks == null
                ? new Partition(elements, groupSize).size(rank)
                : Math.toIntExact(checked(blocks, elements, rank, groupSize).count(rank));
    }

    private static Blocks checked(Blocks blocks, int elements, int rank, int groupSize) {
        if (blocks.size() != groupSize) {
            throw new IllegalArgumentException(
                    "needs one block for each member: blocks=%d members=%d; a block may be empty"
                            .formatted(blocks.size(), groupSize));
        }
        if (blocks.displacement(rank) > elements || blocks.count(rank) > elements - blocks.displacement(rank)) {
            throw new IllegalArgumentException(
                    "block lies outside: rank=%d count=%d displacement=%d elements=%d; counts and displacements are in elements"
                            .formatted(rank, blocks.count(rank), blocks.displacement(rank), elements));
        }
        return blocks;
    }
}
