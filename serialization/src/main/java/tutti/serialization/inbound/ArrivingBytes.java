package tutti.serialization.inbound;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.serialization.Chunk;
import tutti.serialization.Encoded;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.TuttiException;

/**
 * Encoded bytes that a transport fills chunk by chunk while others already read them.
 *
 * <p>Thread-safe; one thread at a time may append.
 */
public final class ArrivingBytes implements Encoded {
    private final long lengthBytes;
    private final Waiters waiters;
    private final List<Chunk> chunks = new ArrayList<>(); // guarded by this
    private final Map<Integer, List<Runnable>> listeners = new HashMap<>(0); // guarded by this
    private final List<Runnable> atEnd = new ArrayList<>(0); // guarded by this
    private long arrivedBytes; // guarded by this
    private @Nullable Supplier<? extends TuttiException> failure; // guarded by this

    /**
     * Makes bytes of which none has arrived yet.
     *
     * @param waiters how readers wait for the next chunk
     */
    public ArrivingBytes(long lengthBytes, Waiters waiters) {
        this.lengthBytes = lengthBytes;
        this.waiters = waiters;
    }

    /** How threads wait for a change, and learn of it. Thread-safe. */
    public interface Waiters {
        /**
         * Evaluates a condition until it gives a result, parking after each change that did not bring one.
         *
         * @param what names the wait in the exception, evaluated only then
         * @throws OperationInterruptedException if the thread is interrupted while it waits
         */
        <T> T await(Supplier<@Nullable T> look, Supplier<String> what);

        /** Wakes those who wait, after a change. */
        void changed();
    }

    @Override
    public long lengthBytes() {
        return lengthBytes;
    }

    /** Returns how readers wait for the next chunk. */
    public Waiters waiters() {
        return waiters;
    }

    /**
     * Adds the next chunk and wakes those who wait for it.
     *
     * @return whether the bytes are now complete
     * @throws TuttiException if there would be more bytes than announced
     */
    public boolean append(Chunk chunk) {
        List<Runnable> ready;
        List<Runnable> ends = List.of();
        boolean complete;
        synchronized (this) {
            if (chunk.length() > lengthBytes - arrivedBytes) {
                throw new TuttiException("too many bytes: announced=%d arrived=%d chunk=%d"
                        .formatted(lengthBytes, arrivedBytes, chunk.length()));
            }
            ready = listeners.remove(chunks.size());
            chunks.add(chunk);
            arrivedBytes += chunk.length();
            complete = arrivedBytes == lengthBytes;
            if (complete) {
                ends = List.copyOf(atEnd);
            }
        }
        waiters.changed();
        if (ready != null) {
            ready.forEach(Runnable::run);
        }
        ends.forEach(Runnable::run);
        return complete;
    }

    /**
     * Declares that the missing chunks will never arrive; harmless when complete.
     *
     * @param cause makes the exception for each thread that waits for one of them
     */
    public void fail(Supplier<? extends TuttiException> cause) {
        List<Runnable> waiting;
        synchronized (this) {
            if (arrivedBytes == lengthBytes || failure != null) {
                return;
            }
            failure = cause;
            waiting = Stream.concat(listeners.values().stream().flatMap(List::stream), atEnd.stream())
                    .toList();
            listeners.clear();
        }
        waiters.changed();
        waiting.forEach(Runnable::run);
    }

    /** Returns whether the missing chunks will never arrive. */
    public synchronized boolean hasFailed() {
        return failure != null;
    }

    @Override
    public synchronized @Nullable Chunk poll(int index) {
        return index < chunks.size() ? chunks.get(index) : null;
    }

    @Override
    public Chunk await(int index) {
        Chunk chunk = poll(index);
        return chunk != null
                ? chunk
                : waiters.await(() -> look(index), () -> "the rest of a message: lengthBytes=" + lengthBytes);
    }

    private synchronized @Nullable Chunk look(int index) {
        Chunk chunk = poll(index);
        if (chunk == null && failure != null) {
            throw failure.get();
        }
        return chunk;
    }

    @Override
    public void onArrival(int index, Runnable action) {
        synchronized (this) {
            if (index >= chunks.size() && failure == null) {
                listeners.computeIfAbsent(index, i -> new ArrayList<>()).add(action);
                return;
            }
        }
        action.run();
    }

    /**
     * Runs an action once, when all bytes have arrived or the rest never will: in the calling thread if that is so,
     * else in the one that ends it.
     */
    public void onEnd(Runnable action) {
        synchronized (this) {
            if (!hasEnded()) {
                atEnd.add(action);
                return;
            }
        }
        action.run();
    }

    /** Returns whether all bytes have arrived or the rest never will. */
    public synchronized boolean hasEnded() {
        return arrivedBytes == lengthBytes || failure != null;
    }

    /** Returns how many bytes have arrived. */
    public synchronized long arrivedBytes() {
        return arrivedBytes;
    }

    /** Returns whether all chunks have arrived. */
    public synchronized boolean isComplete() {
        return arrivedBytes == lengthBytes;
    }

    @Override
    public synchronized @Nullable TuttiException failure() {
        return failure == null ? null : failure.get();
    }
}
