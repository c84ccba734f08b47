package tutti.examples.matrix;

import tutti.collectives.Partition;

/** Checks what is put together. */
final class Blocks {
    private Blocks() {}

    /** Checks that a block of rows is the one of a rank. */
    static void check(Matrix whole, Matrix part, int index, int groupSize) {
        Partition blocks = new Partition(whole.rows(), groupSize);
        if (part.offset() != whole.offset() + blocks.offset(index)
                || part.rows() != blocks.size(index)
                || part.columns() != whole.columns()) {
            throw new IllegalArgumentException(
                    "part does not fit: rank=%d offset=%d rows=%d columns=%d, its block of a matrix with rows=%d columns=%d over %d members has offset=%d rows=%d"
                            .formatted(
                                    index,
                                    part.offset(),
                                    part.rows(),
                                    part.columns(),
                                    whole.rows(),
                                    whole.columns(),
                                    groupSize,
                                    whole.offset() + blocks.offset(index),
                                    blocks.size(index)));
        }
    }
}
