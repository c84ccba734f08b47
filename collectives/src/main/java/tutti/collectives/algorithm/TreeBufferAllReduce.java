package tutti.collectives.algorithm;

import tutti.collectives.ReductionObject;
import tutti.serialization.DirectBuffer;

/** AllReduce of buffers for any P: reduction to rank 0, then broadcast from there, in 2 ceil(log2 P) steps. */
public final class TreeBufferAllReduce {
    private TreeBufferAllReduce() {}

    public static void run(Peers peers, DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        BinomialBufferReduce.run(peers, own, target, operator, 0);
        BinomialBufferBroadcast.run(peers, target, 0);
    }
}
