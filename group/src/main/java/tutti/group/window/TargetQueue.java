package tutti.group.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.group.window.WindowFrame.Kind;
import tutti.group.window.WindowOperation.Chunk;
import tutti.messaging.MemberFailedException;
import tutti.serialization.TuttiException;

/**
 * The operations of one origin on one target that is out of its reach, in the order of their calls.
 *
 * <p>They travel in chunks. So many bytes of them, and of what they want, may be under way; the rest waits in the
 * caller's own memory, not in copies. The target answers each chunk in order. Thread-safe.
 */
final class TargetQueue {
    private static final long CHUNK_BYTES = 256 << 10;

    private final long mostUnderWay; // bytes
    private final Consumer<byte[]> sender;
    private final UnaryOperator<String> located;
    private final Runnable changed;
    private final Deque<WindowOperation> waiting = new ArrayDeque<>(); // guarded by this
    private final Deque<Chunk> underWay = new ArrayDeque<>(); // guarded by this
    private final Deque<byte[]> outgoing = new ArrayDeque<>(1); // to be sent outside of the lock; guarded by this
    private final List<Runnable> ends = new ArrayList<>(0); // to be told outside of the lock; guarded by this
    private boolean sending; // a thread sends; guarded by this
    private long underWayBytes; // guarded by this
    private long numbers; // guarded by this
    private @Nullable TuttiException unreported; // guarded by this
    private @Nullable MemberFailedException gone; // guarded by this
    private volatile int pending;
    private volatile int wanting; // of those, how many are not captured, or want a result

    /**
     * Begins with none.
     *
     * @param sender sends a message to the target; does not block
     * @param located says in an error between whom
     * @param changed wakes those who wait
     */
    TargetQueue(long mostUnderWay, Consumer<byte[]> sender, UnaryOperator<String> located, Runnable changed) {
        this.mostUnderWay = mostUnderWay;
        this.sender = sender;
        this.located = located;
        this.changed = changed;
    }

    /** Begins an operation. */
    void start(WindowOperation operation) {
        List<Runnable> ends;
        synchronized (this) {
            if (gone != null) {
                throw WindowOperation.named(gone.again(), operation.name(), operation.target());
            }
            count(1, 1);
            waiting.add(operation);
            prepare();
            ends = takeEnds();
        }
        send();
        ends.forEach(Runnable::run);
    }

    private List<Runnable> takeEnds() {
        if (ends.isEmpty()) {
            return List.of();
        }
        List<Runnable> all = List.copyOf(ends);
        ends.clear();
        return all;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    private void count(int operations, int wants) {
        pending += operations;
        wanting += wants;
    }

    /** Sends what is prepared, in order; a thread that finds another at it leaves it to that one. */
    private void send() {
        for (byte[] frame = next(); frame != null; frame = next()) {
            try {
                sender.accept(frame);
            } finally {
                sent();
            }
        }
    }

    private synchronized byte @Nullable [] next() {
        if (sending || outgoing.isEmpty()) {
            return null;
        }
        sending = true;
        return outgoing.poll();
    }

    private synchronized void sent() {
        sending = false;
    }

    /** Prepares chunks as far as there is room; called under the lock. */
    private void prepare() {
        for (WindowOperation first = waiting.peek();
                first != null && underWayBytes < mostUnderWay;
                first = waiting.peek()) {
            Chunk chunk = first.next(numbers, Math.min(CHUNK_BYTES, mostUnderWay));
            byte[] frame;
            try {
                frame = chunk.frame();
            } catch (RuntimeException e) { // the caller's memory is not accessible any more
                fail(first, "%s: %s".formatted(first.name(), e), e);
                continue;
            }
            numbers++;
            underWay.add(chunk);
            underWayBytes += chunk.bytes();
            if (first.isAllSent()) {
                waiting.remove();
                first.captured();
                if (!first.hasResult()) {
                    count(0, -1);
                }
            }
            outgoing.add(frame);
        }
    }

    /** The target has answered the oldest chunk. */
    void answered(WindowFrame answer) {
        List<Runnable> all;
        synchronized (this) {
            take(answer);
            prepare();
            all = takeEnds();
        }
        send();
        all.forEach(Runnable::run);
        changed.run();
    }

    private void take(WindowFrame answer) {
        Chunk chunk = underWay.poll();
        if (chunk == null || chunk.number() != answer.number()) {
            throw new TuttiException(located.apply("malformed message of a window: number=" + answer.number()));
        }
        underWayBytes -= chunk.bytes();
        WindowOperation operation = chunk.operation();
        if (operation.hasFailed()) {
            return; // by an earlier chunk
        }
        if (answer.kind() == Kind.FAILED) {
            fail(operation, "%s: %s".formatted(operation.name(), answer.text()), null);
            return;
        }
        try {
            if (chunk.answered(answer)) {
                count(-1, operation.hasResult() ? -1 : 0);
                ends.add(() -> operation.end().complete(null));
            }
        } catch (RuntimeException e) { // the caller's memory is not accessible any more
            fail(operation, "%s: %s".formatted(operation.name(), e), e);
        }
    }

    private void fail(WindowOperation operation, String why, @Nullable Throwable cause) {
        boolean isWaiting = waiting.remove(operation);
        count(-1, isWaiting || operation.hasResult() ? -1 : 0);
        TuttiException failure = new TuttiException(located.apply(why), cause);
        if (unreported == null && !operation.hasResult()) {
            unreported = failure;
        }
        operation.doom();
        ends.add(() -> operation.fail(failure));
    }

    /** Nothing more comes from the target. */
    void gone(MemberFailedException why) {
        List<WindowOperation> all;
        synchronized (this) {
            gone = why;
            all = new ArrayList<>(waiting);
            underWay.stream().map(Chunk::operation).distinct().forEach(all::add);
            waiting.clear();
            underWay.clear();
            outgoing.clear();
            underWayBytes = 0;
            pending = 0;
            wanting = 0;
        }
        all.forEach(operation -> operation.fail(why.again()));
        changed.run();
    }

    /** Returns whether all operations are done at the target. */
    boolean isIdle() {
        return pending == 0;
    }

    /** Returns whether all buffers of all operations are the caller's again. */
    boolean isIdleHere() {
        return wanting == 0;
    }

    /** Throws what an operation has failed with whose caller did not wait for it; once. */
    void throwIfFailed() {
        TuttiException failure;
        synchronized (this) {
            failure = unreported;
            unreported = null;
            if (failure == null && gone != null) {
                failure = gone.again();
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
