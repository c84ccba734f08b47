package tutti.collectives.algorithm;

import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.collectives.operator.Elementwise;
import tutti.serialization.DirectBuffer;

/**
 * AllReduce of large buffers for any P: each member reduces one block ({@link ReduceScatter}), then the blocks go round
 * a ring.
 */
public final class ExchangeAllReduce {
    private ExchangeAllReduce() {}

    public static void run(Peers peers, DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        Blocks blocks = BlockViews.even(own.length(), peers.size(), Elementwise.unitOf(operator));
        DirectBuffer result = ReduceScatter.run(peers, own, blocks, operator);
        RingBufferAllGather.run(peers, result, target, blocks); // own may be overwritten now: it has been sent
    }
}
