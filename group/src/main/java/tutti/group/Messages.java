package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Message;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.DirectBuffer;

/**
 * Messages between two members, and their records for profiles.
 *
 * <p>Each method takes an endpoint that is for this operation only.
 */
final class Messages {
    /** Tag of the stream that messages between two members use. */
    private static final int MESSAGE_TAG = 0;

    private Messages() {}

    static void sendSync(Endpoint endpoint, @Nullable Object value, int destination) {
        begin(endpoint, "sendSync", destination);
        try {
            if (value instanceof DirectBuffer data) {
                endpoint.sendAndAwaitTaken(destination, MESSAGE_TAG, CallSignature.NONE, data);
            } else {
                endpoint.sendAndAwaitTaken(
                        destination, MESSAGE_TAG, CallSignature.NONE, endpoint.capture(value, destination));
            }
            end(endpoint, false);
        } catch (Throwable failure) {
            end(endpoint, true);
            throw failure;
        }
    }

    static void sendAsync(Endpoint endpoint, @Nullable Object value, int destination) {
        begin(endpoint, "sendAsync", destination);
        try {
            if (value instanceof DirectBuffer data) {
                endpoint.send(destination, MESSAGE_TAG, CallSignature.NONE, data);
            } else {
                endpoint.send(destination, MESSAGE_TAG, CallSignature.NONE, endpoint.capture(value, destination));
            }
            end(endpoint, false);
        } catch (Throwable failure) {
            end(endpoint, true);
            throw failure;
        }
    }

    @Nullable
    static Object receive(Endpoint endpoint, int source) {
        begin(endpoint, "receive", source);
        try {
            Message received = endpoint.receive(source, MESSAGE_TAG);
            OperationRecord record = endpoint.record();
            if (record != null) {
                record.received(received.payload());
            }
            Object value = endpoint.take(received);
            end(endpoint, false);
            return value;
        } catch (Throwable failure) {
            end(endpoint, true);
            throw failure;
        }
    }

    static void receive(Endpoint endpoint, DirectBuffer target, int source) {
        begin(endpoint, "receive", source);
        try {
            endpoint.receive(source, MESSAGE_TAG, target);
            OperationRecord record = endpoint.record();
            if (record != null) {
                record.received(target.lengthBytes());
            }
            end(endpoint, false);
        } catch (Throwable failure) {
            end(endpoint, true);
            throw failure;
        }
    }

    private static void begin(Endpoint endpoint, String operation, int peer) {
        OperationRecord record = endpoint.record();
        if (record != null) {
            record.begin(operation, peer);
        }
    }

    private static void end(Endpoint endpoint, boolean failed) {
        OperationRecord record = endpoint.record();
        if (record != null) {
            record.end(failed);
        }
    }
}
