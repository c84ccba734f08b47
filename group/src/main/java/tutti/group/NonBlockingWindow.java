package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.collectives.ReductionObject;
import tutti.group.window.WindowOperation;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.trace.OperationRecord;
import tutti.serialization.DirectBuffer;

/**
 * The accesses of a {@link Window}, which start, and return a {@link Request} at once.
 *
 * <p>A request ends when the operation is done at the target, and its result is here. Until then all buffers are the
 * operation's. The epoch's end, and a flush, wait for it, too; a failure of one with a result is thrown by the request
 * only. A request cannot be cancelled. Immutable; any thread may act for the member.
 */
public final class NonBlockingWindow {
    private final WindowAccess window;

    NonBlockingWindow(WindowAccess window) {
        this.window = window;
    }

    /** Starts to write elements as {@link Window#put} does. */
    public Request<@Nullable Void> put(int rank, long index, DirectBuffer source) {
        return start(WindowOperation.put(window.check(rank), index, Arguments.given("source", source)));
    }

    /** Starts to read elements as {@link Window#get} does. */
    public Request<@Nullable Void> get(int rank, long index, DirectBuffer result) {
        return start(WindowOperation.get(window.check(rank), index, WindowAccess.writable(result)));
    }

    /** Starts to combine elements as {@link Window#accumulate} does. */
    public Request<@Nullable Void> accumulate(
            int rank, long index, DirectBuffer source, ReductionObject<DirectBuffer> operator) {
        int code = WindowAccess.code(operator, source);
        return start(WindowOperation.accumulate(window.check(rank), index, source, code));
    }

    /** Starts to combine and read elements as {@link Window#getAndAccumulate} does. */
    public Request<@Nullable Void> getAndAccumulate(
            int rank, long index, DirectBuffer source, DirectBuffer previous, ReductionObject<DirectBuffer> operator) {
        int code = WindowAccess.code(operator, source);
        DirectBuffer result = WindowAccess.matching(source, WindowAccess.writable(previous));
        return start(WindowOperation.getAndAccumulate(window.check(rank), index, source, result, code));
    }

    private Request<@Nullable Void> start(WindowOperation operation) {
        Endpoint endpoint = window.begin();
        OperationRecord record = endpoint.record();
        if (record == null) {
            return start(endpoint, operation);
        }
        record.begin(operation.name(), operation.target());
        record.started();
        record.sent(operation.target(), operation.lengthBytes());
        try {
            Request<@Nullable Void> request = start(endpoint, operation);
            request.onEnd(() -> WindowRequest.recordEnd(record, operation));
            return request;
        } catch (Throwable e) {
            record.end(true);
            throw e;
        }
    }

    private Request<@Nullable Void> start(Endpoint endpoint, WindowOperation operation) {
        return window.member().start(operation)
                ? new EndedRequest<>(endpoint, null)
                : new WindowRequest(endpoint, operation);
    }
}
