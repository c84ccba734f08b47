package tutti.messaging;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tutti.serialization.Chunk;
import tutti.serialization.Encoded;

/**
 * What waits to be written to one process: messages take turns, a chunk at a time.
 *
 * <p>Thread-safe. Any thread may drain, one at a time: the sender itself when the peer can take more at once, else a thread of
 * the sender pool when the transport reports that it can. A message whose next chunk has not arrived yet (this process forwards
 * it) steps aside until it has.
 */
final class Outbox {
    private final Sink sink;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition emptied = lock.newCondition();
    private final Queue<Entry> runnable = new ArrayDeque<>(); // guarded by lock
    private final AtomicInteger unfinished = new AtomicInteger(); // entries in the queue, aside or being written
    private boolean draining; // guarded by lock
    private boolean closed; // guarded by lock
    private long written; // frames; guarded by lock

    Outbox(Sink sink) {
        this.sink = sink;
    }

    /** Where frames go. Called by one thread at a time. */
    interface Exit {
        /** Returns whether a frame can be written without piling up; if not, {@link Outbox#drain} is called when it can. */
        boolean isReady();

        /** Writes a frame; never blocks. */
        void write(Frame frame);
    }

    /** Where frames go, and who drains when no sender does. */
    interface Sink extends Exit {
        /** Runs a task in a thread of the sender pool. */
        void schedule(Runnable task);
    }

    void add(Message message) {
        add(new MessageEntry(message));
    }

    void add(Signal signal) {
        add(new FramesEntry(new ArrayDeque<>(List.of(new Frame.Notice(signal)))));
    }

    /** Adds frames that follow each other, and belong to one message. */
    void add(Queue<Frame> frames) {
        add(new FramesEntry(frames));
    }

    /** Returns whether everything that was added has been written. */
    boolean isEmpty() {
        return unfinished.get() == 0;
    }

    /** Writes what is queued as long as the sink is ready. */
    void drain() {
        lock.lock();
        try {
            if (draining) {
                return;
            }
            draining = true;
        } finally {
            lock.unlock();
        }
        for (Entry entry = next(); entry != null; entry = next()) {
            advance(entry);
        }
    }

    /** Waits until everything has been written, or nothing has for some time; returns whether everything has. */
    boolean awaitEmpty(Duration idleLimit) throws InterruptedException {
        lock.lock();
        try {
            long seen = written;
            while (unfinished.get() > 0 && !closed) {
                if (!emptied.await(idleLimit.toNanos(), TimeUnit.NANOSECONDS) && written == seen) {
                    break;
                }
                seen = written;
            }
            return unfinished.get() == 0;
        } finally {
            lock.unlock();
        }
    }

    /** Drops what is queued, and whatever is added from now on: the peer is gone. */
    void close() {
        lock.lock();
        try {
            closed = true;
            runnable.forEach(Entry::drop);
            runnable.clear();
            emptied.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void add(Entry entry) {
        lock.lock();
        try {
            if (closed) {
                entry.drop();
            } else {
                unfinished.incrementAndGet();
                runnable.add(entry);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns the entry whose turn it is, or ends the drain. The sink reports readiness anew after it was found not ready. */
    private @Nullable Entry next() {
        lock.lock();
        try {
            if (runnable.isEmpty() || !sink.isReady()) {
                draining = false;
                return null;
            }
            written++;
            return runnable.remove();
        } finally {
            lock.unlock();
        }
    }

    private void advance(Entry entry) {
        switch (entry.writeNext(sink)) {
            case MORE -> requeue(entry);
            case DONE -> finish();
            case WAITING ->
                entry.whenNextArrives(() -> {
                    requeue(entry);
                    sink.schedule(this::drain);
                });
        }
    }

    private void requeue(Entry entry) {
        lock.lock();
        try {
            if (!closed) {
                runnable.add(entry);
            }
        } finally {
            lock.unlock();
        }
    }

    private void finish() {
        lock.lock();
        try {
            if (unfinished.decrementAndGet() == 0) {
                emptied.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private enum Progress {
        MORE,
        WAITING,
        DONE
    }

    private sealed interface Entry {
        Progress writeNext(Sink sink);

        void whenNextArrives(Runnable action);

        void drop();
    }

    private record FramesEntry(Queue<Frame> frames) implements Entry {
        @Override
        public Progress writeNext(Sink sink) {
            sink.write(frames.remove());
            return frames.isEmpty() ? Progress.DONE : Progress.MORE;
        }

        @Override
        public void whenNextArrives(Runnable action) {
            action.run();
        }

        @Override
        public void drop() {
            // nothing is held
        }
    }

    /** A message and how far it has been written; used by one draining thread at a time. */
    private static final class MessageEntry implements Entry {
        private final Message message;
        private final Frame.Key key;
        private final Encoded bytes;
        private int nextChunk;
        private long writtenBytes;

        MessageEntry(Message message) {
            this.message = message;
            this.key = Frame.Key.of(message);
            this.bytes = message.payload().encoded();
        }

        @Override
        public Progress writeNext(Sink sink) {
            Chunk chunk = bytes.poll(nextChunk);
            if (chunk == null) {
                if (!bytes.failed()) {
                    return Progress.WAITING;
                }
                sink.write(new Frame.Notice(Signal.cutOff(key)));
                return Progress.DONE;
            }
            sink.write(new Frame.MessageChunk(
                    key, message.label(), message.receiptWanted(), bytes.lengthBytes(), writtenBytes, chunk));
            nextChunk++;
            writtenBytes += chunk.length();
            if (writtenBytes < bytes.lengthBytes()) {
                return Progress.MORE;
            }
            message.payload().release();
            return Progress.DONE;
        }

        @Override
        public void whenNextArrives(Runnable action) {
            bytes.onArrival(nextChunk, action);
        }

        @Override
        public void drop() {
            message.payload().release();
        }
    }
}
