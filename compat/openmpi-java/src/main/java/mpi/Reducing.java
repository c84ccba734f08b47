package mpi;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;
import tutti.serialization.DirectBuffer;

/** Makes the collective operations that combine items. Both buffers are the same in place. */
final class Reducing {
    private Reducing() {}

    /** @param receive ignored except at the root */
    static Collective reduce(
            Place place, @Nullable Object send, @Nullable Object receive, int count, Datatype type, Op op, int root) {
        boolean isRoot = Gathering.isRoot(place, root);
        boolean isInter = place.bridge() != null;
        Op.Reduction reduction = op.on(type);
        ReductionObject<DirectBuffer> operator = reduction.operator();
        DirectBuffer to = isRoot ? reduction.operand(receive, count) : null;
        DirectBuffer from = isInter && root < 0 ? reduction.operand(null, 0) : reduction.operand(send, count);
        return new Collective(
                c -> c.reduce(from, to, operator, root),
                c -> c.reduce(from, to, operator, root),
                bridge -> bridge.reduce(from, to, operator, root));
    }

    static Collective allReduce(@Nullable Object send, @Nullable Object receive, int count, Datatype type, Op op) {
        Op.Reduction reduction = op.on(type);
        ReductionObject<DirectBuffer> operator = reduction.operator();
        DirectBuffer from = reduction.operand(send, count);
        DirectBuffer to = reduction.operand(receive, count);
        return new Collective(
                c -> c.allReduce(from, to, operator),
                c -> c.allReduce(from, to, operator),
                bridge -> bridge.allReduce(from, to, operator));
    }

    static Collective reduceScatter(
            Place place, @Nullable Object send, @Nullable Object receive, int[] counts, Datatype type, Op op) {
        int ranks = place.local().size();
        int[] checked = Items.numbers("recvcounts", counts, ranks);
        for (int count : checked) {
            if (count < 0) {
                throw new MpiFailure(
                        ErrorClass.COUNT, "a count must not be negative: recvcounts=" + Arrays.toString(counts));
            }
        }
        Op.Reduction reduction = op.on(type);
        ReductionObject<DirectBuffer> operator = reduction.operator();
        Blocks blocks = Blocks.of(LongStream.range(0, ranks)
                .map(i -> checked[(int) i] * reduction.unit())
                .toArray());
        DirectBuffer from = reduction.operand(send, Arrays.stream(checked).reduce(0, Math::addExact));
        DirectBuffer to = reduction.operand(receive, checked[place.local().rank()]);
        return new Collective(
                c -> c.reduceScatter(from, blocks, to, operator),
                c -> c.reduceScatter(from, blocks, to, operator),
                bridge -> bridge.reduceScatter(from, blocks, to, operator));
    }

    static Collective reduceScatterBlock(
            Place place, @Nullable Object send, @Nullable Object receive, int count, Datatype type, Op op) {
        int[] counts = new int[place.local().size()];
        Arrays.fill(counts, count);
        return reduceScatter(place, send, receive, counts, type, op);
    }

    static Collective scan(@Nullable Object send, @Nullable Object receive, int count, Datatype type, Op op) {
        Op.Reduction reduction = op.on(type);
        ReductionObject<DirectBuffer> operator = reduction.operator();
        DirectBuffer from = reduction.operand(send, count);
        DirectBuffer to = reduction.operand(receive, count);
        return new Collective(c -> c.scan(from, to, operator), c -> c.scan(from, to, operator), null);
    }

    static Collective exScan(@Nullable Object send, @Nullable Object receive, int count, Datatype type, Op op) {
        Op.Reduction reduction = op.on(type);
        ReductionObject<DirectBuffer> operator = reduction.operator();
        DirectBuffer from = reduction.operand(send, count);
        DirectBuffer to = reduction.operand(receive, count);
        return new Collective(c -> c.exclusiveScan(from, to, operator), c -> c.exclusiveScan(from, to, operator), null);
    }

    /** Combines two operands of this rank: {@code inOut = in op inOut}. */
    static void local(@Nullable Object in, @Nullable Object inOut, int count, Datatype type, Op op) {
        Op.Reduction reduction = op.on(type);
        DirectBuffer left = Op.Reduction.copy(reduction.operand(in, count));
        DirectBuffer target = reduction.operand(inOut, count);
        target.copyFrom(reduction.operator().reduce(left, Op.Reduction.copy(target)));
    }
}
