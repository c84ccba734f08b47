package tutti.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.DividableDataObject;
import tutti.collectives.LiftedReduction;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.collectives.operation.AllGather;
import tutti.collectives.operation.AllReduce;
import tutti.collectives.operation.AllToAll;
import tutti.collectives.operation.BlockAllGather;
import tutti.collectives.operation.BlockAllToAll;
import tutti.collectives.operation.BlockGather;
import tutti.collectives.operation.BlockReduceScatter;
import tutti.collectives.operation.BlockScatter;
import tutti.collectives.operation.Broadcast;
import tutti.collectives.operation.BufferAllGather;
import tutti.collectives.operation.BufferAllReduce;
import tutti.collectives.operation.BufferAllToAll;
import tutti.collectives.operation.BufferBroadcast;
import tutti.collectives.operation.BufferGather;
import tutti.collectives.operation.BufferReduce;
import tutti.collectives.operation.BufferScan;
import tutti.collectives.operation.BufferScatter;
import tutti.collectives.operation.Collective;
import tutti.collectives.operation.Exchange;
import tutti.collectives.operation.ExchangeBuffers;
import tutti.collectives.operation.Gather;
import tutti.collectives.operation.RankAllToAll;
import tutti.collectives.operation.Reduce;
import tutti.collectives.operation.ReduceScatter;
import tutti.collectives.operation.Scan;
import tutti.collectives.operation.Scatter;
import tutti.serialization.DirectBuffer;

/**
 * The collective operations of one member in one group: checks the arguments, and tells objects from buffers.
 *
 * <p>{@link Communicator} has the contracts. Immutable.
 */
final class Calls {
    private final MessageCommunication caller;

    Calls(MessageCommunication caller) {
        this.caller = caller;
    }

    private boolean isRoot(int root) {
        caller.check("root", root);
        return caller.rank() == root;
    }

    Call<@Nullable Void> barrier() {
        return Call.BARRIER;
    }

    // ---------------------------------------------------------------- objects, and single buffers

    <T extends @Nullable Object> Call<T> broadcast(T value, int root) {
        caller.check("root", root);
        return value instanceof DirectBuffer data
                ? Call.returning(value, new BufferBroadcast(data, root))
                : Call.of(new Broadcast(value, root));
    }

    <T extends @Nullable Object> Call<@Nullable T> reduce(T value, ReductionObject<T> operator, int root) {
        if (operator instanceof LiftedReduction<T, ?> lifted) {
            caller.check("root", root);
            return lifting(lifted).one(value, null, (partial, combining) -> new Reduce(partial, combining, root));
        }
        boolean isRoot = isRoot(root);
        return value instanceof DirectBuffer data
                ? Call.returning(isRoot ? value : null, new BufferReduce(data, data, onBuffers(operator), root))
                : Call.of(new Reduce(value, untypedOperator(operator), root));
    }

    <T extends @Nullable Object> Call<T> allReduce(T value, ReductionObject<T> operator) {
        if (operator instanceof LiftedReduction<T, ?> lifted) {
            return lifting(lifted).one(value, value, AllReduce::new);
        }
        return value instanceof DirectBuffer data
                ? Call.returning(value, new BufferAllReduce(data, data, onBuffers(operator)))
                : Call.of(new AllReduce(value, untypedOperator(operator)));
    }

    <T extends @Nullable Object> Call<T> scatter(@Nullable DividableDataObject<T> rootObject, int root) {
        if (isRoot(root) && rootObject == null) {
            throw new NullPointerException(
                    "the root must supply an object to scatter: root=%d group=%s".formatted(root, caller.name()));
        }
        return Call.of(new Scatter(rootObject == null ? null : untyped(rootObject), root));
    }

    <T extends @Nullable Object, D extends DividableDataObject<T>> Call<@Nullable D> gather(
            @Nullable D rootObject, T value, int root) {
        boolean isRoot = isRoot(root);
        if (isRoot && rootObject == null) {
            throw new NullPointerException(
                    "the root must supply an object to gather into: root=%d group=%s".formatted(root, caller.name()));
        }
        return Call.returning(
                isRoot ? rootObject : null, new Gather(rootObject == null ? null : untyped(rootObject), value, root));
    }

    <T extends @Nullable Object, D extends DividableDataObject<T>> Call<D> allGather(D resultObject, T value) {
        return Call.returning(
                resultObject, new AllGather(untyped(Arguments.given("resultObject", resultObject)), value));
    }

    <T extends @Nullable Object, D extends DividableDataObject<T>> Call<D> allToAll(
            DividableDataObject<T> object, D resultObject) {
        return Call.returning(
                resultObject,
                new AllToAll(
                        untyped(Arguments.given("object", object)),
                        untyped(Arguments.given("resultObject", resultObject))));
    }

    <T extends @Nullable Object> Call<@Nullable List<T>> gather(T value, int root) {
        boolean isRoot = isRoot(root);
        PerRank<T> gathered = PerRank.empty();
        return new Call<>(new Gather(untyped(gathered), value, root), none -> isRoot ? gathered.list() : null);
    }

    <T extends @Nullable Object> Call<List<T>> allGather(T value) {
        PerRank<T> gathered = PerRank.empty();
        return new Call<>(new AllGather(untyped(gathered), value), none -> gathered.list());
    }

    <T extends @Nullable Object> Call<List<T>> allToAll(List<T> list) {
        PerRank<T> parts = PerRank.of(Arguments.given("list", list));
        PerRank<T> received = PerRank.empty();
        return new Call<>(new AllToAll(untyped(parts), untyped(received)), none -> received.list());
    }

    <T extends @Nullable Object> Call<T> scan(T value, ReductionObject<T> operator) {
        if (operator instanceof LiftedReduction<T, ?> lifted) {
            return lifting(lifted).one(value, value, Scan::inclusive);
        }
        return value instanceof DirectBuffer data
                ? Call.returning(value, BufferScan.inclusive(data, data, onBuffers(operator)))
                : Call.of(Scan.inclusive(value, untypedOperator(operator)));
    }

    <T extends @Nullable Object> Call<@Nullable T> exclusiveScan(T value, ReductionObject<T> operator) {
        if (operator instanceof LiftedReduction<T, ?> lifted) {
            return lifting(lifted).one(value, value instanceof DirectBuffer ? value : null, Scan::exclusive);
        }
        return value instanceof DirectBuffer data
                ? Call.returning(value, BufferScan.exclusive(data, data, onBuffers(operator)))
                : Call.of(Scan.exclusive(value, untypedOperator(operator)));
    }

    <T extends @Nullable Object> Call<T> reduceScatter(DividableDataObject<T> object, ReductionObject<T> operator) {
        if (operator instanceof LiftedReduction<T, ?> lifted) {
            return lifting(lifted).parts(Arguments.given("object", object), Calls::scattering);
        }
        return Call.of(new ReduceScatter(untyped(Arguments.given("object", object)), untypedOperator(operator)));
    }

    <T extends @Nullable Object> Call<T> reduceScatter(List<T> list, ReductionObject<T> operator) {
        return reduceScatter(PerRank.of(Arguments.given("list", list)), operator);
    }

    <T extends @Nullable Object> Call<SortedMap<Integer, T>> allToAll(Map<Integer, T> values) {
        List<@Nullable Object> parts = new ArrayList<@Nullable Object>(Collections.nCopies(caller.size(), null));
        Arguments.given("values", values).forEach((rank, value) -> {
            caller.check("the key of a value", Arguments.given("the key of a value", rank));
            parts.set(rank, new Object[] {value}); // where there may be none
        });
        Exchange.checkObjects(values, caller.rank(), "allToAll(send, receive)");
        PerRank<@Nullable Object> received = PerRank.empty();
        return new Call<>(AllToAll.ofValues(PerRank.of(parts), received), none -> present(received.list()));
    }

    @SuppressWarnings("unchecked")
    private static <T extends @Nullable Object> SortedMap<Integer, T> present(List<@Nullable Object> received) {
        SortedMap<Integer, T> values = new TreeMap<>();
        for (int rank = 0; rank < received.size(); rank++) {
            if (received.get(rank) instanceof Object[] sent) {
                values.put(rank, (T) sent[0]);
            }
        }
        return values;
    }

    <T extends @Nullable Object> Call<SortedMap<Integer, T>> exchange(Map<Integer, T> values) {
        return Call.of(new Exchange(Arguments.given("values", values)));
    }

    // ---------------------------------------------------------------- buffers to send and to receive into

    Call<@Nullable Void> scan(DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        if (operator instanceof LiftedReduction<DirectBuffer, ?> lifted) {
            return lifting(lifted).buffers(send, receive, Scan::inclusive);
        }
        return Call.of(BufferScan.inclusive(
                Arguments.given("send", send),
                Arguments.given("receive", receive),
                Arguments.given("operator", operator)));
    }

    Call<@Nullable Void> exclusiveScan(
            DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        if (operator instanceof LiftedReduction<DirectBuffer, ?> lifted) {
            return lifting(lifted).buffers(send, receive, Scan::exclusive);
        }
        return Call.of(BufferScan.exclusive(
                Arguments.given("send", send),
                Arguments.given("receive", receive),
                Arguments.given("operator", operator)));
    }

    Call<@Nullable Void> reduceScatter(
            DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        long[] counts = new long[caller.size()];
        Arrays.fill(counts, Arguments.given("receive", receive).length());
        if (Arguments.given("send", send).length() != receive.length() * caller.size()) {
            throw new IllegalArgumentException(
                    "send buffer must hold one block for each member: send buffer=%s receive buffer=%s members=%d; pass Blocks for unequal ones"
                            .formatted(send.shape(), receive.shape(), caller.size()));
        }
        return reduceScatter(send, Blocks.of(counts), receive, operator);
    }

    Call<@Nullable Void> reduceScatter(
            DirectBuffer send, Blocks blocks, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        if (operator instanceof LiftedReduction<DirectBuffer, ?> lifted) {
            if (blocks.size() == caller.size() && blocks.count(caller.rank()) != receive.length()) {
                throw new IllegalArgumentException(
                        "receive buffer must have the length of this member's block: block=%d receive buffer=%s"
                                .formatted(blocks.count(caller.rank()), receive.shape()));
            }
            return lifting(lifted).blocks(send, blocks, receive, Calls::scattering);
        }
        return Call.of(new BlockReduceScatter(
                Arguments.given("send", send),
                Arguments.given("blocks", blocks),
                Arguments.given("receive", receive),
                Arguments.given("operator", operator)));
    }

    Call<@Nullable Void> reduce(
            DirectBuffer send, @Nullable DirectBuffer receive, ReductionObject<DirectBuffer> operator, int root) {
        if (operator instanceof LiftedReduction<DirectBuffer, ?> lifted) {
            return lifting(lifted)
                    .buffers(
                            send,
                            isRoot(root) ? Arguments.given("receive", receive) : null,
                            (partial, combining) -> new Reduce(partial, combining, root));
        }
        caller.check("root", root);
        return Call.of(
                new BufferReduce(Arguments.given("send", send), receive, Arguments.given("operator", operator), root));
    }

    Call<@Nullable Void> allReduce(DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        if (operator instanceof LiftedReduction<DirectBuffer, ?> lifted) {
            return lifting(lifted).buffers(send, receive, AllReduce::new);
        }
        return Call.of(new BufferAllReduce(
                Arguments.given("send", send),
                Arguments.given("receive", receive),
                Arguments.given("operator", operator)));
    }

    Call<@Nullable Void> scatter(@Nullable DirectBuffer send, DirectBuffer receive, int root) {
        caller.check("root", root);
        return Call.of(new BufferScatter(send, Arguments.given("receive", receive), root));
    }

    Call<@Nullable Void> scatter(@Nullable DirectBuffer send, @Nullable Blocks blocks, DirectBuffer receive, int root) {
        caller.check("root", root);
        return Call.of(new BlockScatter(send, blocks, Arguments.given("receive", receive), root));
    }

    Call<@Nullable Void> gather(DirectBuffer send, @Nullable DirectBuffer receive, int root) {
        caller.check("root", root);
        return Call.of(new BufferGather(Arguments.given("send", send), receive, root));
    }

    Call<@Nullable Void> gather(DirectBuffer send, @Nullable DirectBuffer receive, @Nullable Blocks blocks, int root) {
        caller.check("root", root);
        return Call.of(new BlockGather(Arguments.given("send", send), receive, blocks, root));
    }

    Call<@Nullable Void> allGather(DirectBuffer send, DirectBuffer receive) {
        return Call.of(new BufferAllGather(Arguments.given("send", send), Arguments.given("receive", receive)));
    }

    Call<@Nullable Void> allGather(DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        return Call.of(new BlockAllGather(
                Arguments.given("send", send), Arguments.given("receive", receive), Arguments.given("blocks", blocks)));
    }

    Call<@Nullable Void> allToAll(DirectBuffer send, DirectBuffer receive) {
        return Call.of(new BufferAllToAll(Arguments.given("send", send), Arguments.given("receive", receive)));
    }

    Call<@Nullable Void> allToAll(DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        return Call.of(new BlockAllToAll(
                Arguments.given("send", send),
                Arguments.given("sendBlocks", sendBlocks),
                Arguments.given("receive", receive),
                Arguments.given("receiveBlocks", receiveBlocks)));
    }

    Call<@Nullable Void> allToAll(Map<Integer, DirectBuffer> send, Map<Integer, DirectBuffer> receive) {
        return Call.of(new RankAllToAll(Arguments.given("send", send), Arguments.given("receive", receive)));
    }

    Call<SortedMap<Integer, DirectBuffer>> exchangeBuffers(Map<Integer, DirectBuffer> values) {
        return Call.of(new ExchangeBuffers(Arguments.given("values", values)));
    }

    private static Collective<?> scattering(
            List<@Nullable Object> partials, ReductionObject<@Nullable Object> combining) {
        return new ReduceScatter(PerRank.of(partials), combining);
    }

    private <T extends @Nullable Object, A> LiftedCalls<T, A> lifting(LiftedReduction<T, A> operator) {
        return new LiftedCalls<>(caller.size(), operator);
    }

    // ---------------------------------------------------------------- types, which only the caller knows

    @SuppressWarnings("unchecked") // it takes what the caller has passed beside it: a buffer
    static ReductionObject<DirectBuffer> onBuffers(ReductionObject<?> operator) {
        return (ReductionObject<DirectBuffer>) Arguments.given("operator", operator);
    }

    @SuppressWarnings("unchecked")
    static ReductionObject<@Nullable Object> untypedOperator(ReductionObject<?> operator) {
        return (ReductionObject<@Nullable Object>) Arguments.given("operator", operator);
    }

    @SuppressWarnings("unchecked")
    private static DividableDataObject<@Nullable Object> untyped(DividableDataObject<?> object) {
        return (DividableDataObject<@Nullable Object>) object;
    }
}
