package tutti.collectives.hierarchy;

import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BinomialReduce;
import tutti.collectives.algorithm.TreeBlocks;
import tutti.collectives.local.ArrayFold;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.Contributions;
import tutti.messaging.Payload;

/**
 * AllReduce in which the members of a process combine through its memory, and one of each process gets the result from the
 * others.
 *
 * <p>Results over blocks go to rank 0 as in {@link HierarchicalReduce}, and from there one message goes to each process. Arrays of
 * primitive types under a ready operator are not even copied: they are read where they are, because their owners wait, and all
 * members share the work.
 */
public final class HierarchicalAllReduce {
    private static final int ROOT = 0;

    private HierarchicalAllReduce() {}

    public static @Nullable Object run(
            CollectiveCall call, CallPeers peers, @Nullable Object value, ReductionObject<@Nullable Object> operator) {
        if (peers.size() == 1) {
            return peers.copy(value);
        }
        TreeBlocks.Block block = call.locality().blocks().of(peers.rank());
        Contributions all = Contributions.of(call, ArrayFold.isWorthwhile(call.locality(), value, operator), operator);
        Contributions.Some part = all.isInPlace()
                ? foldInPlace(call, all, value, block)
                : all.combine(block, peers.rank(), peers.copy(value), operator, peers.size());
        if (call.locality().isWholeGroup()) {
            if (part != null) { // the member that completes the only block has the result
                call.local().publishToTake(call.endpoint().own(part.value()));
            }
        } else {
            if (part != null) {
                HierarchicalReduce.putResult(call, all, block, part, ROOT);
            }
            if (peers.rank() == block.holder(ROOT)) {
                exchange(call, peers, call.local().await(() -> all.result(block)), block, operator);
            }
        }
        return ((Payload) call.local().awaitOutcome()).take();
    }

    /** A block's holder takes part in the reduction between processes; the leader brings the result. */
    private static void exchange(
            CollectiveCall call,
            CallPeers peers,
            Contributions.Some part,
            TreeBlocks.Block block,
            ReductionObject<@Nullable Object> operator) {
        Object result = BinomialReduce.climb(peers, block.start(), block.end(), part.value(), operator, ROOT);
        if (call.isLeader()) {
            Payload payload = peers.rank() == ROOT
                    ? call.endpoint().own(result)
                    : HierarchicalBroadcast.receive(call, peers, ROOT);
            HierarchicalBroadcast.forward(call, peers, payload, ROOT);
            call.local().publishToTake(payload);
        }
    }

    /**
     * Puts down the caller's own array, and takes a share of the work when all have come.
     *
     * @return the result over the block if this call finished it, else null
     */
    private static Contributions.@Nullable Some foldInPlace(
            CollectiveCall call, Contributions all, @Nullable Object value, TreeBlocks.Block block) {
        all.put(call.index(), value);
        ArrayFold fold;
        if (call.local().arrive()) {
            fold = ArrayFold.of(all, block);
            if (!fold.isSmall()) {
                all.share(fold);
                call.local().wakeAll();
            }
        } else {
            Object next = call.local()
                    .await(() -> firstPresent(call.local().epoch().outcome(), all.result(block), all.fold()));
            fold = next instanceof ArrayFold shared ? shared : null;
        }
        // no result if a member has given up, and may change its array
        if (fold == null || !fold.help() || call.local().epoch().hasFailed()) {
            return null;
        }
        return new Contributions.Some(fold.result());
    }

    private static @Nullable Object firstPresent(@Nullable Object a, @Nullable Object b, @Nullable Object c) {
        if (a != null) {
            return a;
        }
        return b != null ? b : c;
    }
}
