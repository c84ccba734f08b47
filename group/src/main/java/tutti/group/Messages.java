package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.Status;
import tutti.messaging.match.Message;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.DirectBuffer;
import tutti.serialization.OperationInterruptedException;

/**
 * Messages between two members, and their records for profiles.
 *
 * <p>Each method takes an endpoint that is for this operation only.
 */
final class Messages {
    /** The context of a group in which members' own messages travel. */
    static final int CONTEXT = 0;

    /** The context of the group of two sides in which messages from one side to the other travel, and no others. */
    static final int BETWEEN_SIDES = 8;

    private Messages() {}

    /** Something that a member does with messages. */
    interface Action<T extends @Nullable Object> {
        T run();
    }

    /** Runs something that is neither called often nor has a shorter way, and is recorded if something records. */
    static <T extends @Nullable Object> T run(
            Endpoint endpoint, String operation, int peer, int tag, Action<T> action) {
        OperationRecord record = endpoint.record();
        return record == null ? action.run() : recorded(record, operation, peer, tag, action);
    }

    /** Runs what is recorded; others run it without this, and without the object that it takes. */
    private static <T extends @Nullable Object> T recorded(
            OperationRecord record, String operation, int peer, int tag, Action<T> action) {
        record.begin(operation, peer, tag);
        boolean failed = true;
        try {
            T result = action.run();
            failed = false;
            return result;
        } finally {
            record.end(failed);
        }
    }

    static void sendSync(Endpoint endpoint, @Nullable Object value, int destination, int context, int tag) {
        OperationRecord record = endpoint.record();
        if (record == null) {
            doSendSync(endpoint, value, destination, context, tag);
        } else {
            recorded(
                    record, "sendSync", destination, tag, () -> doSendSync(endpoint, value, destination, context, tag));
        }
    }

    private static @Nullable Void doSendSync(
            Endpoint endpoint, @Nullable Object value, int destination, int context, int tag) {
        if (value instanceof DirectBuffer data) {
            endpoint.messages().sendAndAwaitTaken(destination, context, tag, data);
        } else {
            endpoint.messages().sendAndAwaitTaken(destination, context, tag, endpoint.capture(value, destination));
        }
        return null;
    }

    static void sendAsync(Endpoint endpoint, @Nullable Object value, int destination, int context, int tag) {
        OperationRecord record = endpoint.record();
        if (record == null) {
            doSendAsync(endpoint, value, destination, context, tag);
        } else {
            recorded(
                    record,
                    "sendAsync",
                    destination,
                    tag,
                    () -> doSendAsync(endpoint, value, destination, context, tag));
        }
    }

    private static @Nullable Void doSendAsync(
            Endpoint endpoint, @Nullable Object value, int destination, int context, int tag) {
        if (value instanceof DirectBuffer data) {
            endpoint.messages().send(destination, context, tag, data);
        } else {
            endpoint.messages().sendValue(destination, context, tag, value);
        }
        return null;
    }

    static @Nullable Object receive(Endpoint endpoint, int source, int context, int tag) {
        OperationRecord record = endpoint.record();
        return record == null
                ? doReceive(endpoint, source, context, tag)
                : recorded(record, "receive", source, tag, () -> doReceive(endpoint, source, context, tag));
    }

    private static @Nullable Object doReceive(Endpoint endpoint, int source, int context, int tag) {
        return takeOrGiveBack(endpoint, endpoint.messages().receive(source, context, tag));
    }

    /** Takes a message's value; if the wait for the rest of it ends before, the next receive gets the message. */
    private static @Nullable Object takeOrGiveBack(Endpoint endpoint, Message message) {
        try {
            return take(endpoint, message);
        } catch (DeadlineExceededException | OperationInterruptedException e) {
            endpoint.messages().giveBack(message, e);
            throw e;
        }
    }

    static void receive(Endpoint endpoint, DirectBuffer target, int source, int context, int tag) {
        OperationRecord record = endpoint.record();
        if (record == null) {
            endpoint.messages().receive(source, context, tag, target);
            return;
        }
        recorded(record, "receive", source, tag, () -> {
            endpoint.messages().receive(source, context, tag, target);
            record.received(target.lengthBytes());
            return null;
        });
    }

    static Received<@Nullable Object> receiveWithStatus(Endpoint endpoint, int source, int context, int tag) {
        OperationRecord record = endpoint.record();
        return record == null
                ? doReceiveWithStatus(endpoint, source, context, tag)
                : recorded(record, "receive", source, tag, () -> doReceiveWithStatus(endpoint, source, context, tag));
    }

    private static Received<@Nullable Object> doReceiveWithStatus(Endpoint endpoint, int source, int context, int tag) {
        Message message = endpoint.messages().receive(source, context, tag);
        Status status = statusOf(message);
        return new Received<>(takeOrGiveBack(endpoint, message), status);
    }

    static Status receiveWithStatus(Endpoint endpoint, DirectBuffer target, int source, int context, int tag) {
        OperationRecord record = endpoint.record();
        return record == null
                ? doReceiveWithStatus(endpoint, target, source, context, tag)
                : recorded(
                        record,
                        "receive",
                        source,
                        tag,
                        () -> doReceiveWithStatus(endpoint, target, source, context, tag));
    }

    private static Status doReceiveWithStatus(
            Endpoint endpoint, DirectBuffer target, int source, int context, int tag) {
        Status status = endpoint.messages().receiveFirst(source, context, tag, target);
        recordReceived(endpoint, status.sizeBytes());
        return status;
    }

    static Status probe(Endpoint endpoint, int source, int context, int tag) {
        OperationRecord record = endpoint.record();
        return record == null
                ? doProbe(endpoint, source, context, tag)
                : recorded(record, "probe", source, tag, () -> doProbe(endpoint, source, context, tag));
    }

    private static Status doProbe(Endpoint endpoint, int source, int context, int tag) {
        return statusOf(endpoint.messages().awaitProbe(source, context, tag));
    }

    static ProbedMessage matchedProbe(Endpoint endpoint, int source, int context, int tag) {
        OperationRecord record = endpoint.record();
        return record == null
                ? doMatchedProbe(endpoint, source, context, tag)
                : recorded(record, "probe", source, tag, () -> doMatchedProbe(endpoint, source, context, tag));
    }

    private static ProbedMessage doMatchedProbe(Endpoint endpoint, int source, int context, int tag) {
        Message message = endpoint.messages().receive(source, context, tag);
        return new ProbedMessage(endpoint, statusOf(message), message);
    }

    /** Takes a message's value, and records that. */
    static @Nullable Object take(Endpoint endpoint, Message message) {
        recordReceived(endpoint, message.sizeBytes());
        return endpoint.take(message);
    }

    /** Moves a message into a buffer, and records that. */
    static void fill(Endpoint endpoint, DirectBuffer target, Message message) {
        recordReceived(endpoint, message.sizeBytes());
        endpoint.messages().fill(target, message);
    }

    /** Takes a message's value, and says what is known of the message. */
    static Received<@Nullable Object> takeWithStatus(Endpoint endpoint, Message message) {
        Status status = statusOf(message);
        return new Received<>(take(endpoint, message), status);
    }

    private static void recordReceived(Endpoint endpoint, long bytes) {
        OperationRecord record = endpoint.record();
        if (record != null) {
            record.received(bytes);
        }
    }

    static Status statusOf(Message message) {
        return Status.of(
                message.source(),
                message.tag(),
                message.sizeBytes(),
                message.payload().arrayShape());
    }

    /** Returns a status whose source's rank is counted from that of a first member. */
    static Status countedFrom(int first, Status status) {
        return first == 0 || status.source() == Communicator.NO_MEMBER
                ? status
                : new Status(
                        status.source() - first,
                        status.tag(),
                        status.sizeBytes(),
                        status.elementType(),
                        status.length());
    }
}
