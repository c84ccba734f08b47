package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.messaging.Status;
import tutti.messaging.match.Message;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.PointToPoint;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.DirectBuffer;

/**
 * Messages between two members, and their records for profiles.
 *
 * <p>Each method takes an endpoint that is for this operation only.
 */
final class Messages {
    /** The context of a group in which members' own messages travel. */
    static final int CONTEXT = 0;

    private Messages() {}

    /** Something that a member does with messages. */
    private interface Action<T extends @Nullable Object> {
        T run(PointToPoint messages);
    }

    private static <T extends @Nullable Object> T recorded(
            Endpoint endpoint, String operation, int peer, Action<T> action) {
        OperationRecord record = endpoint.record();
        if (record == null) {
            return action.run(endpoint.messages());
        }
        record.begin(operation, peer);
        boolean failed = true;
        try {
            T result = action.run(endpoint.messages());
            failed = false;
            return result;
        } finally {
            record.end(failed);
        }
    }

    static void sendSync(Endpoint endpoint, @Nullable Object value, int destination, int tag) {
        recorded(endpoint, "sendSync", destination, messages -> {
            if (value instanceof DirectBuffer data) {
                messages.sendAndAwaitTaken(destination, CONTEXT, tag, data);
            } else {
                messages.sendAndAwaitTaken(destination, CONTEXT, tag, endpoint.capture(value, destination));
            }
            return null;
        });
    }

    static void sendAsync(Endpoint endpoint, @Nullable Object value, int destination, int tag) {
        recorded(endpoint, "sendAsync", destination, messages -> {
            if (value instanceof DirectBuffer data) {
                messages.send(destination, CONTEXT, tag, data);
            } else {
                messages.send(destination, CONTEXT, tag, endpoint.capture(value, destination));
            }
            return null;
        });
    }

    static @Nullable Object receive(Endpoint endpoint, int source, int tag) {
        return recorded(
                endpoint, "receive", source, messages -> take(endpoint, messages.receive(source, CONTEXT, tag)));
    }

    static void receive(Endpoint endpoint, DirectBuffer target, int source, int tag) {
        recorded(endpoint, "receive", source, messages -> {
            messages.receive(source, CONTEXT, tag, target);
            recordReceived(endpoint, target.lengthBytes());
            return null;
        });
    }

    static Received<@Nullable Object> receiveWithStatus(Endpoint endpoint, int source, int tag) {
        return recorded(endpoint, "receive", source, messages -> {
            return takeWithStatus(endpoint, messages.receive(source, CONTEXT, tag));
        });
    }

    static Status receiveWithStatus(Endpoint endpoint, DirectBuffer target, int source, int tag) {
        return recorded(endpoint, "receive", source, messages -> {
            ReceiveRequest request = messages.startReceive(source, CONTEXT, tag, target);
            try {
                messages.awaitMatch(request);
            } catch (RuntimeException | Error e) {
                if (!request.cancel()) {
                    request.abandon();
                }
                throw e;
            }
            Status status = messages.fillFirst(request);
            recordReceived(endpoint, status.sizeBytes());
            return status;
        });
    }

    static Status probe(Endpoint endpoint, int source, int tag) {
        return recorded(endpoint, "probe", source, messages -> statusOf(messages.awaitProbe(source, CONTEXT, tag)));
    }

    static ProbedMessage matchedProbe(Endpoint endpoint, int source, int tag) {
        return recorded(
                endpoint,
                "probe",
                source,
                messages -> new ProbedMessage(endpoint, messages.receive(source, CONTEXT, tag)));
    }

    /** Takes a message's value, and records that. */
    static @Nullable Object take(Endpoint endpoint, Message message) {
        recordReceived(endpoint, message.payload().sizeBytes());
        return endpoint.take(message);
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
}
