package tutti.collectives;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.Endpoint;
import tutti.messaging.Label;
import tutti.serialization.DirectBuffer;

/**
 * The collective operations on buffers of one member in one group: checks each call, chooses an algorithm and runs it.
 *
 * <p>Calls count together with those of {@link Collectives}, so that members which call an object operation and one on buffers
 * notice. Ranks have been checked by the caller; buffers are checked here before anything is sent. All are the operation's from
 * the call to the return, and whatever is sent has been captured by then.
 */
public final class BufferCollectives {
    private static final int NO_ROOT = -1;

    private final Endpoint endpoint;
    private final Labels labels;
    private final Scratch scratch;

    BufferCollectives(Endpoint endpoint, Labels labels, Scratch scratch) {
        this.endpoint = endpoint;
        this.labels = labels;
        this.scratch = scratch;
    }

    /** Begins a call and returns its label. */
    interface Labels {
        Label begin(Operation operation, int root, int operator, Supplier<String> details);
    }

    Scratch scratch() {
        return scratch;
    }

    /** Fills every member's buffer with the root's elements. */
    public void broadcast(DirectBuffer data, int root) {
        if (endpoint.rank() != root) {
            data.requireWritable("data");
        }
        BinomialBufferBroadcast.run(begin(Operation.BROADCAST_BUFFERS, root, data), data, root);
    }

    /** Writes the reduction of all contributions into the root's target. */
    public void reduce(
            DirectBuffer own, @Nullable DirectBuffer target, ReductionObject<DirectBuffer> operator, int root) {
        Objects.requireNonNull(operator, "operator");
        if (endpoint.rank() == root) {
            checkAlike(own, required(target, "receive buffer"));
        }
        BinomialBufferReduce.run(begin(Operation.REDUCE_BUFFERS, root, own, operator), own, target, operator, root);
    }

    /** Writes the reduction of all contributions into every member's target. */
    public void allReduce(DirectBuffer own, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        Objects.requireNonNull(operator, "operator");
        checkAlike(own, target);
        BufferPeers peers = begin(Operation.ALL_REDUCE_BUFFERS, NO_ROOT, own, operator);
        if (Integer.bitCount(peers.size()) == 1) {
            DoublingAllReduce.run(peers, own, target, operator);
        } else {
            TreeBufferAllReduce.run(peers, own, target, operator);
        }
    }

    /** Fills every member's target with its equal block of the root's buffer. */
    public void scatter(@Nullable DirectBuffer data, DirectBuffer target, int root) {
        target.requireWritable("receive buffer");
        if (endpoint.rank() == root) {
            checkBlocks("send buffer", required(data, "send buffer"), "receive buffer", target);
        }
        BinomialBufferScatter.run(begin(Operation.SCATTER_BUFFERS, root, target), data, target, root);
    }

    /** Fills every member's target with its block of the root's buffer. */
    public void scatter(@Nullable DirectBuffer data, @Nullable Blocks blocks, DirectBuffer target, int root) {
        target.requireWritable("receive buffer");
        if (endpoint.rank() == root) {
            DirectBuffer whole = required(data, "send buffer");
            Blocks known = required(blocks, "blocks");
            known.check("send buffer", whole, endpoint.size());
            known.checkOwn("receive buffer", target, "send buffer", whole, root);
        }
        LinearBufferScatter.run(beginUnequal(Operation.SCATTER_BLOCKS, root, target), data, blocks, target, root);
    }

    /** Fills the root's target with every member's equal contribution. */
    public void gather(DirectBuffer own, @Nullable DirectBuffer target, int root) {
        if (endpoint.rank() == root) {
            checkBlocks("receive buffer", writable(required(target, "receive buffer")), "send buffer", own);
        }
        BinomialBufferGather.run(begin(Operation.GATHER_BUFFERS, root, own), own, target, root);
    }

    /** Fills the blocks of the root's target with every member's contribution. */
    public void gather(DirectBuffer own, @Nullable DirectBuffer target, @Nullable Blocks blocks, int root) {
        if (endpoint.rank() == root) {
            DirectBuffer whole = writable(required(target, "receive buffer"));
            Blocks known = required(blocks, "blocks");
            known.check("receive buffer", whole, endpoint.size());
            known.checkOwn("send buffer", own, "receive buffer", whole, root);
        }
        LinearBufferGather.run(beginUnequal(Operation.GATHER_BLOCKS, root, own), own, target, blocks, root);
    }

    /** Fills every member's target with every member's equal contribution. */
    public void allGather(DirectBuffer own, DirectBuffer target) {
        checkBlocks("receive buffer", writable(target), "send buffer", own);
        BufferPeers peers = begin(Operation.ALL_GATHER_BUFFERS, NO_ROOT, own);
        RingBufferAllGather.run(peers, own, target, Blocks.equal(own.length(), peers.size()));
    }

    /** Fills the blocks of every member's target with every member's contribution. */
    public void allGather(DirectBuffer own, DirectBuffer target, Blocks blocks) {
        blocks.check("receive buffer", writable(target), endpoint.size());
        blocks.checkOwn("send buffer", own, "receive buffer", target, endpoint.rank());
        RingBufferAllGather.run(beginUnequal(Operation.ALL_GATHER_BLOCKS, NO_ROOT, own), own, target, blocks);
    }

    /** Fills every member's target with its equal block of every member's buffer. */
    public void allToAll(DirectBuffer data, DirectBuffer target) {
        checkAlike(data, target);
        if (data.length() % endpoint.size() != 0) {
            throw new IllegalArgumentException(
                    "buffers must hold one equal block for each member: send buffer=%s members=%d; pass Blocks for unequal ones"
                            .formatted(data.shape(), endpoint.size()));
        }
        BufferPeers peers = begin(Operation.ALL_TO_ALL_BUFFERS, NO_ROOT, data);
        Blocks blocks = Blocks.equal(data.length() / peers.size(), peers.size());
        PairwiseBufferAllToAll.run(peers, data, blocks, target, blocks);
    }

    /** Fills the blocks of every member's target with its block of every member's buffer. */
    public void allToAll(DirectBuffer data, Blocks dataBlocks, DirectBuffer target, Blocks targetBlocks) {
        int rank = endpoint.rank();
        dataBlocks.check("send buffer", data, endpoint.size());
        targetBlocks.check("receive buffer", writable(target), endpoint.size());
        dataBlocks.checkOwn("block of the receive buffer", targetBlocks.of(target, rank), "send buffer", data, rank);
        PairwiseBufferAllToAll.run(
                beginUnequal(Operation.ALL_TO_ALL_BLOCKS, NO_ROOT, data), data, dataBlocks, target, targetBlocks);
    }

    /**
     * Begins a call.
     *
     * @param alike has the same type and length at all members
     */
    private BufferPeers begin(Operation operation, int root, DirectBuffer alike) {
        return peers(labels.begin(operation, root, 0, () -> Verification.describe(alike)));
    }

    /** Begins a call in which lengths may differ, but not the type of the elements. */
    private BufferPeers beginUnequal(Operation operation, int root, DirectBuffer buffer) {
        return peers(labels.begin(operation, root, 0, () -> " of=" + buffer.type()));
    }

    private BufferPeers begin(Operation operation, int root, DirectBuffer alike, ReductionObject<?> operator) {
        return peers(labels.begin(
                operation, root, Operators.codeOf(operator), () -> Verification.describe(operator, alike)));
    }

    private BufferPeers peers(Label label) {
        return new EndpointBufferPeers(endpoint, label, scratch);
    }

    private static DirectBuffer writable(DirectBuffer target) {
        return target.requireWritable("receive buffer");
    }

    private static <T> T required(@Nullable T argument, String role) {
        return Objects.requireNonNull(argument, role + " must not be null at the root");
    }

    private static void checkAlike(DirectBuffer own, DirectBuffer target) {
        if (!own.matches(writable(target))) {
            throw new IllegalArgumentException(
                    "buffers must be alike: send buffer=%s receive buffer=%s; let both have the same type and length"
                            .formatted(own.shape(), target.shape()));
        }
    }

    private void checkBlocks(String role, DirectBuffer whole, String blockRole, DirectBuffer block) {
        if (whole.type() != block.type() || whole.length() != block.length() * endpoint.size()) {
            throw new IllegalArgumentException(
                    "%s must hold one block for each member: %s=%s %s=%s members=%d; pass Blocks for unequal ones"
                            .formatted(role, role, whole.shape(), blockRole, block.shape(), endpoint.size()));
        }
    }
}
