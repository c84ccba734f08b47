package tutti.collectives.algorithm;

import tutti.collectives.Blocks;
import tutti.serialization.DirectBuffer;

/**
 * Broadcast of a large buffer in two phases: its blocks are scattered down a binomial tree, then go round a ring until
 * all have all.
 *
 * <p>The root sends little more than the buffer once, however many receive. Every block goes straight to its place. M.
 * Barnett, L. Shuler, R. van de Geijn, S. Gupta, D. Payne, J. Watts: "Interprocessor collective communication library
 * (InterCom)", 1994, doi:10.1109/SHPCC.1994.296665.
 */
public final class ScatterRingBroadcast {
    private ScatterRingBroadcast() {}

    public static void run(Peers peers, DirectBuffer data, int root) {
        Blocks blocks = BlockViews.even(data.length(), peers.size(), 1);
        BinomialTree tree = BinomialTree.of(peers.rank(), peers.size(), root);
        if (!tree.isRoot()) {
            Segments.receive(peers, tree.parent(), BlockViews.of(blocks, data, tree.blockStart(), tree.blockEnd()));
        }
        for (BinomialTree.Child child : tree.largestFirst()) {
            Segments.send(peers, child.rank(), BlockViews.of(blocks, data, child.blockStart(), child.blockEnd()));
        }
        for (int step = 1; step < peers.size(); step++) {
            passOn(peers, data, blocks, root, step);
        }
    }

    /** The root has all blocks, so its buffer is only read. */
    private static void passOn(Peers peers, DirectBuffer data, Blocks blocks, int root, int step) {
        DirectBuffer sent = BlockViews.of(blocks, data, peers.at(1 - step));
        DirectBuffer received = BlockViews.of(blocks, data, peers.at(-step));
        if (peers.at(1) == root) {
            Segments.receive(peers, peers.at(-1), received);
        } else if (peers.rank() == root) {
            Segments.send(peers, peers.at(1), sent);
        } else {
            Segments.exchange(peers, peers.at(1), sent, peers.at(-1), received);
        }
    }
}
