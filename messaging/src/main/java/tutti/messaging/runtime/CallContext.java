package tutti.messaging.runtime;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Message;
import tutti.messaging.match.Payload;
import tutti.messaging.match.ReceiveRequest;
import tutti.messaging.match.Request;
import tutti.messaging.progress.Deadline;
import tutti.messaging.trace.OperationRecord;

/**
 * What holds for one operation of a member.
 *
 * @param limit how long it may take, or null
 * @param record what Flight Recorder is told of it, or null if no one records
 */
record CallContext(@Nullable Deadline limit, @Nullable OperationRecord record) {
    /** Of an operation that may take as long as it likes and is not recorded. */
    static final CallContext NONE = new CallContext(null, null);

    /** The operation sends so many bytes. */
    void sent(int destination, long bytes) {
        if (record != null) {
            record.sent(destination, bytes);
        }
    }

    /** The operation sends a payload. */
    void sent(int destination, Payload payload) {
        if (record != null) {
            record.sent(destination, payload.sizeBytes());
        }
    }

    /** The operation was started, and ends with a request, in whatever thread. */
    <R extends Request> R endingWith(R request) {
        if (record != null) {
            request.onCompletion(() -> end(record, request));
        }
        return request;
    }

    /** The calling thread sees how a request has ended, perhaps before the thread that ends it has recorded that. */
    void endIfDone(Request request) {
        if (record != null && request.isDone()) {
            end(record, request);
        }
    }

    private static void end(OperationRecord record, Request request) {
        if (request instanceof ReceiveRequest receive && !receive.hasFailed()) {
            record.endReceived(bytesOf(receive));
        } else {
            record.end(request.hasFailed());
        }
    }

    private static long bytesOf(ReceiveRequest ended) {
        Message message = ended.message();
        return message != null
                ? message.sizeBytes()
                : Objects.requireNonNull(ended.target(), "was filled").lengthBytes();
    }
}
