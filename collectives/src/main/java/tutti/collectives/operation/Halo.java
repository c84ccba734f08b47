package tutti.collectives.operation;

import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.GridBlock;
import tutti.collectives.algorithm.HaloExchange;
import tutti.collectives.algorithm.Neighbors;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/** Fills the layer around every member's block of a grid. */
public final class Halo extends Collective<@Nullable Void> {
    private final GridBlock shape;
    private final int[] ranks;
    private final DirectBuffer block;

    /**
     * Makes a call.
     *
     * @param ranks for each dimension the neighbor below and the one above
     */
    public Halo(GridBlock shape, int[] ranks, DirectBuffer block) {
        super(Operation.HALO);
        this.shape = shape;
        this.ranks = ranks.clone();
        this.block = block;
    }

    @Override
    long bufferBytes() {
        return block.lengthBytes();
    }

    @Override
    String details() {
        return CallCheck.describe(block.type());
    }

    @Override
    Edges edges() {
        IntToLongFunction cells = side -> shape.faceCells(side / 2);
        return Edges.of(Neighbors.ofGrid(ranks), cells, cells);
    }

    @Override
    public void check(int rank, int size) {
        block.requireWritable("block");
        if (block.length() != shape.cells()) {
            throw new IllegalArgumentException(
                    "buffer is not the block: buffer=%s cells=%d %s; let extents count the layer on both sides"
                            .formatted(block.shape(), shape.cells(), shape));
        }
    }

    @Override
    @Nullable
    Void run(Invocation invocation) {
        HaloExchange.run(invocation.peers(), shape, ranks, block);
        return null;
    }
}
