package tutti.collectives.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.DividableDataObject;
import tutti.collectives.ReductionObject;
import tutti.collectives.operator.Elementwise;
import tutti.messaging.match.Payload;
import tutti.serialization.DirectBuffer;

/**
 * ReduceScatter in P - 1 steps: each member gets all operands of its part straight from their owners, and combines
 * them.
 *
 * <p>It does so in the association order of {@link BinomialReduce}, so that the result has the bits that a reduction of
 * the part has.
 */
public final class PairwiseReduceScatter {
    /** Slots of scratch memory from here on hold operands, one each. */
    private static final int FIRST_SLOT = Scratch.PART + 1;

    private PairwiseReduceScatter() {}

    /** Returns the reduction of this member's part of all objects. */
    public static @Nullable Object run(
            Peers peers, DividableDataObject<@Nullable Object> data, ReductionObject<@Nullable Object> operator) {
        int size = peers.size();
        Object own = peers.copy(data.elementAt(peers.rank(), size)); // the operator may change it
        List<Payload> parts =
                new ArrayList<>(size); // by distance, from 1 on; all are captured before the first is sent
        for (int distance = 1; distance < size; distance++) {
            parts.add(peers.capture(data.elementAt(peers.at(distance), size)));
        }
        for (int distance = 1; distance < size; distance++) {
            peers.send(peers.at(distance), parts.get(distance - 1));
        }
        List<@Nullable Object> operands = new ArrayList<>(size);
        for (int rank = 0; rank < size; rank++) {
            operands.add(rank == peers.rank() ? own : peers.receive(rank).take());
        }
        return TreeFold.of(operands, operator);
    }

    /** Writes the reduction of this member's block of all buffers into its target, which may lie in its own buffer. */
    public static void run(
            Peers peers, DirectBuffer own, Blocks blocks, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        target.copyFrom(
                operator instanceof Elementwise
                        ? ReduceScatter.run(peers, own, blocks, operator)
                        : whole(peers, own, blocks, operator));
    }

    /** A program's operator may look at its arguments as a whole, so these are not cut. */
    private static DirectBuffer whole(
            Peers peers, DirectBuffer own, Blocks blocks, ReductionObject<DirectBuffer> operator) {
        DirectBuffer mine = BlockViews.of(blocks, own, peers.rank());
        for (int distance = 1; distance < peers.size(); distance++) {
            int destination = peers.at(distance);
            peers.send(destination, BlockViews.of(blocks, own, destination));
        }
        DirectBuffer[] operands = new DirectBuffer[peers.size()];
        for (int rank = 0; rank < operands.length; rank++) {
            operands[rank] = peers.scratch(FIRST_SLOT + rank, mine);
            if (rank == peers.rank()) {
                operands[rank].copyFrom(mine);
            } else {
                peers.receive(rank, operands[rank]);
            }
        }
        return TreeFold.of(Arrays.asList(operands), operator);
    }
}
