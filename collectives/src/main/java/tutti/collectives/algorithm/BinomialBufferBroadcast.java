package tutti.collectives.algorithm;

import tutti.serialization.DirectBuffer;

/**
 * Broadcast of a buffer down a binomial tree in ceil(log2 P) steps: each member sends from the memory that it received
 * into.
 */
public final class BinomialBufferBroadcast {
    private BinomialBufferBroadcast() {}

    public static void run(Peers peers, DirectBuffer data, int root) {
        BinomialTree tree = BinomialTree.of(peers.rank(), peers.size(), root);
        if (!tree.isRoot()) {
            peers.receive(tree.parent(), data);
        }
        for (BinomialTree.Child child : tree.largestFirst()) {
            peers.send(child.rank(), data);
        }
    }
}
