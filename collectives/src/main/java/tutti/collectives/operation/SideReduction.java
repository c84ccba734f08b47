package tutti.collectives.operation;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.Sides;
import tutti.collectives.operator.Elementwise;
import tutti.collectives.signature.Operation;
import tutti.serialization.DirectBuffer;

/**
 * Gives one side of a group the reduction of what the other contributes; called by the members of both.
 *
 * <p>One side has the first ranks of the group; {@code first} says how many, and is the same at all members.
 */
public final class SideReduction<R extends @Nullable Object> extends Collective<R> {
    private final ReductionObject<?> operator;
    private final int first;
    private final Function<Sides, R> part;

    private SideReduction(
            Operation operation, int root, ReductionObject<?> operator, int first, Function<Sides, R> part) {
        super(operation, root);
        this.operator = Objects.requireNonNull(operator, "operator");
        this.first = first;
        this.part = part;
    }

    /** Gives the root the reduction, the others null; {@code value} is ignored on the root's side. */
    public static SideReduction<@Nullable Object> reduce(
            @Nullable Object value, ReductionObject<@Nullable Object> operator, int first, int root) {
        return new SideReduction<>(
                Operation.SIDE_REDUCE, root, operator, first, sides -> sides.reduce(value, operator, root));
    }

    /** Gives every member the reduction of the other side's values. */
    public static SideReduction<@Nullable Object> allReduce(
            @Nullable Object value, ReductionObject<@Nullable Object> operator, int first) {
        return new SideReduction<>(
                Operation.SIDE_ALL_REDUCE, NO_ROOT, operator, first, sides -> sides.allReduce(value, operator));
    }

    /** Gives every member the reduction of the other side's parts for it; a part for each member of the other side. */
    public static SideReduction<@Nullable Object> reduceScatter(
            List<? extends @Nullable Object> parts, ReductionObject<@Nullable Object> operator, int first) {
        return new SideReduction<>(
                Operation.SIDE_REDUCE_SCATTER, NO_ROOT, operator, first, sides -> sides.reduceScatter(parts, operator));
    }

    /** Sends the reduction of this side's buffers to a root on the other side. */
    public static SideReduction<@Nullable Void> reduceTo(
            DirectBuffer data, ReductionObject<DirectBuffer> operator, int first, int root) {
        Elementwise.checkWhole(operator, data);
        return onBuffers(
                Operation.SIDE_REDUCE_BUFFERS,
                root,
                operator,
                first,
                sides -> sides.reduce(data, null, operator, root));
    }

    /** Writes the reduction of the other side's buffers into the target of a root on this side. */
    public static SideReduction<@Nullable Void> reduceFrom(
            @Nullable DirectBuffer target, ReductionObject<DirectBuffer> operator, int first, int root) {
        return onBuffers(
                Operation.SIDE_REDUCE_BUFFERS,
                root,
                operator,
                first,
                sides -> sides.reduce(null, target, operator, root));
    }

    /** Writes the reduction of the other side's buffers into every target, which may be the member's contribution. */
    public static SideReduction<@Nullable Void> allReduce(
            DirectBuffer data, DirectBuffer target, ReductionObject<DirectBuffer> operator, int first) {
        BufferArguments.checkAlike(data, target);
        Elementwise.checkWhole(operator, data);
        return onBuffers(
                Operation.SIDE_ALL_REDUCE_BUFFERS,
                NO_ROOT,
                operator,
                first,
                sides -> sides.allReduce(data, target, operator));
    }

    /**
     * Writes the reduction of the other side's blocks for a member into its target.
     *
     * @param blocks of {@code data}, one for each member of the other side
     */
    public static SideReduction<@Nullable Void> reduceScatter(
            DirectBuffer data, Blocks blocks, DirectBuffer target, ReductionObject<DirectBuffer> operator, int first) {
        BufferArguments.checkBlocks(BufferArguments.SEND_BUFFER, data, blocks, blocks.size());
        BufferArguments.checkWhole(operator, data, blocks);
        Elementwise.checkWhole(operator, BufferArguments.writable(target));
        return onBuffers(
                Operation.SIDE_REDUCE_SCATTER_BLOCKS,
                NO_ROOT,
                operator,
                first,
                sides -> sides.reduceScatter(data, blocks, target, operator));
    }

    private static SideReduction<@Nullable Void> onBuffers(
            Operation operation, int root, ReductionObject<DirectBuffer> operator, int first, OnBuffers part) {
        return new SideReduction<>(operation, root, operator, first, sides -> {
            part.run(sides);
            return null;
        });
    }

    /** A member's part on buffers. */
    private interface OnBuffers {
        void run(Sides sides);
    }

    @Override
    int operator() {
        return CallCheck.codeOf(operator);
    }

    @Override
    String details() {
        return CallCheck.describe(operator);
    }

    @Override
    R run(Invocation invocation) {
        return part.apply(new Sides(invocation.peers(), first));
    }
}
