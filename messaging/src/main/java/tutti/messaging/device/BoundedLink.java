package tutti.messaging.device;

import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Message;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.ProgressEngine;

/**
 * The way to a process by a writer that has room for some frames: what fits is written at once by its sender, the rest
 * waits in a queue.
 *
 * <p>Thread-safe.
 */
public final class BoundedLink implements FrameLink, Lane, ProgressEngine.Outward {
    private final BoundedWriter writer;
    private final BoundedFrameWriter frames;
    private final ProgressEngine engine;
    private final Executor senderPool;
    private final SendQueue queue = new SendQueue(new Sink());
    private final BufferSender buffers;

    /**
     * Makes the way to the reader of what is written.
     *
     * @param engine drains it when there is room
     * @param senderPool runs what threads of a device must not
     */
    public BoundedLink(BoundedWriter writer, ProgressEngine engine, IdleStrategy idleStrategy, Executor senderPool) {
        this.writer = writer;
        this.engine = engine;
        this.senderPool = senderPool;
        frames = new BoundedFrameWriter(writer);
        buffers = new BufferSender(writer, idleStrategy, queue);
    }

    @Override
    public void send(Message message, Credit credit) {
        if (!credit.allows(0) || !queue.isFree() || !frames.tryWrite(message)) {
            queue.add(message, credit);
        }
    }

    @Override
    public void signal(Notice notice) {
        if (!queue.isFree() || !frames.tryWrite(notice)) {
            queue.add(notice);
        }
    }

    @Override
    public void flush() {
        if (!queue.isFree()) {
            queue.drain();
        }
    }

    @Override
    public @Nullable BufferSender buffers() {
        return buffers;
    }

    /** The reader may have made room. */
    @Override
    public void drain() {
        if (!queue.isFree() && frames.isReady()) {
            queue.drain();
        }
        buffers.roomMade();
    }

    @Override
    public void resume() {
        flush();
        buffers.roomMade();
    }

    @Override
    public boolean finish(Duration handOverLimit, Duration idleLimit) throws InterruptedException {
        return queue.finish(handOverLimit, idleLimit) && writer.finish(idleLimit);
    }

    @Override
    public long progress() {
        return writer.readPosition();
    }

    @Override
    public int unwrittenMessages() {
        return queue.unwrittenMessages();
    }

    @Override
    public long unconfirmedBytes() {
        return writer.unreadByMembers();
    }

    @Override
    public void close() {
        queue.close();
        writer.abandon();
        engine.forget(this);
        buffers.alarm();
    }

    @Override
    public boolean isClosed() {
        return queue.isClosed();
    }

    private final class Sink implements SendQueue.Sink {
        @Override
        public boolean isReady() {
            return frames.isReady();
        }

        @Override
        public void write(Frame frame) {
            frames.write(frame);
        }

        @Override
        public void schedule(Runnable task) {
            senderPool.execute(task);
        }
    }
}
