package tutti.group;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.DividableDataObject;
import tutti.collectives.ReductionObject;
import tutti.messaging.Status;
import tutti.messaging.match.Pattern;
import tutti.serialization.DirectBuffer;

/**
 * The operations of a {@link Communicator}, prepared once to be run many times (MPI 4.1, sections 3.9 and 6.13).
 *
 * {@snippet :
 * PersistentRequest<Void> receive = world.persistent().receive(DirectBuffer.of(halo), left);
 * PersistentRequest<Void> send = world.persistent().sendAsync(DirectBuffer.of(border), right);
 * for (int step = 0; step < steps; step++) {
 *     PersistentRequest.startAll(List.of(receive, send));
 *     computeInside();
 *     PersistentRequest.awaitAll(List.of(receive, send));
 *     computeBorder();
 * }
 * }
 *
 * <p>To prepare an operation sends nothing: each member prepares what it likes. Arguments are checked then, as far as
 * this member can tell, and are those of every run: each run sends what an object or a buffer holds at its start.
 * Collective operations are started, or run, by all members in the same order, as those that were not prepared.
 *
 * <p>Tag and deadline are the communicator's; a deadline counts from each start. Immutable; thread-safe as the
 * communicator is.
 */
@SuppressWarnings(
        "TypeParameterUnusedInFormals") // what arrives has the type that was sent, which only the caller knows
public final class PersistentCommunicator {
    private final MessageCommunication communicator;
    private final NonBlockingCommunicator nonBlocking;
    private final Calls calls;

    PersistentCommunicator(MessageCommunication communicator) {
        this.communicator = communicator;
        nonBlocking = new NonBlockingCommunicator(communicator);
        calls = communicator.calls;
    }

    private <T extends @Nullable Object> PersistentRequest<T> prepare(Supplier<Call<T>> call) {
        return PersistentRequest.of(communicator, call);
    }

    // ---------------------------------------------------------------- messages

    /** Prepares {@link Communicator#sendSync}. */
    public PersistentRequest<@Nullable Void> sendSync(@Nullable Object value, int destination) {
        return sending(destination, () -> nonBlocking.sendSync(value, destination));
    }

    /** Prepares {@link Communicator#sendAsync}; a start never waits for room. */
    public PersistentRequest<@Nullable Void> sendAsync(@Nullable Object value, int destination) {
        return sending(destination, () -> nonBlocking.sendAsync(value, destination));
    }

    private PersistentRequest<@Nullable Void> sending(int destination, Supplier<Request<@Nullable Void>> starting) {
        if (destination == Communicator.NO_MEMBER) {
            return new PersistentRequest<>("send to no one", starting);
        }
        communicator.checkDestination(destination);
        return new PersistentRequest<>(
                "send destination=%d tag=%d".formatted(destination, communicator.tag()), starting);
    }

    /** Prepares {@link Communicator#receive(int)}. */
    public <T extends @Nullable Object> PersistentRequest<T> receive(int source) {
        return receiving(source, () -> nonBlocking.receive(source));
    }

    /** Prepares {@link Communicator#receiveWithStatus(int)}. */
    public <T extends @Nullable Object> PersistentRequest<Received<T>> receiveWithStatus(int source) {
        return receiving(source, () -> nonBlocking.receiveWithStatus(source));
    }

    /** Prepares {@link Communicator#receive(DirectBuffer, int)}. */
    public PersistentRequest<@Nullable Void> receive(DirectBuffer target, int source) {
        Arguments.given("target", target).requireWritable("target");
        return receiving(source, () -> nonBlocking.receive(target, source));
    }

    /** Prepares {@link Communicator#receiveWithStatus(DirectBuffer, int)}. */
    public PersistentRequest<Status> receiveWithStatus(DirectBuffer target, int source) {
        Arguments.given("target", target).requireWritable("target");
        return receiving(source, () -> nonBlocking.receiveWithStatus(target, source));
    }

    private <T extends @Nullable Object> PersistentRequest<T> receiving(int source, Supplier<Request<T>> starting) {
        if (source == Communicator.NO_MEMBER) {
            return new PersistentRequest<>("receive from no one", starting);
        }
        communicator.checkSource(source);
        Pattern accepted = new Pattern(source, communicator.tag(), Pattern.ANY_CALL);
        return new PersistentRequest<>("receive " + accepted, starting);
    }

    // ---------------------------------------------------------------- collective operations

    /** Prepares {@link Communicator#barrier}. */
    public PersistentRequest<@Nullable Void> barrier() {
        return prepare(() -> calls.barrier());
    }

    /** Prepares {@link Communicator#broadcast}. */
    public <T extends @Nullable Object> PersistentRequest<T> broadcast(T value, int root) {
        return prepare(() -> calls.broadcast(value, root));
    }

    /** Prepares {@link Communicator#reduce(Object, ReductionObject, int)}. */
    public <T extends @Nullable Object> PersistentRequest<@Nullable T> reduce(
            T value, ReductionObject<T> operator, int root) {
        return prepare(() -> calls.reduce(value, operator, root));
    }

    /** Prepares {@link Communicator#allReduce(Object, ReductionObject)}. */
    public <T extends @Nullable Object> PersistentRequest<T> allReduce(T value, ReductionObject<T> operator) {
        return prepare(() -> calls.allReduce(value, operator));
    }

    /** Prepares {@link Communicator#scatter(DividableDataObject, int)}. */
    public <T extends @Nullable Object> PersistentRequest<T> scatter(
            @Nullable DividableDataObject<T> rootObject, int root) {
        return prepare(() -> calls.scatter(rootObject, root));
    }

    /** Prepares {@link Communicator#gather(DividableDataObject, Object, int)}. */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> PersistentRequest<@Nullable D> gather(
            @Nullable D rootObject, T value, int root) {
        return prepare(() -> calls.gather(rootObject, value, root));
    }

    /** Prepares {@link Communicator#allGather(DividableDataObject, Object)}. */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> PersistentRequest<D> allGather(
            D resultObject, T value) {
        return prepare(() -> calls.allGather(resultObject, value));
    }

    /** Prepares {@link Communicator#allToAll(DividableDataObject, DividableDataObject)}. */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> PersistentRequest<D> allToAll(
            DividableDataObject<T> object, D resultObject) {
        return prepare(() -> calls.allToAll(object, resultObject));
    }

    /** Prepares {@link Communicator#gather(Object, int)}. */
    public <T extends @Nullable Object> PersistentRequest<@Nullable List<T>> gather(T value, int root) {
        return prepare(() -> calls.gather(value, root));
    }

    /** Prepares {@link Communicator#allGather(Object)}. */
    public <T extends @Nullable Object> PersistentRequest<List<T>> allGather(T value) {
        return prepare(() -> calls.allGather(value));
    }

    /** Prepares {@link Communicator#allToAll(List)}. */
    public <T extends @Nullable Object> PersistentRequest<List<T>> allToAll(List<T> list) {
        return prepare(() -> calls.allToAll(list));
    }

    /** Prepares {@link Communicator#reduce(DirectBuffer, DirectBuffer, ReductionObject, int)}. */
    public PersistentRequest<@Nullable Void> reduce(
            DirectBuffer send, @Nullable DirectBuffer receive, ReductionObject<DirectBuffer> operator, int root) {
        return prepare(() -> calls.reduce(send, receive, operator, root));
    }

    /** Prepares {@link Communicator#allReduce(DirectBuffer, DirectBuffer, ReductionObject)}. */
    public PersistentRequest<@Nullable Void> allReduce(
            DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return prepare(() -> calls.allReduce(send, receive, operator));
    }

    /** Prepares {@link Communicator#scatter(DirectBuffer, DirectBuffer, int)}. */
    public PersistentRequest<@Nullable Void> scatter(@Nullable DirectBuffer send, DirectBuffer receive, int root) {
        return prepare(() -> calls.scatter(send, receive, root));
    }

    /** Prepares {@link Communicator#scatter(DirectBuffer, Blocks, DirectBuffer, int)}. */
    public PersistentRequest<@Nullable Void> scatter(
            @Nullable DirectBuffer send, @Nullable Blocks blocks, DirectBuffer receive, int root) {
        return prepare(() -> calls.scatter(send, blocks, receive, root));
    }

    /** Prepares {@link Communicator#gather(DirectBuffer, DirectBuffer, int)}. */
    public PersistentRequest<@Nullable Void> gather(DirectBuffer send, @Nullable DirectBuffer receive, int root) {
        return prepare(() -> calls.gather(send, receive, root));
    }

    /** Prepares {@link Communicator#gather(DirectBuffer, DirectBuffer, Blocks, int)}. */
    public PersistentRequest<@Nullable Void> gather(
            DirectBuffer send, @Nullable DirectBuffer receive, @Nullable Blocks blocks, int root) {
        return prepare(() -> calls.gather(send, receive, blocks, root));
    }

    /** Prepares {@link Communicator#allGather(DirectBuffer, DirectBuffer)}. */
    public PersistentRequest<@Nullable Void> allGather(DirectBuffer send, DirectBuffer receive) {
        return prepare(() -> calls.allGather(send, receive));
    }

    /** Prepares {@link Communicator#allGather(DirectBuffer, DirectBuffer, Blocks)}. */
    public PersistentRequest<@Nullable Void> allGather(DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        return prepare(() -> calls.allGather(send, receive, blocks));
    }

    /** Prepares {@link Communicator#allToAll(DirectBuffer, DirectBuffer)}. */
    public PersistentRequest<@Nullable Void> allToAll(DirectBuffer send, DirectBuffer receive) {
        return prepare(() -> calls.allToAll(send, receive));
    }

    /** Prepares {@link Communicator#allToAll(DirectBuffer, Blocks, DirectBuffer, Blocks)}. */
    public PersistentRequest<@Nullable Void> allToAll(
            DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        return prepare(() -> calls.allToAll(send, sendBlocks, receive, receiveBlocks));
    }

    /** Prepares {@link Communicator#scan(Object, ReductionObject)}. */
    public <T extends @Nullable Object> PersistentRequest<T> scan(T value, ReductionObject<T> operator) {
        return prepare(() -> calls.scan(value, operator));
    }

    /** Prepares {@link Communicator#exclusiveScan(Object, ReductionObject)}. */
    public <T extends @Nullable Object> PersistentRequest<@Nullable T> exclusiveScan(
            T value, ReductionObject<T> operator) {
        return prepare(() -> calls.exclusiveScan(value, operator));
    }

    /** Prepares {@link Communicator#reduceScatter(DividableDataObject, ReductionObject)}. */
    public <T extends @Nullable Object> PersistentRequest<T> reduceScatter(
            DividableDataObject<T> object, ReductionObject<T> operator) {
        return prepare(() -> calls.reduceScatter(object, operator));
    }

    /** Prepares {@link Communicator#reduceScatter(List, ReductionObject)}. */
    public <T extends @Nullable Object> PersistentRequest<T> reduceScatter(List<T> list, ReductionObject<T> operator) {
        return prepare(() -> calls.reduceScatter(list, operator));
    }

    /** Prepares {@link Communicator#allToAll(Map)}. */
    public <T extends @Nullable Object> PersistentRequest<SortedMap<Integer, T>> allToAll(Map<Integer, T> values) {
        return prepare(() -> calls.allToAll(values));
    }

    /** Prepares {@link Communicator#exchange(Map)}. */
    public <T extends @Nullable Object> PersistentRequest<SortedMap<Integer, T>> exchange(Map<Integer, T> values) {
        return prepare(() -> calls.exchange(values));
    }

    /** Prepares {@link Communicator#allToAll(Map, Map)}. */
    public PersistentRequest<@Nullable Void> allToAll(
            Map<Integer, DirectBuffer> send, Map<Integer, DirectBuffer> receive) {
        return prepare(() -> calls.allToAll(send, receive));
    }

    /** Prepares {@link Communicator#exchangeBuffers(Map)}. */
    public PersistentRequest<SortedMap<Integer, DirectBuffer>> exchangeBuffers(Map<Integer, DirectBuffer> values) {
        return prepare(() -> calls.exchangeBuffers(values));
    }

    /** Prepares {@link Communicator#scan(DirectBuffer, DirectBuffer, ReductionObject)}. */
    public PersistentRequest<@Nullable Void> scan(
            DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return prepare(() -> calls.scan(send, receive, operator));
    }

    /** Prepares {@link Communicator#exclusiveScan(DirectBuffer, DirectBuffer, ReductionObject)}. */
    public PersistentRequest<@Nullable Void> exclusiveScan(
            DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return prepare(() -> calls.exclusiveScan(send, receive, operator));
    }

    /** Prepares {@link Communicator#reduceScatter(DirectBuffer, DirectBuffer, ReductionObject)}. */
    public PersistentRequest<@Nullable Void> reduceScatter(
            DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return prepare(() -> calls.reduceScatter(send, receive, operator));
    }

    /** Prepares {@link Communicator#reduceScatter(DirectBuffer, Blocks, DirectBuffer, ReductionObject)}. */
    public PersistentRequest<@Nullable Void> reduceScatter(
            DirectBuffer send, Blocks blocks, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return prepare(() -> calls.reduceScatter(send, blocks, receive, operator));
    }

    @Override
    public String toString() {
        return "Persistent" + communicator;
    }
}
