package tutti.group;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.Status;
import tutti.messaging.match.Message;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.match.SendRequest;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.PointToPoint;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.DirectBuffer;

/**
 * Starts the sends and receives of a {@link NonBlockingCommunicator}, or of a {@link NonBlockingIntercommunicator}.
 *
 * @param first rank of the member that has rank 0 where a status says who sent
 */
@SuppressWarnings(
        "TypeParameterUnusedInFormals") // what arrives has the type that was sent, which only the caller knows
record StartedMessages(MessageCommunication communicator, int first) {

    Request<@Nullable Void> send(@Nullable Object value, int destination, boolean receiptWanted) {
        if (destination == Communicator.NO_MEMBER) {
            return ofNobody(null);
        }
        Endpoint endpoint = communicator.destination(destination);
        OperationRecord record = endpoint.record();
        SendRequest sending = record == null
                ? startSend(endpoint, value, destination, receiptWanted)
                : recorded(
                        record,
                        receiptWanted ? "sendSync" : "sendAsync",
                        destination,
                        () -> startSend(endpoint, value, destination, receiptWanted));
        return new SendingRequest(endpoint, sending);
    }

    private SendRequest startSend(Endpoint endpoint, @Nullable Object value, int destination, boolean receiptWanted) {
        PointToPoint messages = endpoint.messages();
        int context = communicator.context();
        int tag = communicator.tag();
        return value instanceof DirectBuffer data
                ? messages.startSend(destination, context, tag, data, receiptWanted)
                : messages.startSend(destination, context, tag, endpoint.capture(value, destination), receiptWanted);
    }

    /** Starts what is recorded; others start without this, and without the object that it takes. */
    private <R> R recorded(OperationRecord record, String operation, int peer, Supplier<R> start) {
        record.begin(operation, peer, communicator.tag());
        record.started();
        try {
            return start.get();
        } catch (Throwable e) {
            record.end(true);
            throw e;
        }
    }

    <T extends @Nullable Object> Request<T> receive(int source) {
        return receive(source, Messages::take, null);
    }

    <T extends @Nullable Object> Request<Received<T>> receiveWithStatus(int source) {
        return receive(
                source,
                (endpoint, message) ->
                        Messages.takeWithStatus(endpoint, message).countedFrom(first),
                new Received<@Nullable Object>(null, communicator.nothing()));
    }

    Request<@Nullable Void> receive(DirectBuffer target, int source) {
        if (source == Communicator.NO_MEMBER) {
            return ofNobody(null);
        }
        Endpoint endpoint = communicator.source(source);
        return ReceivingRequest.intoBuffer(endpoint, startReceive(endpoint, writable(target), source));
    }

    Request<Status> receiveWithStatus(DirectBuffer target, int source) {
        if (source == Communicator.NO_MEMBER) {
            return ofNobody(communicator.nothing());
        }
        Endpoint endpoint = communicator.source(source);
        return new ReceivingRequest<>(
                endpoint,
                startReceive(endpoint, writable(target), source),
                ended -> Messages.countedFrom(first, endpoint.messages().fillFirst(ended)));
    }

    private static DirectBuffer writable(DirectBuffer target) {
        return Arguments.given("target", target).requireWritable("target");
    }

    private ReceiveRequest startReceive(Endpoint endpoint, @Nullable DirectBuffer target, int source) {
        OperationRecord record = endpoint.record();
        return record == null
                ? post(endpoint, target, source)
                : recorded(record, "receive", source, () -> post(endpoint, target, source));
    }

    private ReceiveRequest post(Endpoint endpoint, @Nullable DirectBuffer target, int source) {
        PointToPoint messages = endpoint.messages();
        int context = communicator.context();
        int tag = communicator.tag();
        return target == null
                ? messages.startReceive(source, context, tag)
                : messages.startReceive(source, context, tag, target);
    }

    /** What is made of a message. */
    private interface Taking {
        @Nullable
        Object take(Endpoint endpoint, Message message);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // values travel as objects; their types are the callers' to match
    private <T extends @Nullable Object> Request<T> receive(int source, Taking taking, @Nullable Object ofNobody) {
        if (source == Communicator.NO_MEMBER) {
            return ofNobody((T) ofNobody);
        }
        Endpoint endpoint = communicator.source(source);
        return new ReceivingRequest<>(endpoint, startReceive(endpoint, null, source), ended ->
                (T) taking.take(endpoint, endpoint.messages().received(ended)));
    }

    /** Returns the request of a message that is sent to or received from {@link Communicator#NO_MEMBER}. */
    private <T extends @Nullable Object> Request<T> ofNobody(T result) {
        return new EndedRequest<>(communicator.begin(), result);
    }
}
