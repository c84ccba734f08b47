package tutti.group;

import java.util.function.Supplier;
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
        int code = window.code("accumulate", rank, operator, source);
        return start(WindowOperation.accumulate(rank, index, source, code));
    }

    /** Starts to combine and read elements as {@link Window#getAndAccumulate} does. */
    public Request<@Nullable Void> getAndAccumulate(
            int rank, long index, DirectBuffer source, DirectBuffer previous, ReductionObject<DirectBuffer> operator) {
        return start(window.getAndAccumulate("getAndAccumulate", rank, index, source, previous, operator));
    }

    /** Starts to combine one integer as {@link Window#fetchAndOp(int, long, long, ReductionObject)} does. */
    public Request<Long> fetchAndOp(int rank, long index, long operand, ReductionObject<DirectBuffer> operator) {
        DirectBuffer source = window.integer("fetchAndOp", window.check(rank), operand);
        DirectBuffer previous = Numbers.integer(source.type(), 0);
        return start(
                window.getAndAccumulate("fetchAndOp", rank, index, source, previous, operator),
                () -> Numbers.toLong(previous));
    }

    /** Starts to combine one double or float as {@link Window#fetchAndOp(int, long, double, ReductionObject)} does. */
    public Request<Double> fetchAndOp(int rank, long index, double operand, ReductionObject<DirectBuffer> operator) {
        DirectBuffer source = window.decimal("fetchAndOp", window.check(rank), operand);
        DirectBuffer previous = Numbers.decimal(source.type(), 0);
        return start(
                window.getAndAccumulate("fetchAndOp", rank, index, source, previous, operator),
                () -> Numbers.toDouble(previous));
    }

    /** Starts to replace one integer as {@link Window#compareAndSwap(int, long, long, long)} does. */
    public Request<Long> compareAndSwap(int rank, long index, long expected, long replacement) {
        DirectBuffer known = window.integer("compareAndSwap", window.check(rank), expected);
        DirectBuffer updated = window.integer("compareAndSwap", rank, replacement);
        DirectBuffer previous = Numbers.integer(known.type(), 0);
        return start(window.swap(rank, index, known, updated, previous), () -> Numbers.toLong(previous));
    }

    /**
     * Starts to replace one element as {@link Window#compareAndSwap(int, long, DirectBuffer, DirectBuffer,
     * DirectBuffer)} does.
     */
    public Request<@Nullable Void> compareAndSwap(
            int rank, long index, DirectBuffer expected, DirectBuffer replacement, DirectBuffer previous) {
        return start(window.swap(rank, index, expected, replacement, previous));
    }

    private Request<@Nullable Void> start(WindowOperation operation) {
        return start(operation, () -> null);
    }

    /**
     * Starts an operation.
     *
     * @param result returns what the request ends with, when the operation is done
     */
    private <T extends @Nullable Object> Request<T> start(WindowOperation operation, Supplier<T> result) {
        Endpoint endpoint = window.begin();
        OperationRecord record = endpoint.record();
        if (record == null) {
            return start(endpoint, operation, result);
        }
        record.begin(operation.name(), operation.target());
        record.started();
        record.sent(operation.target(), operation.lengthBytes());
        try {
            Request<T> request = start(endpoint, operation, result);
            request.onEnd(() -> WindowRequest.recordEnd(record, operation));
            return request;
        } catch (Throwable e) {
            record.end(true);
            throw e;
        }
    }

    private <T extends @Nullable Object> Request<T> start(
            Endpoint endpoint, WindowOperation operation, Supplier<T> result) {
        return window.member().start(operation)
                ? new EndedRequest<>(endpoint, result.get())
                : new WindowRequest<>(endpoint, operation, result);
    }
}
