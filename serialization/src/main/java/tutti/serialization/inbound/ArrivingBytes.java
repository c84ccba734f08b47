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
public sealed class ArrivingBytes implements Encoded permits ArrivingArray {
    private final long lengthBytes;
    private final Waiters waiters;
    private final List<Chunk> chunks = new ArrayList<>(); // guarded by this
    private final Map<Integer, List<Runnable>> listeners = new HashMap<>(0); // guarded by this
    private final List<Runnable> atEnd = new ArrayList<>(0); // guarded by this
    private long arrivedBytes; // guarded by this
    private @Nullable Supplier<? extends TuttiException> failure; // guarded by this
    private volatile @Nullable RuntimeException lastWaitFailure;

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
        requireRoom(chunk.length());
        return arrived(chunk.length(), () -> chunks.add(chunk));
    }

    /** Throws if more bytes would be there than were announced. */
    final synchronized void requireRoom(long bytes) {
        if (bytes > lengthBytes - arrivedBytes) {
            throw new TuttiException(
                    "too many bytes: announced=%d arrived=%d chunk=%d".formatted(lengthBytes, arrivedBytes, bytes));
        }
    }

    /**
     * More bytes are there: wakes those who wait for them.
     *
     * @param keeping makes them readable, called with the lock
     * @return whether the bytes are now complete
     */
    final boolean arrived(long bytes, Runnable keeping) {
        List<Runnable> ready = new ArrayList<>(0);
        List<Runnable> ends = List.of();
        boolean complete;
        synchronized (this) {
            int from = chunkCount();
            keeping.run();
            arrivedBytes += bytes;
            complete = arrivedBytes == lengthBytes;
            for (int index = from; index < chunkCount() && !listeners.isEmpty(); index++) {
                List<Runnable> waiting = listeners.remove(index);
                ready.addAll(waiting == null ? List.of() : waiting);
            }
            if (complete) {
                ends = List.copyOf(atEnd);
            }
        }
        waiters.changed();
        ready.forEach(Runnable::run);
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
        return index < chunkCount() ? chunk(index) : null;
    }

    /** Returns how many chunks are there; called with the lock. */
    int chunkCount() {
        return chunks.size();
    }

    /** Returns a chunk that is there; called with the lock. */
    Chunk chunk(int index) {
        return chunks.get(index);
    }

    @Override
    public Chunk await(int index) {
        Chunk chunk = poll(index);
        return chunk != null ? chunk : awaitChange(() -> look(index));
    }

    /** Waits until so many bytes have arrived; throws as {@link #await} does. */
    final void awaitBytes(long bytes) {
        if (arrivedBytes() < bytes) {
            var _ = awaitChange(() -> hasArrived(bytes) ? true : null);
        }
    }

    private <T> T awaitChange(Supplier<@Nullable T> look) {
        try {
            return waiters.await(look, this::awaitedText);
        } catch (RuntimeException e) {
            lastWaitFailure = e;
            throw e;
        }
    }

    /** Returns whether the last wait for more of the bytes that has ended without them has thrown this. */
    public boolean isOfWait(RuntimeException failure) {
        return failure.equals(lastWaitFailure);
    }

    private synchronized boolean hasArrived(long bytes) {
        if (arrivedBytes < bytes && failure != null) {
            throw failure.get();
        }
        return arrivedBytes >= bytes;
    }

    private String awaitedText() {
        return "the rest of a message: lengthBytes=" + lengthBytes;
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
            if (index >= chunkCount() && failure == null) {
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

    /** Forgets an action that {@link #onEnd} was given, if it has not run. */
    public synchronized void cancelOnEnd(Runnable action) {
        atEnd.remove(action);
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
