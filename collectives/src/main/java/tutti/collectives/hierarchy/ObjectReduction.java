package tutti.collectives.hierarchy;

import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BinomialReduce;
import tutti.collectives.algorithm.BinomialTree;
import tutti.collectives.algorithm.TreeBlocks;
import tutti.collectives.local.BufferFold;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.Contributions;
import tutti.collectives.local.LocalSync;
import tutti.messaging.match.Payload;

/**
 * The members of a process combine their operands through its memory; only results over whole {@link TreeBlocks}
 * travel.
 *
 * <p>Those travel along the edges of the {@link BinomialTree} that leave a block. So the association order is that of
 * {@link BinomialReduce}, wherever members live.
 *
 * <p>In a reduction to a root only a block's holder waits: for the others of its block, and for its children in the
 * tree. If all members get the result, arrays of primitive types under a ready operator are not copied: they are read
 * where they are, because their owners wait, and all members share the work.
 */
public final class ObjectReduction implements Hierarchy.Collect<Payload>, Hierarchy.Exchange<Payload> {
    private static final int FIRST = 0;

    private final CollectiveCall call;
    private final CallPeers peers;
    private final @Nullable Object value;
    private final ReductionObject<@Nullable Object> operator;
    private final int root;
    private final boolean isForAll;
    private final TreeBlocks.Block block;

    private ObjectReduction(
            CollectiveCall call,
            CallPeers peers,
            @Nullable Object value,
            ReductionObject<@Nullable Object> operator,
            int root,
            boolean isForAll) {
        this.call = call;
        this.peers = peers;
        this.value = value;
        this.operator = operator;
        this.root = root;
        this.isForAll = isForAll;
        block = call.locality().blocks().of(peers.rank());
    }

    /** Reduces to a root. */
    public static ObjectReduction toRoot(
            CollectiveCall call,
            CallPeers peers,
            @Nullable Object value,
            ReductionObject<@Nullable Object> operator,
            int root) {
        return new ObjectReduction(call, peers, value, operator, root, false);
    }

    /**
     * Reduces to rank 0, or to the member that is last where all live in one process; all members wait for the result.
     */
    public static ObjectReduction forAll(
            CollectiveCall call, CallPeers peers, @Nullable Object value, ReductionObject<@Nullable Object> operator) {
        return new ObjectReduction(call, peers, value, operator, FIRST, true);
    }

    @Override
    public @Nullable Payload collect() {
        LocalSync local = call.local();
        Contributions all = Contributions.of(
                call, isForAll && Contributions.canBeInPlace(call.locality(), value, operator), operator);
        Contributions.Held part;
        if (all.isInPlace()) {
            part = foldInPlace(local, all);
        } else {
            part = all.combine(block, peers.rank(), copy(local), operator, peers.size());
        }
        if (isForAll && call.locality().isWholeGroup()) {
            return own(part); // the member that completes the only block has the result
        }
        if (part != null) {
            if (all.putResult(block, part)) {
                local.complete();
            }
            local.wake(block.holder(root));
        }
        return peers.rank() == block.holder(root) ? own(local.await(() -> all.result(block))) : null;
    }

    private @Nullable Payload own(Contributions.@Nullable Held part) {
        return part == null ? null : call.endpoint().own(part.value());
    }

    /** Returns a copy of this member's value; it stays in the call's state if this member does not wait for its use. */
    private @Nullable Object copy(LocalSync local) {
        if (isForAll) {
            return peers.copy(value);
        }
        local.awaitRoom();
        Payload copy = call.endpoint().capture(value, peers.rank());
        local.retain(copy);
        return copy.take();
    }

    /**
     * Contributes the caller's own array, and takes a share of the work when all have arrived.
     *
     * @return the result over the block if this call finished it, else null
     */
    private Contributions.@Nullable Held foldInPlace(LocalSync local, Contributions all) {
        all.put(call.index(), value);
        BufferFold fold;
        if (local.arrive()) {
            fold = all.foldInPlace(block);
            if (!fold.isSmall()) {
                all.share(fold);
                local.wakeAll();
            }
        } else {
            Object next = local.await(() -> firstPresent(local.state().outcome(), all.result(block), all.fold()));
            fold = next instanceof BufferFold shared ? shared : null;
        }
        // no result if a member has given up, and may change its array
        if (fold == null || !fold.help() || local.state().hasFailed()) {
            return null;
        }
        return new Contributions.Held(fold.result().array());
    }

    private static @Nullable Object firstPresent(@Nullable Object a, @Nullable Object b, @Nullable Object c) {
        if (a != null) {
            return a;
        }
        return b != null ? b : c;
    }

    /** The holders of blocks combine up the tree; returns the result at its root, and null elsewhere. */
    @Override
    public @Nullable Payload exchange(Payload part) {
        Object result = BinomialReduce.climb(peers, block.start(), block.end(), part.take(), operator, root);
        return peers.rank() == root ? call.endpoint().own(result) : null;
    }
}
