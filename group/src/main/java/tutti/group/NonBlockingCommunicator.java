package tutti.group;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.DividableDataObject;
import tutti.collectives.ReductionObject;
import tutti.messaging.Status;
import tutti.serialization.DirectBuffer;

/**
 * The operations of a {@link Communicator}, started without waiting (MPI 4.1, sections 3.7 and 6.12).
 *
 * {@snippet :
 * Request<double[]> halo = world.nonBlocking().receive(left);
 * world.nonBlocking().sendAsync(border, left);
 * computeInside();
 * computeBorder(halo.await());
 * }
 *
 * <p>Any number of {@link Request}s may be under way. A deadline counts from the start. Wrong arguments throw at once.
 *
 * <h2>Messages</h2>
 *
 * <p>What is sent, an object or a buffer's elements, is captured before the call returns. Sends to one member keep the
 * order of starting, with the blocking ones. A receive takes the first message that it accepts and that no receive
 * takes which was started before. A buffer that is received into is the operation's until the request is done.
 *
 * <h2>Collective operations</h2>
 *
 * <p>All members start and call the same operations in the same order; a blocking one begins when those that were
 * started before have ended. Started ones begin in turn: those on buffers of 256 KiB and more at once, others when the
 * member waits for them, or up to 0.4 ms after the start. Objects and buffers that are passed must not change
 * until the request is done, and neither they nor the buffers that receive may belong to another operation meanwhile.
 *
 * <p>Immutable; thread-safe as the communicator is.
 */
@SuppressWarnings(
        "TypeParameterUnusedInFormals") // what arrives has the type that was sent, which only the caller knows
public final class NonBlockingCommunicator {
    private final MessageCommunication communicator;
    private final Calls calls;
    private final StartedMessages messages;

    NonBlockingCommunicator(MessageCommunication communicator) {
        this.communicator = communicator;
        calls = communicator.calls;
        messages = new StartedMessages(communicator, 0);
    }

    private <T extends @Nullable Object> Request<T> start(Call<T> call) {
        return communicator.start(call);
    }

    /**
     * Returns a request for other work that has been started, to await it together with operations.
     *
     * @param future ends with the work; to cancel the request does not cancel it
     */
    public <T extends @Nullable Object> Request<T> request(CompletableFuture<T> future) {
        return new FutureRequest<>(communicator.begin(), Arguments.given("future", future));
    }

    // ---------------------------------------------------------------- messages

    /**
     * Starts a send that is done when the receiver has received the value.
     *
     * @see Communicator#sendSync
     */
    public Request<@Nullable Void> sendSync(@Nullable Object value, int destination) {
        return messages.send(value, destination, true);
    }

    /**
     * Starts a send that is done when the value is on its way.
     *
     * <p>Never waits: a value for which there is no room stays in this process meanwhile (MPI's buffered mode). The
     * receiver can receive it nevertheless, before the messages that take up the room.
     *
     * @see Communicator#sendAsync
     */
    public Request<@Nullable Void> sendAsync(@Nullable Object value, int destination) {
        return messages.send(value, destination, false);
    }

    /**
     * Starts a receive of the next value from a member, or from any.
     *
     * @see Communicator#receive(int)
     */
    public <T extends @Nullable Object> Request<T> receive(int source) {
        return messages.receive(source);
    }

    /**
     * Starts a receive of the next value, which says who sent it, with which tag, and how much it was.
     *
     * @see Communicator#receiveWithStatus(int)
     */
    public <T extends @Nullable Object> Request<Received<T>> receiveWithStatus(int source) {
        return messages.receiveWithStatus(source);
    }

    /**
     * Starts a receive of the next message from a member, or from any, into a buffer.
     *
     * @see Communicator#receive(DirectBuffer, int)
     */
    public Request<@Nullable Void> receive(DirectBuffer target, int source) {
        return messages.receive(target, source);
    }

    /**
     * Starts a receive of the next message into the first elements of a buffer.
     *
     * @see Communicator#receiveWithStatus(DirectBuffer, int)
     */
    public Request<Status> receiveWithStatus(DirectBuffer target, int source) {
        return messages.receiveWithStatus(target, source);
    }

    // ---------------------------------------------------------------- collective operations

    /** Starts {@link Communicator#barrier}: the request is done when all members have started it. */
    public Request<@Nullable Void> barrier() {
        return start(calls.barrier());
    }

    /** Starts {@link Communicator#broadcast}. */
    public <T extends @Nullable Object> Request<T> broadcast(T value, int root) {
        return start(calls.broadcast(value, root));
    }

    /** Starts {@link Communicator#reduce(Object, ReductionObject, int)}. */
    public <T extends @Nullable Object> Request<@Nullable T> reduce(T value, ReductionObject<T> operator, int root) {
        return start(calls.reduce(value, operator, root));
    }

    /** Starts {@link Communicator#allReduce(Object, ReductionObject)}. */
    public <T extends @Nullable Object> Request<T> allReduce(T value, ReductionObject<T> operator) {
        return start(calls.allReduce(value, operator));
    }

    /** Starts {@link Communicator#scatter(DividableDataObject, int)}. */
    public <T extends @Nullable Object> Request<T> scatter(@Nullable DividableDataObject<T> rootObject, int root) {
        return start(calls.scatter(rootObject, root));
    }

    /** Starts {@link Communicator#gather(DividableDataObject, Object, int)}. */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> Request<@Nullable D> gather(
            @Nullable D rootObject, T value, int root) {
        return start(calls.gather(rootObject, value, root));
    }

    /** Starts {@link Communicator#allGather(DividableDataObject, Object)}. */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> Request<D> allGather(
            D resultObject, T value) {
        return start(calls.allGather(resultObject, value));
    }

    /** Starts {@link Communicator#allToAll(DividableDataObject, DividableDataObject)}. */
    public <T extends @Nullable Object, D extends DividableDataObject<T>> Request<D> allToAll(
            DividableDataObject<T> object, D resultObject) {
        return start(calls.allToAll(object, resultObject));
    }

    /** Starts {@link Communicator#gather(Object, int)}. */
    public <T extends @Nullable Object> Request<@Nullable List<T>> gather(T value, int root) {
        return start(calls.gather(value, root));
    }

    /** Starts {@link Communicator#allGather(Object)}. */
    public <T extends @Nullable Object> Request<List<T>> allGather(T value) {
        return start(calls.allGather(value));
    }

    /** Starts {@link Communicator#allToAll(List)}. */
    public <T extends @Nullable Object> Request<List<T>> allToAll(List<T> list) {
        return start(calls.allToAll(list));
    }

    /** Starts {@link Communicator#reduce(DirectBuffer, DirectBuffer, ReductionObject, int)}. */
    public Request<@Nullable Void> reduce(
            DirectBuffer send, @Nullable DirectBuffer receive, ReductionObject<DirectBuffer> operator, int root) {
        return start(calls.reduce(send, receive, operator, root));
    }

    /** Starts {@link Communicator#allReduce(DirectBuffer, DirectBuffer, ReductionObject)}. */
    public Request<@Nullable Void> allReduce(
            DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return start(calls.allReduce(send, receive, operator));
    }

    /** Starts {@link Communicator#scatter(DirectBuffer, DirectBuffer, int)}. */
    public Request<@Nullable Void> scatter(@Nullable DirectBuffer send, DirectBuffer receive, int root) {
        return start(calls.scatter(send, receive, root));
    }

    /** Starts {@link Communicator#scatter(DirectBuffer, Blocks, DirectBuffer, int)}. */
    public Request<@Nullable Void> scatter(
            @Nullable DirectBuffer send, @Nullable Blocks blocks, DirectBuffer receive, int root) {
        return start(calls.scatter(send, blocks, receive, root));
    }

    /** Starts {@link Communicator#gather(DirectBuffer, DirectBuffer, int)}. */
    public Request<@Nullable Void> gather(DirectBuffer send, @Nullable DirectBuffer receive, int root) {
        return start(calls.gather(send, receive, root));
    }

    /** Starts {@link Communicator#gather(DirectBuffer, DirectBuffer, Blocks, int)}. */
    public Request<@Nullable Void> gather(
            DirectBuffer send, @Nullable DirectBuffer receive, @Nullable Blocks blocks, int root) {
        return start(calls.gather(send, receive, blocks, root));
    }

    /** Starts {@link Communicator#allGather(DirectBuffer, DirectBuffer)}. */
    public Request<@Nullable Void> allGather(DirectBuffer send, DirectBuffer receive) {
        return start(calls.allGather(send, receive));
    }

    /** Starts {@link Communicator#allGather(DirectBuffer, DirectBuffer, Blocks)}. */
    public Request<@Nullable Void> allGather(DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        return start(calls.allGather(send, receive, blocks));
    }

    /** Starts {@link Communicator#allToAll(DirectBuffer, DirectBuffer)}. */
    public Request<@Nullable Void> allToAll(DirectBuffer send, DirectBuffer receive) {
        return start(calls.allToAll(send, receive));
    }

    /** Starts {@link Communicator#allToAll(DirectBuffer, Blocks, DirectBuffer, Blocks)}. */
    public Request<@Nullable Void> allToAll(
            DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        return start(calls.allToAll(send, sendBlocks, receive, receiveBlocks));
    }

    /** Starts {@link Communicator#scan(Object, ReductionObject)}. */
    public <T extends @Nullable Object> Request<T> scan(T value, ReductionObject<T> operator) {
        return start(calls.scan(value, operator));
    }

    /** Starts {@link Communicator#exclusiveScan(Object, ReductionObject)}. */
    public <T extends @Nullable Object> Request<@Nullable T> exclusiveScan(T value, ReductionObject<T> operator) {
        return start(calls.exclusiveScan(value, operator));
    }

    /** Starts {@link Communicator#reduceScatter(DividableDataObject, ReductionObject)}. */
    public <T extends @Nullable Object> Request<T> reduceScatter(
            DividableDataObject<T> object, ReductionObject<T> operator) {
        return start(calls.reduceScatter(object, operator));
    }

    /** Starts {@link Communicator#reduceScatter(List, ReductionObject)}. */
    public <T extends @Nullable Object> Request<T> reduceScatter(List<T> list, ReductionObject<T> operator) {
        return start(calls.reduceScatter(list, operator));
    }

    /** Starts {@link Communicator#allToAll(Map)}. */
    public <T extends @Nullable Object> Request<SortedMap<Integer, T>> allToAll(Map<Integer, T> values) {
        return start(calls.allToAll(values));
    }

    /** Starts {@link Communicator#exchange(Map)}. */
    public <T extends @Nullable Object> Request<SortedMap<Integer, T>> exchange(Map<Integer, T> values) {
        return start(calls.exchange(values));
    }

    /** Starts {@link Communicator#allToAll(Map, Map)}. */
    public Request<@Nullable Void> allToAll(Map<Integer, DirectBuffer> send, Map<Integer, DirectBuffer> receive) {
        return start(calls.allToAll(send, receive));
    }

    /** Starts {@link Communicator#exchangeBuffers(Map)}. */
    public Request<SortedMap<Integer, DirectBuffer>> exchangeBuffers(Map<Integer, DirectBuffer> values) {
        return start(calls.exchangeBuffers(values));
    }

    /** Starts {@link Communicator#scan(DirectBuffer, DirectBuffer, ReductionObject)}. */
    public Request<@Nullable Void> scan(
            DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return start(calls.scan(send, receive, operator));
    }

    /** Starts {@link Communicator#exclusiveScan(DirectBuffer, DirectBuffer, ReductionObject)}. */
    public Request<@Nullable Void> exclusiveScan(
            DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return start(calls.exclusiveScan(send, receive, operator));
    }

    /** Starts {@link Communicator#reduceScatter(DirectBuffer, DirectBuffer, ReductionObject)}. */
    public Request<@Nullable Void> reduceScatter(
            DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return start(calls.reduceScatter(send, receive, operator));
    }

    /** Starts {@link Communicator#reduceScatter(DirectBuffer, Blocks, DirectBuffer, ReductionObject)}. */
    public Request<@Nullable Void> reduceScatter(
            DirectBuffer send, Blocks blocks, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return start(calls.reduceScatter(send, blocks, receive, operator));
    }

    @Override
    public String toString() {
        return "NonBlocking" + communicator;
    }
}
