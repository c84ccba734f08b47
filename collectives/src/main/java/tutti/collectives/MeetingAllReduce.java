package tutti.collectives;

import org.jspecify.annotations.Nullable;
import tutti.messaging.Payload;

/**
 * AllReduce in which the members of a process combine through its memory, and one of each process gets the result from the
 * others.
 *
 * <p>Results over blocks go to rank 0 as in {@link MeetingReduce}, and from there one message goes to each process. Arrays of
 * primitive types under a ready operator are not even copied: they are read where they are, because their owners wait, and all
 * members share the work.
 */
final class MeetingAllReduce {
    private static final int ROOT = 0;

    private MeetingAllReduce() {}

    static @Nullable Object run(
            Visit visit, Peers peers, @Nullable Object value, ReductionObject<@Nullable Object> operator) {
        if (peers.size() == 1) {
            return peers.copy(value);
        }
        TreeBlocks.Block block = visit.place().blocks().of(peers.rank());
        Contributions all = visit.contributions(SharedFold.isWorthwhile(visit.place(), value, operator), operator);
        Contributions.Some part = all.isInPlace()
                ? foldInPlace(visit, all, value, block)
                : all.combine(block, peers.rank(), peers.copy(value), operator, peers.size());
        if (visit.place().isWholeGroup()) {
            if (part != null) { // whoever completes the only block has the result
                visit.publishToTake(visit.own(part.value()));
            }
        } else {
            if (part != null) {
                visit.putResult(all, block, part, ROOT);
            }
            if (peers.rank() == block.holder(ROOT)) {
                exchange(visit, peers, visit.await(() -> all.result(block)), block, operator);
            }
        }
        return ((Payload) visit.awaitOutcome()).take();
    }

    /** A block's holder takes part in the reduction between processes; the leader brings the result. */
    private static void exchange(
            Visit visit,
            Peers peers,
            Contributions.Some part,
            TreeBlocks.Block block,
            ReductionObject<@Nullable Object> operator) {
        Object result = BinomialReduce.climb(peers, block.start(), block.end(), part.value(), operator, ROOT);
        if (visit.isLeader()) {
            Payload payload = peers.rank() == ROOT ? visit.own(result) : MeetingBroadcast.receive(visit, peers, ROOT);
            MeetingBroadcast.forward(visit, peers, payload, ROOT);
            visit.publishToTake(payload);
        }
    }

    /**
     * Puts down the caller's own array, and takes a share of the work when all have come.
     *
     * @return the result over the block if this call finished it, else null
     */
    private static Contributions.@Nullable Some foldInPlace(
            Visit visit, Contributions all, @Nullable Object value, TreeBlocks.Block block) {
        all.put(visit.index(), value);
        SharedFold fold;
        if (visit.arrive()) {
            fold = SharedFold.of(all, block);
            if (!fold.isSmall()) {
                all.share(fold);
                visit.place().wakeAll();
            }
        } else {
            Object next = visit.await(() -> firstPresent(visit.round().outcome(), all.result(block), all.fold()));
            fold = next instanceof SharedFold shared ? shared : null;
        }
        // no result if a member has given up, and may change its array
        if (fold == null || !fold.help() || visit.round().failure() != null) {
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
