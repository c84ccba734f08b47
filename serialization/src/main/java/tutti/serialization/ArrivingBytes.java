package tutti.serialization;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Encoded bytes that a transport fills chunk by chunk while others already read them.
 *
 * <p>Thread-safe; one thread at a time may append.
 */
public final class ArrivingBytes implements Encoded {
    private final long lengthBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Chunk> chunks = new ArrayList<>(); // guarded by lock
    private final Map<Integer, List<Runnable>> listeners = new HashMap<>(); // guarded by lock
    private long arrivedBytes; // guarded by lock
    private @Nullable Supplier<? extends TuttiException> failure; // guarded by lock

    /** Makes bytes of which none has arrived yet. */
    public ArrivingBytes(long lengthBytes) {
        this.lengthBytes = lengthBytes;
    }

    @Override
    public long lengthBytes() {
        return lengthBytes;
    }

    /**
     * Adds the next chunk and wakes those who wait for it.
     *
     * @return whether the bytes are now complete
     * @throws TuttiException if there would be more bytes than announced
     */
    public boolean append(Chunk chunk) {
        List<Runnable> ready;
        boolean complete;
        lock.lock();
        try {
            if (chunk.length() > lengthBytes - arrivedBytes) {
                throw new TuttiException("too many bytes: announced=%d arrived=%d chunk=%d"
                        .formatted(lengthBytes, arrivedBytes, chunk.length()));
            }
            ready = listeners.remove(chunks.size());
            chunks.add(chunk);
            arrivedBytes += chunk.length();
            complete = arrivedBytes == lengthBytes;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (ready != null) {
            ready.forEach(Runnable::run);
        }
        return complete;
    }

    /**
     * Declares that the missing chunks will never arrive; harmless when complete.
     *
     * @param cause makes the exception for each thread that waits for one of them
     */
    public void fail(Supplier<? extends TuttiException> cause) {
        List<Runnable> waiting;
        lock.lock();
        try {
            if (arrivedBytes == lengthBytes || failure != null) {
                return;
            }
            failure = cause;
            waiting = listeners.values().stream().flatMap(List::stream).toList();
            listeners.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        waiting.forEach(Runnable::run);
    }

    @Override
    public @Nullable Chunk poll(int index) {
        lock.lock();
        try {
            return index < chunks.size() ? chunks.get(index) : null;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Chunk await(int index) {
        try {
            lock.lockInterruptibly();
            try {
                while (index >= chunks.size()) {
                    if (failure != null) {
                        throw failure.get();
                    }
                    changed.await();
                }
                return chunks.get(index);
            } finally {
                lock.unlock();
            }
        } catch (InterruptedException e) {
            throw new OperationInterruptedException(
                    "interrupted while a message was arriving: lengthBytes=" + lengthBytes, e);
        }
    }

    @Override
    public void onArrival(int index, Runnable action) {
        lock.lock();
        try {
            if (index >= chunks.size() && failure == null) {
                listeners.computeIfAbsent(index, i -> new ArrayList<>()).add(action);
                return;
            }
        } finally {
            lock.unlock();
        }
        action.run();
    }

    /** Returns whether all chunks have arrived. */
    public boolean isComplete() {
        lock.lock();
        try {
            return arrivedBytes == lengthBytes;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean failed() {
        lock.lock();
        try {
            return failure != null;
        } finally {
            lock.unlock();
        }
    }
}
