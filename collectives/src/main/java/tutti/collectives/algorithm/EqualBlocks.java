package tutti.collectives.algorithm;

import tutti.serialization.DirectBuffer;

/**
 * Where the equal blocks of consecutive ranks lie in a buffer that holds just them.
 *
 * @param start first of the ranks
 * @param end one past the last
 * @param length elements of one block
 */
record EqualBlocks(int start, int end, long length) {

    /** Returns memory for all the blocks. */
    DirectBuffer scratch(Peers peers, DirectBuffer block) {
        return peers.scratch(block.type(), (end - start) * length);
    }

    /** Returns the block of a rank. */
    DirectBuffer of(DirectBuffer held, int rank) {
        return held.slice((rank - start) * length, length);
    }

    /** Returns the blocks of a child's subtree. */
    DirectBuffer of(DirectBuffer held, BinomialTree.Child child) {
        return held.slice((child.blockStart() - start) * length, (child.blockEnd() - child.blockStart()) * length);
    }
}
