package tutti.messaging.device;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.match.Envelope;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.progress.WaitQueue;
import tutti.serialization.DirectBuffer;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.TuttiException;

/** Writes buffers to another process in the thread that sends them, so that nothing is captured. Thread-safe. */
public final class BufferSender {
    private final Way way;
    private final WaitQueue room;
    private final SendQueue queue;
    private final AtomicInteger waiting = new AtomicInteger();

    /** Where pieces of messages go. Thread-safe; never blocks. */
    public interface Way {
        /** Returns the most bytes of the elements that a piece should have. */
        public int pieceBytes();

        /** Writes the next piece of a message if there is room; returns whether there was. */
        boolean tryWrite(BufferFragments message);

        /**
         * Writes a whole small message if there is room, and the way can do so at once; returns whether it has.
         *
         * @param prefix what precedes the elements in their encoding
         */
        default boolean tryWrite(Envelope message, byte[] prefix, DirectBuffer data) {
            return false;
        }

        /** Has {@link #roomMade} called when the next piece of a message can be written; look again after this. */
        void askForRoom(BufferFragments message);

        /** Returns whether pieces of a message may be read from its buffer until they count as written. */
        default boolean mayBorrow(BufferFragments message) {
            return false;
        }

        /** Keeps the memory of a message that it may borrow open, while the sender writes it and waits. */
        default void hold(BufferFragments message, Runnable writing) {
            writing.run();
        }

        /** Waits until no piece of a message is read from its buffer any more, because its sender leaves. */
        default void settle(BufferFragments message) {}
    }

    /**
     * Makes a sender.
     *
     * @param queue takes the rest of a message whose sender will not wait any longer
     */
    public BufferSender(Way way, IdleStrategy idleStrategy, SendQueue queue) {
        this.way = way;
        this.room = new WaitQueue(idleStrategy);
        this.queue = queue;
        queue.whenFree(this::roomMade);
    }

    public int pieceBytes() {
        return way.pieceBytes();
    }

    /**
     * Writes a whole message, waiting for room; the caller may overwrite the buffer afterwards.
     *
     * <p>If the thread is interrupted, or its time is over, the rest is copied and sent later, so that the stream
     * continues; an interrupted thread stays interrupted.
     *
     * @param waitsForCredit whether the thread waits for credit too; otherwise what there is no credit for is copied
     *     and sent later
     * @param check throws if the receiver will take nothing more
     * @param monitor makes what looks after a wait
     */
    public void send(BufferFragments message, boolean waitsForCredit, Runnable check, Supplier<WaitMonitor> monitor) {
        try {
            if (way.mayBorrow(message)) {
                message.hold();
                way.hold(message, () -> write(message, waitsForCredit, check, monitor));
            } else {
                write(message, waitsForCredit, check, monitor);
            }
        } catch (OperationInterruptedException e) {
            sendRestLater(message);
            Thread.currentThread().interrupt();
        } catch (DeadlineExceededException e) {
            sendRestLater(message);
            throw e;
        }
    }

    private void write(BufferFragments message, boolean waitsForCredit, Runnable check, Supplier<WaitMonitor> monitor) {
        try {
            while (!message.isDone()) {
                if (!waitsForCredit && !message.mayGo()) {
                    sendRestLater(message);
                } else if (!tryWrite(message)) {
                    waitAndWrite(message, check, monitor.get());
                }
            }
        } finally {
            if (message.loan() != null) {
                way.settle(message);
            }
        }
    }

    /**
     * Writes a whole small message at once if there is room for it; returns whether there was.
     *
     * @param prefix what precedes the elements in their encoding
     */
    public boolean tryWrite(Envelope message, byte[] prefix, DirectBuffer data) {
        return queue.isFree() && way.tryWrite(message, prefix, data);
    }

    /** Writes as much of a message as there is room for now; the rest is copied and sent later. Never waits. */
    public void start(BufferFragments message) {
        while (!message.isDone()) {
            if (!tryWrite(message)) {
                sendRestLater(message);
            }
        }
    }

    /** Lets what precedes the elements of a message travel, for which there is no room. Never waits. */
    public void announce(BufferFragments message) {
        queue.add(message.takeFirst(), message.credit());
        queue.drain();
    }

    /** Copies what has not been written, if anything, which is sent later. Never waits. */
    public void sendRestLater(BufferFragments message) {
        if (!message.isDone()) {
            queue.add(message.captureRest(), message.credit());
        }
        queue.drain();
    }

    /**
     * Ends a message whose memory can't be read any more: its receiver, which needs to know of the message for that,
     * gets an error. Never waits.
     */
    public void cutOff(BufferFragments message) {
        if (message.written() == 0) {
            queue.add(message.takeFirst(), message.credit());
        }
        queue.add(Notice.cutOff(message.envelope(), /* lost= */ -1));
        queue.drain();
    }

    private boolean tryWrite(BufferFragments message) {
        return message.mayGo() && mayBegin(message) && way.tryWrite(message);
    }

    /** A message never overtakes what was queued before it: a notice that an earlier call has failed, for example. */
    private boolean mayBegin(BufferFragments message) {
        return message.hasBegun() || message.loan() != null || queue.isFree() || queue.isClosed();
    }

    private void waitAndWrite(BufferFragments message, Runnable check, WaitMonitor monitor) {
        waiting.incrementAndGet();
        try {
            room.await(() -> tryWrite(message) ? true : null, () -> look(message, check), new OnItsOwn(monitor));
        } finally {
            waiting.decrementAndGet();
        }
    }

    private @Nullable Boolean look(BufferFragments message, Runnable check) {
        check.run();
        if (tryWrite(message)) {
            return true;
        }
        if (!mayBegin(message)) {
            return null; // the queue tells when it is free
        }
        if (message.mayGo()) {
            way.askForRoom(message);
        } else {
            message.credit().whenAllowed(message.written(), this::roomMade);
        }
        return tryWrite(message) ? true : null;
    }

    /** There may be room again. */
    public void roomMade() {
        if (waiting.get() > 0) {
            room.changed();
        }
    }

    /** The peer is gone, so there may never be room again. */
    public void alarm() {
        room.alarm();
    }

    /** No group knows of this place to wait at, so the thread keeps the time itself. */
    private record OnItsOwn(WaitMonitor monitor) implements WaitMonitor {
        @Override
        public String what() {
            return monitor.what();
        }

        @Override
        public int awaitedProcess() {
            return monitor.awaitedProcess();
        }

        @Override
        public long tick(long waitedNanos) {
            return monitor.tick(waitedNanos);
        }

        @Override
        public boolean isPrecise() {
            return true;
        }

        @Override
        public TuttiException expired() {
            return monitor.expired();
        }

        @Override
        public void over() {
            monitor.over();
        }
    }
}
