package tutti.messaging;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tutti.serialization.OperationInterruptedException;

/** Writes buffers into a ring in the thread that sends them, so that nothing is copied twice. Thread-safe. */
final class RingSender {
    private final RingWriter ring;
    private final Waiting room;
    private final Outbox outbox;
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * Makes a sender.
     *
     * @param outbox takes the rest of a message whose sender will not wait any longer
     */
    RingSender(RingWriter ring, Patience patience, Outbox outbox) {
        this.ring = ring;
        this.room = new Waiting(patience);
        this.outbox = outbox;
    }

    /**
     * Writes a whole message, waiting for room; the caller may overwrite the buffer afterwards.
     *
     * <p>If the thread is interrupted, or its time is over, the rest is copied and sent later, so that the stream goes on; an
     * interrupted thread stays interrupted.
     *
     * @param check throws if the receiver will take nothing more
     */
    void send(BufferFragments message, Runnable check, Vigil vigil) {
        try {
            while (!message.isDone()) {
                if (!ring.tryWrite(message)) {
                    waitAndWrite(message, check, vigil);
                }
            }
        } catch (OperationInterruptedException e) {
            outbox.add(message.captureRest());
            outbox.drain();
            Thread.currentThread().interrupt();
        } catch (DeadlineExceededException e) {
            outbox.add(message.captureRest());
            outbox.drain();
            throw e;
        }
    }

    private void waitAndWrite(BufferFragments message, Runnable check, Vigil vigil) {
        waiting.incrementAndGet();
        try {
            room.await(() -> ring.tryWrite(message) ? true : null, () -> look(message, check), vigil);
        } finally {
            waiting.decrementAndGet();
        }
    }

    private @Nullable Boolean look(BufferFragments message, Runnable check) {
        check.run();
        if (ring.tryWrite(message)) {
            return true;
        }
        ring.askForRoom(message);
        return ring.tryWrite(message) ? true : null;
    }

    /** There may be room again. */
    void roomMade() {
        if (waiting.get() > 0) {
            room.changed();
        }
    }

    /** The peer is gone, so there may never be room again. */
    void alarm() {
        room.alarm();
    }
}
