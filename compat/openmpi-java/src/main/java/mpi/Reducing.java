package mpi;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.mpi.Numbers;
import tutti.mpi.Reduction;
import tutti.serialization.DirectBuffer;

/** Makes the collective operations that combine items. Both buffers are the same in place. */
final class Reducing {
    private Reducing() {}

    /** @param receive ignored except at the root */
    static Collective reduce(
            Place place, @Nullable Object send, @Nullable Object receive, int count, Datatype type, Op op, int root) {
        boolean isRoot = Gathering.isRoot(place, root);
        boolean isInter = place.bridge() != null;
        Reduction reduction = Op.given(op).on(type);
        ReductionObject<DirectBuffer> operator = reduction.operator();
        DirectBuffer to = isRoot ? reduction.operand(receive, 0, count) : null;
        DirectBuffer from = isInter && root < 0 ? reduction.operand(null, 0, 0) : reduction.operand(send, 0, count);
        return new Collective(
                c -> c.reduce(from, to, operator, root),
                c -> c.reduce(from, to, operator, root),
                bridge -> bridge.reduce(from, to, operator, root));
    }

    static Collective allReduce(@Nullable Object send, @Nullable Object receive, int count, Datatype type, Op op) {
        Reduction reduction = Op.given(op).on(type);
        ReductionObject<DirectBuffer> operator = reduction.operator();
        DirectBuffer from = reduction.operand(send, 0, count);
        DirectBuffer to = reduction.operand(receive, 0, count);
        return new Collective(
                c -> c.allReduce(from, to, operator),
                c -> c.allReduce(from, to, operator),
                bridge -> bridge.sides().allReduce(from, to, operator));
    }

    static Collective reduceScatter(
            Place place, @Nullable Object send, @Nullable Object receive, int[] counts, Datatype type, Op op) {
        int ranks = place.local().size();
        int[] checked = Numbers.counts(counts, ranks);
        Reduction reduction = Op.given(op).on(type);
        ReductionObject<DirectBuffer> operator = reduction.operator();
        Blocks blocks = Blocks.of(LongStream.range(0, ranks)
                .map(i -> checked[(int) i] * reduction.unit())
                .toArray());
        DirectBuffer from = reduction.operand(send, 0, Arrays.stream(checked).reduce(0, Math::addExact));
        DirectBuffer to = reduction.operand(receive, 0, checked[place.local().rank()]);
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
        Reduction reduction = Op.given(op).on(type);
        ReductionObject<DirectBuffer> operator = reduction.operator();
        DirectBuffer from = reduction.operand(send, 0, count);
        DirectBuffer to = reduction.operand(receive, 0, count);
        return new Collective(c -> c.scan(from, to, operator), c -> c.scan(from, to, operator), null);
    }

    static Collective exScan(@Nullable Object send, @Nullable Object receive, int count, Datatype type, Op op) {
        Reduction reduction = Op.given(op).on(type);
        ReductionObject<DirectBuffer> operator = reduction.operator();
        DirectBuffer from = reduction.operand(send, 0, count);
        DirectBuffer to = reduction.operand(receive, 0, count);
        return new Collective(c -> c.exclusiveScan(from, to, operator), c -> c.exclusiveScan(from, to, operator), null);
    }

    /** Combines two operands of this rank: {@code inOut = in op inOut}. */
    static void local(@Nullable Object in, @Nullable Object inOut, int count, Datatype type, Op op) {
        Reduction reduction = Op.given(op).on(type);
        DirectBuffer left = Reduction.copy(reduction.operand(in, 0, count));
        DirectBuffer target = reduction.operand(inOut, 0, count);
        target.copyFrom(reduction.operator().reduce(left, Reduction.copy(target)));
    }
}
