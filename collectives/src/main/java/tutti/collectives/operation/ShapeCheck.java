package tutti.collectives.operation;

import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.BinomialTree;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.local.CallExceptions;
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
     * @param rankOf gives the rank in the group of one of the peers
     * @throws tutti.messaging.BufferMismatchException if the buffer of a member below differs
     */
    static void alongTree(CollectiveCall call, Peers peers, DirectBuffer own, int root, IntUnaryOperator rankOf) {
        Payload shape = call.endpoint().captureShape(own);
        if (shape == null) {
            return; // a codec that some program has made
        }
        BinomialTree tree = BinomialTree.of(peers.rank(), peers.size(), root);
        for (BinomialTree.Child child : tree.children()) {
            Payload told = peers.receive(child.rank());
            @Nullable ArrayShape theirs = told.arrayShape();
            told.release();
            if (theirs == null || theirs.type() != own.type() || theirs.length() != own.length()) {
                String text = theirs == null ? "no array" : "%s[%d]".formatted(theirs.type(), theirs.length());
                throw CallExceptions.unlike(call.endpoint(), rankOf.applyAsInt(child.rank()), text, own);
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
