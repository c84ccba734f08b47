package tutti.group;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tutti.collectives.AlgorithmTable;
import tutti.collectives.operation.Collectives;
import tutti.messaging.match.Message;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.signature.CallSignature;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.DirectBuffer;

/** One member's place in one group: where its messages and its collective operations go. */
record MemberPlace(Endpoint endpoint, Collectives collectives) {

    /** Tag of the stream that messages between two members use. */
    private static final int MESSAGE_TAG = 0;

    MemberPlace(Endpoint endpoint, AlgorithmTable algorithms, boolean verifies) {
        this(endpoint, new Collectives(endpoint, algorithms, verifies));
    }

    /** Returns the same place for one operation that begins now and must not take longer. */
    MemberPlace within(Duration deadline) {
        return of(endpoint.within(deadline));
    }

    /** Returns the same place for one operation that begins now and is recorded, or this one if nobody records. */
    MemberPlace recorded() {
        Endpoint recorded = endpoint.recorded();
        return recorded.equals(endpoint) ? this : of(recorded);
    }

    private MemberPlace of(Endpoint forOneOperation) {
        return new MemberPlace(forOneOperation, collectives.within(forOneOperation));
    }

    int rank() {
        return endpoint.rank();
    }

    void sendSync(@Nullable Object value, int destination) {
        begin("sendSync", destination);
        try {
            if (value instanceof DirectBuffer data) {
                endpoint.sendAndAwaitTaken(destination, MESSAGE_TAG, CallSignature.NONE, data);
            } else {
                endpoint.sendAndAwaitTaken(
                        destination, MESSAGE_TAG, CallSignature.NONE, endpoint.capture(value, destination));
            }
            end(false);
        } catch (Throwable failure) {
            end(true);
            throw failure;
        }
    }

    void sendAsync(@Nullable Object value, int destination) {
        begin("sendAsync", destination);
        try {
            if (value instanceof DirectBuffer data) {
                endpoint.send(destination, MESSAGE_TAG, CallSignature.NONE, data);
            } else {
                endpoint.send(destination, MESSAGE_TAG, CallSignature.NONE, endpoint.capture(value, destination));
            }
            end(false);
        } catch (Throwable failure) {
            end(true);
            throw failure;
        }
    }

    @Nullable
    Object receive(int source) {
        begin("receive", source);
        try {
            Message received = endpoint.receive(source, MESSAGE_TAG);
            OperationRecord record = endpoint.record();
            if (record != null) {
                record.received(received.payload());
            }
            Object value = endpoint.take(received);
            end(false);
            return value;
        } catch (Throwable failure) {
            end(true);
            throw failure;
        }
    }

    void receive(DirectBuffer target, int source) {
        begin("receive", source);
        try {
            endpoint.receive(source, MESSAGE_TAG, target);
            OperationRecord record = endpoint.record();
            if (record != null) {
                record.received(target.lengthBytes());
            }
            end(false);
        } catch (Throwable failure) {
            end(true);
            throw failure;
        }
    }

    private void begin(String operation, int peer) {
        OperationRecord record = endpoint.record();
        if (record != null) {
            record.begin(operation, peer);
        }
    }

    private void end(boolean failed) {
        OperationRecord record = endpoint.record();
        if (record != null) {
            record.end(failed);
        }
    }
}
