package tutti.collectives.hierarchy;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BlockViews;
import tutti.collectives.algorithm.CopyingFold;
import tutti.collectives.local.Borrow;
import tutti.collectives.local.CollectiveCall;
import tutti.collectives.local.Locality;
import tutti.collectives.local.SharedBuffers;
import tutti.collectives.shm.SegmentGather;
import tutti.collectives.shm.SharedSegments;
import tutti.serialization.DirectBuffer;

/**
 * The members of each process combine small buffers into memory that all processes share; each member combines what it
 * needs of those results. Large blocks they combine in steps.
 *
 * <p>For groups of several processes that are regular ({@link Locality#isRegular}), and may share memory ({@link
 * SharedSegments#mayBeUsedIn}). The operator must combine element by element.
 */
public final class SegmentReduction {
    private final CollectiveCall call;
    private final CallPeers peers;
    private final ReductionObject<DirectBuffer> operator;
    private final SharedBuffers buffers;

    public SegmentReduction(CollectiveCall call, CallPeers peers, ReductionObject<DirectBuffer> operator) {
        this.call = call;
        this.peers = peers;
        this.operator = operator;
        buffers = SharedBuffers.of(call);
    }

    /**
     * Writes the reduction of all contributions into the target.
     *
     * @param own this member's, which fits a slot
     * @return false if the members have to exchange messages; the same at all
     * @throws tutti.messaging.BufferMismatchException if contributions are not alike
     */
    public boolean run(DirectBuffer own, DirectBuffer target) {
        Object outcome = SegmentMeeting.ofBuffers(
                call,
                new Borrow(own, null),
                () -> SegmentGather.run(call, own, own.length(), (slot, words) -> combineHere(slot)));
        if (!(outcome instanceof SegmentGather.Gathered all)) {
            return false;
        }
        combine(all, call.locality().processes(), target);
        return true;
    }

    private void combineHere(DirectBuffer slot) {
        buffers.use(call, () -> combine(index -> buffers.borrow(index).own(), buffers.count(), slot));
    }

    private void combine(IntFunction<DirectBuffer> operands, int count, DirectBuffer target) {
        CopyingFold.run(peers, operands, count, operator, target);
    }

    /**
     * Writes the reduction of the member's block of all contributions into the target.
     *
     * <p>If contributions are small, a process writes into its slot how long the blocks are, and then the blocks; else
     * {@link SteppedReduction each member} writes into slots of its own. In groups that are too large for that, or if
     * values are, the processes only meet, so that members whose contributions differ in length get an error.
     *
     * @param blocks of {@code own}, as long at all members
     * @return false if the members have to exchange messages; the same at all
     * @throws tutti.messaging.BufferMismatchException if contributions are not alike
     */
    public boolean runBlocks(DirectBuffer own, Blocks blocks, DirectBuffer target) {
        int size = blocks.size();
        long total = BlockViews.total(blocks);
        int elementBytes = own.type().elementBytes();
        long header = (long) size * Long.BYTES / elementBytes;
        boolean isSmall = (header + total) * elementBytes <= SegmentGather.MOST_BYTES;
        DirectBuffer packed = packed(own, blocks, total, isSmall);
        if (!isSmall && SteppedReduction.mayBeUsedIn(call, own, operator)) {
            return SteppedExchange.run(call, packed, new SteppedReduction(call, peers, own, blocks, target, operator));
        }
        Blocks places = BlockViews.consecutive(blocks);
        Object outcome = SegmentMeeting.ofBuffers(
                call,
                new Borrow(packed, places, null, null),
                () -> isSmall ? gather(packed, places, header) : SegmentMeeting.beforeMessages(call, packed));
        if (!(outcome instanceof SegmentGather.Gathered all)) {
            return false;
        }
        requireSameLengths(all, packed, places);
        combine(
                process -> BlockViews.of(places, all.apply(process).slice(header, total), call.rank()),
                call.locality().processes(),
                target);
        return true;
    }

    /** Returns the blocks one behind the other; if they are large, memory as long as they, which is not read. */
    private DirectBuffer packed(DirectBuffer own, Blocks blocks, long total, boolean isSmall) {
        if (BlockViews.areConsecutive(blocks)) {
            return own.slice(blocks.displacement(0), total);
        }
        DirectBuffer packed = peers.scratch(own.type(), total);
        if (isSmall) {
            BlockViews.copy(blocks, own, packed);
        }
        return packed;
    }

    private SegmentGather.@Nullable Gathered gather(DirectBuffer packed, Blocks places, long header) {
        for (int index = 0; index < buffers.count(); index++) {
            Borrow other = buffers.borrow(index);
            for (int rank = 0; rank < places.size(); rank++) {
                if (other.blocks().count(rank) != places.count(rank)) {
                    throw call.unlike(
                            call.locality().rankAt(index),
                            BlockViews.of(other.blocks(), other.own(), rank).shape(),
                            BlockViews.of(places, packed, rank));
                }
            }
        }
        return SegmentGather.run(call, packed, header + packed.length(), (slot, words) -> {
            words.apply(places.size()).copyFrom(DirectBuffer.of(BlockViews.counts(places)));
            combineHere(slot.slice(header, packed.length()));
        });
    }

    /** Requires that blocks are as long as here in all processes: so they lie at the same places in the slots. */
    private void requireSameLengths(SegmentGather.Gathered all, DirectBuffer packed, Blocks places) {
        long[] theirs = new long[places.size()];
        for (int process = 0; process < call.locality().processes(); process++) {
            DirectBuffer.of(theirs).copyFrom(all.words(process, theirs.length));
            for (int rank = 0; rank < theirs.length; rank++) {
                if (theirs[rank] != places.count(rank)) {
                    throw call.unlike(
                            call.locality().leaderOf(process),
                            packed.type(),
                            theirs[rank],
                            BlockViews.of(places, packed, rank));
                }
            }
        }
    }
}
