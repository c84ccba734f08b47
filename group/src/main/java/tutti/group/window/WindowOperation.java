package tutti.group.window;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.group.window.WindowFrame.Kind;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;
import tutti.serialization.TuttiException;

/**
 * One operation of an origin on the memory of a target, which travels in chunks if the target is out of reach.
 *
 * <p>The cursor is guarded by the {@link TargetQueue}.
 */
public final class WindowOperation {
    private final Kind kind;
    private final String name;
    private final int target;
    private final long index;
    private final long length;
    private final ElementType type;
    private final int code;
    private final @Nullable DirectBuffer source;
    private final @Nullable DirectBuffer expected;
    private final @Nullable DirectBuffer result;
    private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
    private long sent; // elements
    private long done;
    private boolean begun;
    private boolean failed;
    private boolean isAbandoned; // guarded by this
    private volatile boolean isCaptured;

    private WindowOperation(
            Kind kind,
            String name,
            int target,
            long index,
            int code,
            @Nullable DirectBuffer source,
            @Nullable DirectBuffer expected,
            @Nullable DirectBuffer result,
            DirectBuffer shape) {
        this.kind = kind;
        this.name = name;
        this.target = target;
        this.index = index;
        this.code = code;
        this.source = source;
        this.expected = expected;
        this.result = result;
        length = shape.length();
        type = shape.type();
    }

    public static WindowOperation put(int target, long index, DirectBuffer source) {
        return new WindowOperation(Kind.PUT, "put", target, index, 0, source, null, null, source);
    }

    public static WindowOperation get(int target, long index, DirectBuffer result) {
        return new WindowOperation(Kind.GET, "get", target, index, 0, null, null, result, result);
    }

    public static WindowOperation accumulate(int target, long index, DirectBuffer source, int code) {
        return new WindowOperation(Kind.UPDATE, "accumulate", target, index, code, source, null, null, source);
    }

    /**
     * Makes an operation that combines and reads.
     *
     * @param name as users write it: getAndAccumulate, or one of those that are made of it
     */
    public static WindowOperation getAndAccumulate(
            String name, int target, long index, DirectBuffer source, DirectBuffer result, int code) {
        return new WindowOperation(Kind.GET_AND_UPDATE, name, target, index, code, source, null, result, source);
    }

    public static WindowOperation compareAndSwap(
            int target, long index, DirectBuffer expected, DirectBuffer replacement, DirectBuffer result) {
        return new WindowOperation(
                Kind.COMPARE_AND_SWAP, "compareAndSwap", target, index, 0, replacement, expected, result, replacement);
    }

    /** Returns the name as users write it. */
    public String name() {
        return name;
    }

    public int target() {
        return target;
    }

    long index() {
        return index;
    }

    long length() {
        return length;
    }

    ElementType type() {
        return type;
    }

    /** Returns the bytes of the elements that it is about. */
    public long lengthBytes() {
        return length * type.elementBytes();
    }

    /** Returns whether it may change the target's memory. */
    boolean writes() {
        return kind != Kind.GET && code != UpdateOperator.NO_OP.code();
    }

    boolean hasResult() {
        return result != null;
    }

    /** Does it on memory that is in reach. */
    void run(WindowMemory part) {
        switch (kind) {
            case PUT -> part.put(index, given(source));
            case GET -> part.get(index, given(result));
            case UPDATE, GET_AND_UPDATE -> part.update(index, given(source), code, result);
            default -> part.compareAndSwap(index, given(expected), given(source), given(result));
        }
        finish();
    }

    /** It has been done at once. */
    void finish() {
        isCaptured = true;
        end.complete(null);
    }

    /** Throws what it has failed with. */
    public void rethrow() {
        if (end.isCompletedExceptionally() && end.exceptionNow() instanceof TuttiException failure) {
            throw failure instanceof MemberFailedException lost ? named(lost, name(), target) : failure;
        }
    }

    /**
     * Returns a failure as the end of an operation of a window.
     *
     * @param target rank, or a negative number if there is none
     */
    public static MemberFailedException named(MemberFailedException failure, String operation, int target) {
        return failure.during(
                target < 0 ? operation + " of a window" : "%s of a window target rank=%d".formatted(operation, target));
    }

    private static DirectBuffer given(@Nullable DirectBuffer buffer) {
        if (buffer == null) {
            throw new IllegalStateException("has no such buffer");
        }
        return buffer;
    }

    // ---------------------------------------------------------------- by messages

    /** A part of the elements that travels in one message, and its answer in another. */
    record Chunk(WindowOperation operation, long number, long from, long length) {
        long bytes() {
            return WindowFrame.HEADER_BYTES + length * operation.type.elementBytes();
        }

        byte[] frame() {
            return operation.frame(this);
        }

        /** Takes the answer; returns whether it was the last. */
        boolean answered(WindowFrame answer) {
            return operation.answered(this, answer);
        }
    }

    /** Returns the next chunk, of at most so many bytes. */
    Chunk next(long number, long mostBytes) {
        begun = true;
        long count = Math.min(length - sent, Math.max(1, mostBytes / type.elementBytes()));
        Chunk chunk = new Chunk(this, number, sent, count);
        sent += count;
        return chunk;
    }

    boolean isAllSent() {
        return begun && sent == length;
    }

    private byte[] frame(Chunk chunk) {
        long bytes = chunk.length() * type.elementBytes();
        boolean swaps = kind == Kind.COMPARE_AND_SWAP;
        byte[] frame = WindowFrame.of(
                kind,
                code,
                chunk.number(),
                index + chunk.from(),
                chunk.length(),
                source == null ? 0 : swaps ? 2 * bytes : bytes);
        if (source != null) {
            WindowFrame.write(frame, 0, source.slice(chunk.from(), chunk.length()));
        }
        if (expected != null) {
            WindowFrame.write(frame, bytes, expected);
        }
        return frame;
    }

    private boolean answered(Chunk chunk, WindowFrame answer) {
        DirectBuffer wanted = result;
        if (wanted != null) {
            DirectBuffer part = wanted.slice(chunk.from(), chunk.length());
            if (answer.bytes().byteSize() - WindowFrame.HEADER_BYTES != part.lengthBytes()) {
                throw new TuttiException("malformed message of a window: wanted=%s got=%d bytes"
                        .formatted(part.shape(), answer.bytes().byteSize()));
            }
            synchronized (this) {
                if (!isAbandoned) {
                    answer.read(0, part);
                }
            }
        }
        done += chunk.length();
        return done == length && isAllSent();
    }

    /** What it reads is the caller's again: a result that comes later is dropped. */
    synchronized void abandon() {
        isAbandoned = true;
    }

    /** It has failed, which its caller hears of soon; called by the queue. */
    void doom() {
        failed = true;
    }

    boolean hasFailed() {
        return failed;
    }

    /** All that it sends has been read. */
    void captured() {
        isCaptured = true;
    }

    /** Returns whether the source is the caller's again. */
    boolean isCaptured() {
        return isCaptured;
    }

    /** Returns what ends when it is done at the target, and its result is here. */
    public CompletableFuture<@Nullable Void> end() {
        return end;
    }

    public boolean isDone() {
        return end.isDone();
    }

    boolean hasSucceeded() {
        return end.isDone() && !end.isCompletedExceptionally();
    }

    void fail(TuttiException why) {
        isCaptured = true;
        end.completeExceptionally(why);
    }
}
