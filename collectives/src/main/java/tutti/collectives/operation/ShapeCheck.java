package tutti.collectives.operation;

import java.util.Objects;
import tutti.collectives.algorithm.BinomialTree;
import tutti.collectives.hierarchy.CallPeers;
import tutti.collectives.local.CollectiveCall;
import tutti.messaging.match.Payload;
import tutti.serialization.ArrayShape;
import tutti.serialization.DirectBuffer;

/**
 * Compares the buffers of members that choose an algorithm by the length of their own: without that, members of unlike
 * lengths would wait for messages that the others never send.
 */
final class ShapeCheck {
    private ShapeCheck() {}

    /**
     * Sends the type and length of a buffer up a binomial tree, where members with shorter buffers send and await their
     * elements, and waits until the root knows that all are alike.
     *
     * @throws tutti.messaging.BufferMismatchException if the buffer of a member below differs
     */
    static void alongTree(CollectiveCall call, CallPeers peers, DirectBuffer own, int root) {
        Payload shape = call.endpoint().captureShape(own);
        if (shape == null) {
            return; // a codec that some program has made
        }
        BinomialTree tree = BinomialTree.of(peers.rank(), peers.size(), root);
        for (BinomialTree.Child child : tree.children()) {
            Payload told = peers.receive(child.rank());
            ArrayShape theirs = Objects.requireNonNull(told.arrayShape(), "an array, or what precedes one");
            told.release();
            if (theirs.type() != own.type() || theirs.length() != own.length()) {
                int rank = peers.rankOf(child.rank());
                throw call.unlike(rank, theirs.type(), theirs.length(), own);
            }
        }
        if (peers.rank() != root) {
            peers.send(tree.parent(), shape.share());
            peers.receive(tree.parent()).release();
        }
        for (BinomialTree.Child child : tree.largestFirst()) {
            peers.send(child.rank(), shape.share());
        }
        shape.release();
    }
}
