package tutti.collectives.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.messaging.match.Payload;
import tutti.serialization.DirectBuffer;

/**
 * Reductions between the two sides of a group: what the members of one contribute is combined for the other.
 *
 * <p>A side combines its contributions at its first member, up a {@link BinomialTree} of its own, which hands the
 * result on; in a reduceScatter all of the other side get their parts straight from their owners. So the result has
 * the bits that a reduction in the contributing side alone has.
 */
public final class Sides {
    /** Slots of scratch memory from here on hold operands, one each. */
    private static final int FIRST_SLOT = Scratch.PART + 1;

    private final Peers all;
    private final RankRange own;
    private final int remoteStart;
    private final int remoteSize;

    /**
     * Makes the view of a member.
     *
     * @param first how many members are on the side of the first ranks; the others are on the other
     */
    public Sides(Peers all, int first) {
        boolean isFirst = all.rank() < first;
        int second = all.size() - first;
        this.all = all;
        own = isFirst ? new RankRange(all, 0, first) : new RankRange(all, first, second);
        remoteStart = isFirst ? first : 0;
        remoteSize = isFirst ? second : first;
    }

    /** Returns to which member of the other side this one sends in a step: no member is the target of all at once. */
    private int target(int step) {
        return (own.rank() + step) % remoteSize;
    }

    private boolean isRemote(int rank) {
        return rank >= remoteStart && rank < remoteStart + remoteSize;
    }

    /**
     * Returns the result over the other side at the root, and null elsewhere.
     *
     * @param value ignored on the root's side
     */
    public @Nullable Object reduce(@Nullable Object value, ReductionObject<@Nullable Object> operator, int root) {
        if (isRemote(root)) {
            Object result = BinomialReduce.run(own, value, operator, 0);
            if (own.rank() == 0) {
                all.send(root, all.capture(result));
            }
            return null;
        }
        return all.rank() == root ? all.receive(remoteStart).take() : null;
    }

    /** Returns the result over the other side. */
    public @Nullable Object allReduce(@Nullable Object value, ReductionObject<@Nullable Object> operator) {
        Object result = BinomialReduce.run(own, value, operator, 0);
        if (own.rank() != 0) {
            return BinomialBroadcast.spread(own, null, 0).take();
        }
        all.send(remoteStart, all.capture(result));
        return BinomialBroadcast.spread(own, all.receive(remoteStart), 0).take();
    }

    /**
     * Returns the result over the other side's parts for this member.
     *
     * @param parts one for each member of the other side, in rank order
     */
    public @Nullable Object reduceScatter(
            List<? extends @Nullable Object> parts, ReductionObject<@Nullable Object> operator) {
        List<Payload> captured = new ArrayList<>(remoteSize); // all are captured before the first is sent
        for (Object part : parts) {
            captured.add(all.capture(part));
        }
        for (int step = 0; step < remoteSize; step++) {
            int rank = target(step);
            all.send(remoteStart + rank, captured.get(rank));
        }
        List<@Nullable Object> operands = new ArrayList<>(remoteSize);
        for (int rank = 0; rank < remoteSize; rank++) {
            operands.add(all.receive(remoteStart + rank).take());
        }
        return TreeFold.of(operands, operator);
    }

    /**
     * Writes the result over the other side into the root's target.
     *
     * @param data not needed on the root's side
     * @param target needed at the root only
     */
    public void reduce(
            @Nullable DirectBuffer data,
            @Nullable DirectBuffer target,
            ReductionObject<DirectBuffer> operator,
            int root) {
        if (isRemote(root)) {
            DirectBuffer result = reduceAtFirst(Objects.requireNonNull(data), operator);
            if (own.rank() == 0) {
                all.send(root, result);
            }
        } else if (all.rank() == root) {
            all.receive(remoteStart, Objects.requireNonNull(target));
        }
    }

    /** Writes the result over the other side into every target, which may be the member's contribution. */
    public void allReduce(DirectBuffer data, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        DirectBuffer result = reduceAtFirst(data, operator);
        if (own.rank() == 0) {
            all.send(remoteStart, result);
            all.receive(remoteStart, target);
        }
        BinomialBufferBroadcast.run(own, target, 0);
    }

    /** Returns scratch memory that has the result over this side at its first member, and elsewhere anything. */
    private DirectBuffer reduceAtFirst(DirectBuffer data, ReductionObject<DirectBuffer> operator) {
        DirectBuffer result = all.scratch(Scratch.PART, data);
        BinomialBufferReduce.run(own, data, result, operator, 0);
        return result;
    }

    /**
     * Writes the result over the other side's blocks for this member into its target, which may lie in its own buffer.
     *
     * @param blocks of {@code data}, one for each member of the other side
     */
    public void reduceScatter(
            DirectBuffer data, Blocks blocks, DirectBuffer target, ReductionObject<DirectBuffer> operator) {
        for (int step = 0; step < remoteSize; step++) {
            int rank = target(step);
            all.send(remoteStart + rank, BlockViews.of(blocks, data, rank));
        }
        List<DirectBuffer> operands = new ArrayList<>(remoteSize);
        for (int rank = 0; rank < remoteSize; rank++) {
            DirectBuffer operand = all.scratch(FIRST_SLOT + rank, target);
            all.receive(remoteStart + rank, operand);
            operands.add(operand);
        }
        target.copyFrom(TreeFold.of(operands, operator));
    }
}
