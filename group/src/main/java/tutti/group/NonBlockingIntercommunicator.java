package tutti.group;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.ReductionObject;
import tutti.messaging.Status;
import tutti.serialization.DirectBuffer;

/**
 * The operations of an {@link Intercommunicator}, started without waiting, as those of a {@link
 * NonBlockingCommunicator} are.
 *
 * {@snippet :
 * Request<List<Integer>> theirs = sides.nonBlocking().allGather(rank);
 * sides.nonBlocking().sendAsync("hello", 0);
 * compute();
 * use(theirs.await());
 * }
 *
 * <p>Collective operations keep one order with the blocking ones of the intercommunicator, at the members of both
 * groups. Immutable; thread-safe.
 */
@SuppressWarnings(
        "TypeParameterUnusedInFormals") // what arrives has the type that was sent, which only the caller knows
public final class NonBlockingIntercommunicator {
    private final Intercommunicator sides;
    private final SideCalls calls;
    private final StartedMessages messages;

    NonBlockingIntercommunicator(Intercommunicator sides) {
        this.sides = sides;
        calls = sides.calls;
        messages = new StartedMessages(sides.both, sides.remoteStart);
    }

    private <T extends @Nullable Object> Request<T> start(Call<T> call) {
        return sides.both.start(call);
    }

    // ---------------------------------------------------------------- messages

    /** Starts {@link Intercommunicator#sendSync}: the request is done when the receiver has received the value. */
    public Request<@Nullable Void> sendSync(@Nullable Object value, int destination) {
        return messages.send(value, sides.rankInBoth(destination), true);
    }

    /** Starts {@link Intercommunicator#sendAsync}; never waits for room. */
    public Request<@Nullable Void> sendAsync(@Nullable Object value, int destination) {
        return messages.send(value, sides.rankInBoth(destination), false);
    }

    /** Starts {@link Intercommunicator#receive(int)}. */
    public <T extends @Nullable Object> Request<T> receive(int source) {
        return messages.receive(sides.rankInBoth(source));
    }

    /** Starts {@link Intercommunicator#receiveWithStatus(int)}. */
    public <T extends @Nullable Object> Request<Received<T>> receiveWithStatus(int source) {
        return messages.receiveWithStatus(sides.rankInBoth(source));
    }

    /** Starts {@link Intercommunicator#receive(DirectBuffer, int)}. */
    public Request<@Nullable Void> receive(DirectBuffer target, int source) {
        return messages.receive(target, sides.rankInBoth(source));
    }

    /** Starts {@link Intercommunicator#receiveWithStatus(DirectBuffer, int)}. */
    public Request<Status> receiveWithStatus(DirectBuffer target, int source) {
        return messages.receiveWithStatus(target, sides.rankInBoth(source));
    }

    // ---------------------------------------------------------------- collective operations

    /** Starts {@link Intercommunicator#barrier}. */
    public Request<@Nullable Void> barrier() {
        return start(calls.barrier());
    }

    /** Starts {@link Intercommunicator#broadcastTo}. */
    public Request<@Nullable Void> broadcastTo(@Nullable Object value, int root) {
        return start(calls.broadcastTo(value, root));
    }

    /** Starts {@link Intercommunicator#broadcastFrom(int)}. */
    public <T extends @Nullable Object> Request<T> broadcastFrom(int root) {
        return start(calls.broadcastFrom(root));
    }

    /** Starts {@link Intercommunicator#broadcastFrom(DirectBuffer, int)}. */
    public Request<@Nullable Void> broadcastFrom(DirectBuffer target, int root) {
        return start(calls.broadcastFrom(target, root));
    }

    /** Starts {@link Intercommunicator#scatterTo(List, int)}. */
    public Request<@Nullable Void> scatterTo(@Nullable List<?> values, int root) {
        return start(calls.scatterTo(values, root));
    }

    /** Starts {@link Intercommunicator#scatterFrom(int)}. */
    public <T extends @Nullable Object> Request<T> scatterFrom(int root) {
        return start(calls.scatterFrom(root));
    }

    /** Starts {@link Intercommunicator#scatterTo(DirectBuffer, Blocks, int)}. */
    public Request<@Nullable Void> scatterTo(DirectBuffer send, @Nullable Blocks blocks, int root) {
        return start(calls.scatterTo(send, blocks, root));
    }

    /** Starts {@link Intercommunicator#scatterFrom(DirectBuffer, int)}. */
    public Request<@Nullable Void> scatterFrom(DirectBuffer target, int root) {
        return start(calls.scatterFrom(target, root));
    }

    /** Starts {@link Intercommunicator#gatherTo}. */
    public Request<@Nullable Void> gatherTo(@Nullable Object value, int root) {
        return start(calls.gatherTo(value, root));
    }

    /** Starts {@link Intercommunicator#gatherFrom(int)}. */
    public <T extends @Nullable Object> Request<@Nullable List<T>> gatherFrom(int root) {
        return start(calls.gatherFrom(root));
    }

    /** Starts {@link Intercommunicator#gatherFrom(DirectBuffer, Blocks, int)}. */
    public Request<@Nullable Void> gatherFrom(DirectBuffer receive, @Nullable Blocks blocks, int root) {
        return start(calls.gatherFrom(receive, blocks, root));
    }

    /** Starts {@link Intercommunicator#allGather(Object)}. */
    public <T extends @Nullable Object> Request<List<T>> allGather(@Nullable Object value) {
        return start(calls.allGather(value));
    }

    /** Starts {@link Intercommunicator#allGather(DirectBuffer, DirectBuffer)}. */
    public Request<@Nullable Void> allGather(DirectBuffer send, DirectBuffer receive) {
        return start(calls.allGather(send, receive));
    }

    /** Starts {@link Intercommunicator#allGather(DirectBuffer, DirectBuffer, Blocks)}. */
    public Request<@Nullable Void> allGather(DirectBuffer send, DirectBuffer receive, Blocks blocks) {
        return start(calls.allGather(send, receive, blocks));
    }

    /** Starts {@link Intercommunicator#allToAll(List)}. */
    public <T extends @Nullable Object> Request<List<T>> allToAll(List<?> values) {
        return start(calls.allToAll(values));
    }

    /** Starts {@link Intercommunicator#allToAll(DirectBuffer, DirectBuffer)}. */
    public Request<@Nullable Void> allToAll(DirectBuffer send, DirectBuffer receive) {
        return start(calls.allToAll(send, receive));
    }

    /** Starts {@link Intercommunicator#allToAll(DirectBuffer, Blocks, DirectBuffer, Blocks)}. */
    public Request<@Nullable Void> allToAll(
            DirectBuffer send, Blocks sendBlocks, DirectBuffer receive, Blocks receiveBlocks) {
        return start(calls.allToAll(send, sendBlocks, receive, receiveBlocks));
    }

    /** Starts {@link Intercommunicator#reduceTo}. */
    public <T extends @Nullable Object> Request<@Nullable Void> reduceTo(
            T value, ReductionObject<T> operator, int root) {
        return start(calls.reduceTo(value, operator, root));
    }

    /** Starts {@link Intercommunicator#reduceFrom(ReductionObject, int)}. */
    public <T extends @Nullable Object> Request<@Nullable T> reduceFrom(ReductionObject<T> operator, int root) {
        return start(calls.reduceFrom(operator, root));
    }

    /** Starts {@link Intercommunicator#reduceFrom(DirectBuffer, ReductionObject, int)}. */
    public Request<@Nullable Void> reduceFrom(
            @Nullable DirectBuffer receive, ReductionObject<DirectBuffer> operator, int root) {
        return start(calls.reduceFrom(receive, operator, root));
    }

    /** Starts {@link Intercommunicator#allReduce(Object, ReductionObject)}. */
    public <T extends @Nullable Object> Request<T> allReduce(T value, ReductionObject<T> operator) {
        return start(calls.allReduce(value, operator));
    }

    /** Starts {@link Intercommunicator#allReduce(DirectBuffer, DirectBuffer, ReductionObject)}. */
    public Request<@Nullable Void> allReduce(
            DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return start(calls.allReduce(send, receive, operator));
    }

    /** Starts {@link Intercommunicator#reduceScatter(List, ReductionObject)}. */
    public <T extends @Nullable Object> Request<T> reduceScatter(List<T> values, ReductionObject<T> operator) {
        return start(calls.reduceScatter(values, operator));
    }

    /** Starts {@link Intercommunicator#reduceScatter(DirectBuffer, DirectBuffer, ReductionObject)}. */
    public Request<@Nullable Void> reduceScatter(
            DirectBuffer send, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return start(calls.reduceScatter(send, receive, operator));
    }

    /** Starts {@link Intercommunicator#reduceScatter(DirectBuffer, Blocks, DirectBuffer, ReductionObject)}. */
    public Request<@Nullable Void> reduceScatter(
            DirectBuffer send, Blocks blocks, DirectBuffer receive, ReductionObject<DirectBuffer> operator) {
        return start(calls.reduceScatter(send, blocks, receive, operator));
    }

    @Override
    public String toString() {
        return "NonBlocking" + sides;
    }
}
