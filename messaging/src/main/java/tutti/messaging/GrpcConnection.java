package tutti.messaging;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The way to another process: one gRPC call whose request stream carries frames, in this direction only. */
final class GrpcConnection implements Connection {
    /** Bytes that gRPC may hold for a peer before it says that it is not ready; 32 KiB, its default, starves the wire. */
    private static final int READY_BELOW_BYTES = 1 << 20;

    private final ManagedChannel channel;
    private final ClientCall<Frame, Frame> call;
    private final Outbox outbox;
    private final CountDownLatch ended = new CountDownLatch(1);

    /**
     * Starts the call.
     *
     * @param headers say which process this is
     * @param senderPool runs what the transport's threads must not
     * @param lost told why the call ended, unless it ended in good order
     */
    GrpcConnection(ManagedChannel channel, Metadata headers, Executor senderPool, Consumer<Status> lost) {
        this.channel = channel;
        this.call = channel.newCall(FrameService.EXCHANGE, CallOptions.DEFAULT.withOnReadyThreshold(READY_BELOW_BYTES));
        this.outbox = new Outbox(new CallSink(senderPool));
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onReady() {
                        senderPool.execute(outbox::drain);
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        ended.countDown();
                        outbox.close();
                        if (!status.isOk()) {
                            lost.accept(status);
                        }
                    }
                },
                headers);
        call.request(1);
    }

    @Override
    public void send(Message message) {
        outbox.add(message);
    }

    @Override
    public void signal(Signal signal) {
        outbox.add(signal);
    }

    @Override
    public void flush() {
        outbox.drain();
    }

    /** Declares the peer lost, for a reason that was found elsewhere. */
    void abandon(String reason, @Nullable Throwable cause) {
        outbox.close();
        call.cancel(reason, cause);
        channel.shutdownNow();
    }

    /** Writes what is queued, as long as the peer goes on taking it, and says that nothing follows. */
    void finish(Duration idleLimit) throws InterruptedException {
        outbox.awaitEmpty(idleLimit);
        try {
            call.halfClose();
        } catch (IllegalStateException e) {
            // ended or abandoned before, so that there is nothing to end
        }
    }

    /** Waits until the peer has read everything, but not beyond the deadline. */
    void awaitEnd(long deadlineNanos) throws InterruptedException {
        if (!ended.await(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            call.cancel("peer did not confirm the end of the stream", null);
        }
        channel.shutdown();
    }

    private final class CallSink implements Outbox.Sink {
        private final Executor senderPool;

        CallSink(Executor senderPool) {
            this.senderPool = senderPool;
        }

        @Override
        public boolean isReady() {
            return call.isReady();
        }

        @Override
        public void write(Frame frame) {
            try {
                call.sendMessage(frame);
            } catch (IllegalStateException e) {
                outbox.close(); // the call was cancelled meanwhile; its listener tells why
            }
        }

        @Override
        public void schedule(Runnable task) {
            senderPool.execute(task);
        }
    }
}
