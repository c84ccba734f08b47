package tutti.messaging.device.grpc;

import io.grpc.ClientCall;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.BufferSender;
import tutti.messaging.device.Frame;
import tutti.messaging.device.FrameLink;
import tutti.messaging.device.Lane;
import tutti.messaging.device.Notice;
import tutti.messaging.device.SendQueue;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Message;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.ProgressEngine;

/**
 * The way of frames to another process by the calls of a {@link GrpcConnection}.
 *
 * <p>Thread-safe. What is sent before the peer has answered waits in the queue.
 */
final class GrpcLink implements FrameLink, Lane {
    private final ProgressEngine engine;
    private final Executor senderPool;
    private final GrpcFrameWriter writer;
    private final SendQueue queue = new SendQueue(new Sink());
    private final Runnable drain = queue::drain;
    private final BufferSender buffers;
    private volatile boolean hasBegun; // the peer has answered

    /**
     * Makes the way; frames are written when a call has been answered.
     *
     * @param engine drives the loop that the calls go by
     * @param senderPool runs what the device's threads must not
     */
    GrpcLink(ProgressEngine engine, IdleStrategy idleStrategy, Executor senderPool) {
        this.engine = engine;
        this.senderPool = senderPool;
        writer = new GrpcFrameWriter(engine);
        buffers = new BufferSender(writer, idleStrategy, queue);
    }

    // ---------------------------------------------------------------- what is sent

    @Override
    public void send(Message message, Credit credit) {
        queue.add(message, credit);
    }

    @Override
    public void signal(Notice notice) {
        queue.add(notice);
    }

    @Override
    public void flush() {
        if (!queue.isFree()) {
            engine.write(drain);
        }
    }

    @Override
    public @Nullable BufferSender buffers() {
        return hasBegun ? buffers : null;
    }

    // ---------------------------------------------------------------- what the calls tell

    /**
     * Frames go by a call from now on.
     *
     * @param arrived how many frames the peer has of all that were written
     * @return whether that is news, or nothing was under way
     */
    boolean resume(ClientCall<Frame, Frame> call, long arrived) {
        boolean isNews = writer.resume(call, arrived);
        hasBegun = true;
        return isNews;
    }

    /** The call has broken; what is written meanwhile is kept for the next one. */
    void pause() {
        writer.pause();
    }

    /** The call can take more. */
    void ready() {
        queue.drain();
        buffers.roomMade();
    }

    /** Learns how many frames have arrived. */
    void acknowledged(long frames) {
        if (writer.acknowledged(frames)) {
            ready();
        }
    }

    /** Returns whether nothing has arrived since this was last asked, although something was under way all the time. */
    boolean isStuck() {
        return writer.isStuck();
    }

    // ---------------------------------------------------------------- the lane of the connection

    @Override
    public void resume() {
        flush();
        buffers.roomMade();
    }

    @Override
    public boolean finish(Duration handOverLimit, Duration idleLimit) throws InterruptedException {
        return queue.finish(handOverLimit, idleLimit);
    }

    @Override
    public long progress() {
        return writer.acknowledged();
    }

    @Override
    public int unwrittenMessages() {
        return queue.unwrittenMessages();
    }

    @Override
    public long unconfirmedBytes() {
        return writer.unacknowledgedBytes();
    }

    @Override
    public void close() {
        queue.close();
        buffers.alarm();
    }

    @Override
    public boolean isClosed() {
        return queue.isClosed();
    }

    private final class Sink implements SendQueue.Sink {
        @Override
        public boolean isReady() {
            return writer.isReady();
        }

        @Override
        public void write(Frame frame) {
            writer.write(frame);
        }

        @Override
        public void schedule(Runnable task) {
            senderPool.execute(() -> engine.write(task));
        }
    }
}
