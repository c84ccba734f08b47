package tutti.collectives.algorithm;

import tutti.serialization.DirectBuffer;

/**
 * Broadcast of a large buffer along a chain from the root on, in segments: while a member passes one on, the next comes
 * in.
 *
 * <p>With s segments the last member has all after P - 2 + s steps of one segment each, and no member sends more than
 * the buffer once.
 */
public final class ChainBufferBroadcast {
    private ChainBufferBroadcast() {}

    public static void run(Peers peers, DirectBuffer data, int root) {
        boolean isFirst = peers.rank() == root;
        boolean isLast = peers.at(1) == root;
        for (long index = 0; index < Segments.count(data); index++) {
            DirectBuffer segment = Segments.of(data, index);
            if (!isFirst) {
                peers.receive(peers.at(-1), segment);
            }
            if (!isLast) {
                peers.send(peers.at(1), segment);
            }
        }
    }
}
