package tutti.collectives.operation;

import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.serialization.DirectBuffer;

/**
 * The collective operations on buffers of one member in one group.
 *
 * <p>Calls count together with those of {@link Collectives}, so that members which call an object operation and one on
 * buffers notice. Ranks have been checked by the caller; buffers are checked here before anything is sent. All are the
 * operation's from the call to the return, and whatever is sent has been captured by then.
 */
public final class BufferCollectives {
    private final Collectives collectives;

    BufferCollectives(Collectives collectives) {
        this.collectives = collectives;
    }

    /** Fills every member's buffer with the root's elements. */
    public void broadcast(DirectBuffer data, int root) {
        collectives.run(new BufferBroadcast(data, root));
    }

    /** Writes the reduction of all contributions into the root's target. */
    public void reduce(
            DirectBuffer own, @Nullable DirectBuffer target, ReductionObject<DirectBuffer> operator, int root) {
        collectives.run(new BufferReduce(own, target, operator, root));
    }

    /** Writes the reduction of all contributions into every member's target. */
    public void allReduce(DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        collectives.run(new BufferAllReduce(own, target, operator));
    }

    /** Fills every member's target with its equal block of the root's buffer. */
    public void scatter(@Nullable DirectBuffer data, DirectBuffer target, int root) {
        collectives.run(new BufferScatter(data, target, root));
    }

    /** Fills every member's target with its block of the root's buffer. */
    public void scatter(@Nullable DirectBuffer data, @Nullable Blocks blocks, DirectBuffer target, int root) {
        collectives.run(new BlockScatter(data, blocks, target, root));
    }

    /** Fills the root's target with every member's equal contribution. */
    public void gather(DirectBuffer own, @Nullable DirectBuffer target, int root) {
        collectives.run(new BufferGather(own, target, root));
    }

    /** Fills the blocks of the root's target with every member's contribution. */
    public void gather(DirectBuffer own, @Nullable DirectBuffer target, @Nullable Blocks blocks, int root) {
        collectives.run(new BlockGather(own, target, blocks, root));
    }

    /** Fills every member's target with every member's equal contribution. */
    public void allGather(DirectBuffer own, DirectBuffer target) {
        collectives.run(new BufferAllGather(own, target));
    }

    /** Fills the blocks of every member's target with every member's contribution. */
    public void allGather(DirectBuffer own, DirectBuffer target, Blocks blocks) {
        collectives.run(new BlockAllGather(own, target, blocks));
    }

    /** Fills every member's target with its equal block of every member's buffer. */
    public void allToAll(DirectBuffer data, DirectBuffer target) {
        collectives.run(new BufferAllToAll(data, target));
    }

    /** Fills the blocks of every member's target with its block of every member's buffer. */
    public void allToAll(DirectBuffer data, Blocks dataBlocks, DirectBuffer target, Blocks targetBlocks) {
        collectives.run(new BlockAllToAll(data, dataBlocks, target, targetBlocks));
    }
}
