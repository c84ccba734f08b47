package tutti.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.LiftedReduction;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.collectives.algorithm.BlockViews;
import tutti.collectives.operation.SideReduction;
import tutti.serialization.DirectBuffer;

/**
 * The collective operations of one member between two sides, as operations of the group of both: checks the arguments,
 * and puts ranks, values and blocks where the other side is in that group.
 *
 * <p>{@link Intercommunicator} has the contracts. Immutable.
 */
final class SideCalls {
    private final BufferIntercommunication sides;
    private final Calls calls; // of the group of both
    private final int first; // members of the side that comes first there

    SideCalls(BufferIntercommunication sides) {
        this.sides = sides;
        calls = sides.both.calls;
        first = sides.start == 0 ? sides.size() : sides.remoteSize();
    }

    /** Returns the rank in both of a root of this side. */
    private int own(int root) {
        sides.local().check("root", root);
        return sides.start + root;
    }

    private boolean isRoot(int root) {
        return sides.rank() == root;
    }

    Call<@Nullable Void> barrier() {
        return calls.barrier();
    }

    // ---------------------------------------------------------------- objects, and single buffers

    Call<@Nullable Void> broadcastTo(@Nullable Object value, int root) {
        Object sent = isRoot(root) || value instanceof DirectBuffer ? value : null;
        return calls.<@Nullable Object>broadcast(sent, own(root)).withoutResult();
    }

    <T extends @Nullable Object> Call<T> broadcastFrom(int root) {
        return typed(calls.<@Nullable Object>broadcast(null, sides.remote(root)));
    }

    Call<@Nullable Void> scatterTo(@Nullable List<?> values, int root) {
        PerRank<@Nullable Object> parts =
                isRoot(root) ? PerRank.of(placed(Arguments.given("values at the root", values))) : null;
        return calls.<@Nullable Object>scatter(parts, own(root)).withoutResult();
    }

    <T extends @Nullable Object> Call<T> scatterFrom(int root) {
        return typed(calls.<@Nullable Object>scatter((PerRank<@Nullable Object>) null, sides.remote(root)));
    }

    Call<@Nullable Void> gatherTo(@Nullable Object value, int root) {
        return value instanceof DirectBuffer buffer
                ? calls.gather(buffer, null, null, sides.remote(root))
                : calls.<@Nullable Object>gather(value, sides.remote(root)).withoutResult();
    }

    <T extends @Nullable Object> Call<@Nullable List<T>> gatherFrom(int root) {
        return calls.<@Nullable Object>gather(null, own(root)).then(all -> all == null ? null : remote(all));
    }

    <T extends @Nullable Object> Call<List<T>> allGather(@Nullable Object value) {
        return calls.<@Nullable Object>allGather(value).then(this::remote);
    }

    <T extends @Nullable Object> Call<List<T>> allToAll(List<?> values) {
        return calls.<@Nullable Object>allToAll(placed(Arguments.given("values", values)))
                .then(this::remote);
    }

    <T extends @Nullable Object> Call<@Nullable Void> reduceTo(T value, ReductionObject<T> operator, int root) {
        int there = sides.remote(root);
        if (operator instanceof LiftedReduction<T, ?> lifted) {
            return lifting(lifted)
                    .sending(value, (partial, combining) -> SideReduction.reduce(partial, combining, first, there));
        }
        return Call.of(
                value instanceof DirectBuffer data
                        ? SideReduction.reduceTo(data, Calls.onBuffers(operator), first, there)
                        : SideReduction.reduce(value, Calls.untypedOperator(operator), first, there));
    }

    <T extends @Nullable Object> Call<@Nullable T> reduceFrom(ReductionObject<T> operator, int root) {
        int here = own(root);
        return operator instanceof LiftedReduction<T, ?> lifted
                ? lifting(lifted)
                        .receiving((partial, combining) -> SideReduction.reduce(partial, combining, first, here))
                : Call.of(SideReduction.reduce(null, Calls.untypedOperator(operator), first, here));
    }

    <T extends @Nullable Object> Call<T> allReduce(T value, ReductionObject<T> operator) {
        if (operator instanceof LiftedReduction<T, ?> lifted) {
            return lifting(lifted)
                    .one(value, value, (partial, combining) -> SideReduction.allReduce(partial, combining, first));
        }
        return value instanceof DirectBuffer data
                ? Call.returning(value, SideReduction.allReduce(data, data, Calls.onBuffers(operator), first))
                : Call.of(SideReduction.allReduce(value, Calls.untypedOperator(operator), first));
    }

    <T extends @Nullable Object> Call<T> reduceScatter(List<T> values, ReductionObject<T> operator) {
        List<T> parts = oneForEach(Arguments.given("values", values));
        return operator instanceof LiftedReduction<T, ?> lifted
                ? lifting(lifted)
                        .parts(
                                PerRank.of(parts),
                                (partials, combining) -> SideReduction.reduceScatter(partials, combining, first))
                : Call.of(SideReduction.reduceScatter(parts, Calls.untypedOperator(operator), first));
    }

    // ---------------------------------------------------------------- buffers to send and to receive into

    Call<@Nullable Void> broadcastFrom(DirectBuffer target, int root) {
        return calls.broadcast(Arguments.given("target", target).requireWritable("target"), sides.remote(root))
                .withoutResult();
    }

    Call<@Nullable Void> scatterTo(DirectBuffer send, @Nullable Blocks blocks, int root) {
        return calls.scatter(
                isRoot(root) ? send : null,
                isRoot(root) ? inBoth(blocks) : null,
                Arguments.given("send", send).slice(0, 0),
                own(root));
    }

    Call<@Nullable Void> scatterFrom(DirectBuffer target, int root) {
        return calls.scatter(null, null, Arguments.given("target", target), sides.remote(root));
    }

    Call<@Nullable Void> gatherFrom(DirectBuffer receive, @Nullable Blocks blocks, int root) {
        return calls.gather(
                Arguments.given("receive", receive).slice(0, 0),
                isRoot(root) ? receive : null,
                isRoot(root) ? inBoth(blocks) : null,
                own(root));
    }

    Call<@Nullable Void> allGather(DirectBuffer send, DirectBuffer receive) {
        return allGather(send, receive, equalBlocks("receive", receive));
    }

    Call<@Nullable Void> allGather(DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        long[] toEach = new long[sides.remoteSize()];
        Arrays.fill(toEach, Arguments.given("send", send).length());
        return calls.allToAll(send, inBoth(Blocks.of(toEach, new long[toEach.length])), receive, inBoth(blocks));
    }

    Call<@Nullable Void> allToAll(DirectBuffer send, DirectBuffer receive) {
        return allToAll(send, equalBlocks("send", send), receive, equalBlocks("receive", receive));
    }

    Call<@Nullable Void> allToAll(DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        return calls.allToAll(send, inBoth(sendBlocks), receive, inBoth(receiveBlocks));
    }

    Call<@Nullable Void> reduceFrom(@Nullable DirectBuffer receive, ReductionObject<DirectBuffer> operator, int root) {
        int here = own(root);
        DirectBuffer target =
                isRoot(root) ? Arguments.given("receive", receive).requireWritable("receive buffer") : null;
        return operator instanceof LiftedReduction<DirectBuffer, ?> lifted
                ? lifting(lifted)
                        .receiving(
                                target, (partial, combining) -> SideReduction.reduce(partial, combining, first, here))
                : Call.of(SideReduction.reduceFrom(target, Arguments.given("operator", operator), first, here));
    }

    Call<@Nullable Void> allReduce(DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return operator instanceof LiftedReduction<DirectBuffer, ?> lifted
                ? lifting(lifted)
                        .buffers(
                                send,
                                receive,
                                (partial, combining) -> SideReduction.allReduce(partial, combining, first))
                : Call.of(SideReduction.allReduce(
                        Arguments.given("send", send),
                        Arguments.given("receive", receive),
                        Arguments.given("operator", operator),
                        first));
    }

    Call<@Nullable Void> reduceScatter(
            DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return reduceScatter(send, equalBlocks("send", send), receive, operator);
    }

    Call<@Nullable Void> reduceScatter(
            DirectBuffer send, Blocks blocks, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        requireOneForEach(Arguments.given("blocks", blocks).size());
        return operator instanceof LiftedReduction<DirectBuffer, ?> lifted
                ? lifting(lifted)
                        .blocks(
                                Arguments.given("send", send),
                                blocks,
                                Arguments.given("receive", receive),
                                (partials, combining) -> SideReduction.reduceScatter(partials, combining, first))
                : Call.of(SideReduction.reduceScatter(
                        Arguments.given("send", send),
                        blocks,
                        Arguments.given("receive", receive),
                        Arguments.given("operator", operator),
                        first));
    }

    // ---------------------------------------------------------------- what is whose in both

    private <T extends @Nullable Object, A> LiftedCalls<T, A> lifting(LiftedReduction<T, A> operator) {
        return new LiftedCalls<>(sides.remoteSize(), operator);
    }

    private void requireOneForEach(int values) {
        if (values != sides.remoteSize()) {
            throw new IllegalArgumentException(
                    "needs one value or block for each member of the other group: values or blocks=%d remote size=%d group=%s"
                            .formatted(values, sides.remoteSize(), sides.both.name()));
        }
    }

    private <T extends @Nullable Object> List<T> oneForEach(List<T> values) {
        requireOneForEach(values.size());
        return values;
    }

    /** Puts values for the other side where its members are in both. */
    private List<@Nullable Object> placed(List<?> values) {
        List<@Nullable Object> all =
                new ArrayList<@Nullable Object>(Collections.nCopies(sides.size(), null)); // for this side
        all.addAll(sides.remoteStart, oneForEach(values));
        return all;
    }

    /** Returns the part of values of both sides that is the other's. */
    @SuppressWarnings("unchecked") // their types are the callers' to match
    private <T extends @Nullable Object> List<T> remote(List<? extends @Nullable Object> all) {
        return new ArrayList<>((List<T>) all.subList(sides.remoteStart, sides.remoteStart + sides.remoteSize()));
    }

    private Blocks equalBlocks(String role, DirectBuffer whole) {
        long length = Arguments.given(role, whole).length();
        int remoteSize = sides.remoteSize();
        if (length % remoteSize != 0) {
            throw new IllegalArgumentException(
                    "needs one equal block for each member of the other group: %s buffer=%s remote size=%d; pass Blocks for unequal ones"
                            .formatted(role, whole.shape(), remoteSize));
        }
        return BlockViews.equal(length / remoteSize, remoteSize);
    }

    /** Puts blocks for the members of the other side where these are in both; this side's members have empty ones. */
    private Blocks inBoth(@Nullable Blocks blocks) {
        Blocks given = Arguments.given("blocks", blocks);
        requireOneForEach(given.size());
        long[] counts = new long[sides.both.size()];
        long[] displacements = new long[counts.length];
        for (int rank = 0; rank < given.size(); rank++) {
            counts[sides.remoteStart + rank] = given.count(rank);
            displacements[sides.remoteStart + rank] = given.displacement(rank);
        }
        return Blocks.of(counts, displacements);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // its type is the callers' to match
    private static <T extends @Nullable Object> Call<T> typed(Call<@Nullable Object> call) {
        return (Call<T>) (Call<?>) call;
    }
}
