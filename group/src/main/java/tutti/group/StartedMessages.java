package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.messaging.Status;
import tutti.messaging.match.Message;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.PointToPoint;
import tutti.serialization.DirectBuffer;

/** Starts the sends and receives of a {@link NonBlockingCommunicator}. */
@SuppressWarnings(
        "TypeParameterUnusedInFormals") // what arrives has the type that was sent, which only the caller knows
record StartedMessages(MessageCommunication communicator) {

    Request<@Nullable Void> send(@Nullable Object value, int destination, boolean receiptWanted) {
        if (destination == Communicator.NO_MEMBER) {
            return ofNobody(null);
        }
        Endpoint endpoint = communicator.destination(destination);
        PointToPoint messages = endpoint.messages();
        int tag = communicator.tag();
        return new SendingRequest(
                endpoint,
                value instanceof DirectBuffer data
                        ? messages.startSend(destination, Messages.CONTEXT, tag, data, receiptWanted)
                        : messages.startSend(
                                destination,
                                Messages.CONTEXT,
                                tag,
                                endpoint.capture(value, destination),
                                receiptWanted));
    }

    <T extends @Nullable Object> Request<T> receive(int source) {
        return receive(source, Messages::take, null);
    }

    <T extends @Nullable Object> Request<Received<T>> receiveWithStatus(int source) {
        return receive(source, Messages::takeWithStatus, new Received<@Nullable Object>(null, communicator.nothing()));
    }

    Request<@Nullable Void> receive(DirectBuffer target, int source) {
        if (source == Communicator.NO_MEMBER) {
            return ofNobody(null);
        }
        Endpoint endpoint = communicator.source(source);
        return new ReceivingRequest<>(endpoint, startReceive(endpoint, target, source), ended -> {
            endpoint.messages().fill(ended);
            return null;
        });
    }

    Request<Status> receiveWithStatus(DirectBuffer target, int source) {
        if (source == Communicator.NO_MEMBER) {
            return ofNobody(communicator.nothing());
        }
        Endpoint endpoint = communicator.source(source);
        return new ReceivingRequest<>(
                endpoint,
                startReceive(endpoint, target, source),
                ended -> endpoint.messages().fillFirst(ended));
    }

    private ReceiveRequest startReceive(Endpoint endpoint, DirectBuffer target, int source) {
        DirectBuffer writable = Arguments.given("target", target).requireWritable("target");
        return endpoint.messages().startReceive(source, Messages.CONTEXT, communicator.tag(), writable);
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
        ReceiveRequest receiving = endpoint.messages().startReceive(source, Messages.CONTEXT, communicator.tag());
        return new ReceivingRequest<>(endpoint, receiving, ended ->
                (T) taking.take(endpoint, endpoint.messages().received(ended)));
    }

    /** Returns the request of a message that is sent to or received from {@link Communicator#NO_MEMBER}. */
    private <T extends @Nullable Object> Request<T> ofNobody(T result) {
        return new EndedRequest<>(communicator.begin(), result);
    }
}
