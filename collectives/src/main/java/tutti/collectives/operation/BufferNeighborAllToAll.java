package tutti.collectives.operation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.algorithm.NeighborExchange;
import tutti.collectives.algorithm.Neighbors;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Fills the blocks of every member's target with what its neighbors have for it. */
public final class BufferNeighborAllToAll extends Collective<@Nullable Void> {
    private final Neighbors neighbors;
    private final DirectBuffer data;
    private final Blocks dataBlocks;
    private final DirectBuffer target;
    private final Blocks targetBlocks;

    private BufferNeighborAllToAll(
            Neighbors neighbors,
            DirectBuffer data,
            Blocks dataBlocks,
            DirectBuffer target,
            Blocks targetBlocks,
            Operation operation) {
        super(operation);
        this.neighbors = neighbors;
        this.data = data;
        this.dataBlocks = dataBlocks;
        this.target = target;
        this.targetBlocks = targetBlocks;
    }

    /** Makes a call that sends each neighbor a block of its own. */
    public static BufferNeighborAllToAll of(
            Neighbors neighbors, DirectBuffer data, Blocks dataBlocks, DirectBuffer target, Blocks targetBlocks) {
        return new BufferNeighborAllToAll(
                neighbors, data, dataBlocks, target, targetBlocks, Operation.NEIGHBOR_ALL_TO_ALL_BUFFERS);
    }

    /** Makes a call that sends all neighbors the same elements. */
    public static BufferNeighborAllToAll ofOne(
            Neighbors neighbors, DirectBuffer data, DirectBuffer target, Blocks targetBlocks) {
        long[] counts = new long[neighbors.destinations()];
        Arrays.fill(counts, data.length());
        return new BufferNeighborAllToAll(
                neighbors,
                data,
                Blocks.of(counts, new long[counts.length]),
                target,
                targetBlocks,
                Operation.NEIGHBOR_ALL_GATHER_BUFFERS);
    }

    @Override
    long bufferBytes() {
        return data.lengthBytes();
    }

    @Override
    String details() {
        return CallCheck.describe(data.type());
    }

    @Override
    Edges edges() {
        return Edges.of(neighbors, dataBlocks::count, targetBlocks::count);
    }

    @Override
    public void check(int rank, int size) {
        BufferArguments.checkBlocks(BufferArguments.SEND_BUFFER, data, dataBlocks, neighbors.destinations());
        BufferArguments.checkReceiveBlocks(target, targetBlocks, neighbors.sources());
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        NeighborExchange.run(
                invocation.peers(), neighbors, Scratch.apart(data, target), dataBlocks, target, targetBlocks);
        return null;
    }
}
