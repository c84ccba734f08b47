package tutti.messaging;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way to another process: one gRPC call, in this direction only.
 *
 * <p>Its request stream carries the frames, unless the process is on this host and has accepted to read them from shared memory.
 * Also then the call tells of the peer's end.
 */
final class GrpcConnection implements Connection, Watchman.Outward {
    /** Bytes that gRPC may hold for a peer before it says that it is not ready; 32 KiB, its default, starves the wire. */
    private static final int READY_BELOW_BYTES = 1 << 20;

    private final ManagedChannel channel;
    private final ClientCall<Frame, Frame> call;
    private final Executor senderPool;
    private final @Nullable Offer offer;
    private final Outbox outbox = new Outbox(new Way());
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Outbox.@Nullable Exit sink; // null until the peer has answered
    private volatile @Nullable RingSink ring; // the sink, if it is one
    private volatile @Nullable RingSender ringSender; // writes to the same ring

    /**
     * Starts the call.
     *
     * @param channel proves who calls and who answers
     * @param headers of the call
     * @param senderPool runs what the transport's threads must not
     * @param offer of shared memory to the peer, or null
     * @param lost told why the call ended, unless it ended in good order
     */
    GrpcConnection(
            ManagedChannel channel,
            Metadata headers,
            Executor senderPool,
            @Nullable Offer offer,
            Consumer<Status> lost) {
        this.channel = channel;
        this.call = channel.newCall(FrameService.EXCHANGE, CallOptions.DEFAULT.withOnReadyThreshold(READY_BELOW_BYTES));
        this.senderPool = senderPool;
        this.offer = offer;
        if (offer != null) {
            headers.put(FrameService.INVITATION, offer.files().invitation());
        }
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onHeaders(Metadata answer) {
                        if (offer == null) {
                            sink = new CallSink();
                            senderPool.execute(outbox::drain);
                        } else {
                            answered(offer, answer.get(FrameService.ANSWER), lost);
                        }
                    }

                    @Override
                    public void onReady() {
                        senderPool.execute(outbox::drain);
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        ended.countDown();
                        close();
                        if (!status.isOk()) {
                            lost.accept(status);
                        }
                        RingSender waiting = ringSender;
                        if (waiting != null) {
                            waiting.alarm(); // after it is known that the peer is gone
                        }
                    }
                },
                headers);
        call.request(1);
    }

    /** Memory of this host that the peer may read from. */
    record Offer(int process, HostMemory memory, RingFiles files) {}

    private void answered(Offer accepted, @Nullable String answer, Consumer<Status> lost) {
        try {
            if (FrameService.ACCEPTED.equals(answer)) {
                RingFiles.Shared shared = accepted.files().complete();
                RingWriter writer = new RingWriter(shared.memory(), new Bell(shared.bell())::ring);
                RingSink newRing = new RingSink(writer);
                ring = newRing;
                ringSender = new RingSender(writer, accepted.memory().patience(), outbox);
                sink = newRing;
                accepted.memory().watchman().watch(this, shared.bell());
            } else {
                accepted.files().close();
                accepted.memory().refused(accepted.process(), "process refused: " + answer);
                sink = new CallSink();
            }
            senderPool.execute(outbox::drain);
        } catch (IOException | RuntimeException e) {
            abandon("no shared memory", e);
            lost.accept(Status.UNAVAILABLE.withDescription(e.getMessage()).withCause(e));
        }
    }

    @Override
    public void send(Message message) {
        RingSink fast = ring;
        if (fast == null || !outbox.isEmpty() || !fast.tryWrite(message)) {
            outbox.add(message);
        }
    }

    @Override
    public void signal(Signal signal) {
        RingSink fast = ring;
        if (fast == null || !outbox.isEmpty() || !fast.tryWrite(signal)) {
            outbox.add(signal);
        }
    }

    @Override
    public void flush() {
        if (!outbox.isEmpty()) {
            outbox.drain();
        }
    }

    @Override
    public void drain() {
        RingSink memory = ring;
        if (memory != null && !outbox.isEmpty() && memory.isReady()) {
            outbox.drain();
        }
        RingSender waiting = ringSender;
        if (waiting != null) {
            waiting.roomMade();
        }
    }

    @Override
    public @Nullable RingSender ring() {
        return ringSender;
    }

    private void close() {
        outbox.close();
        if (offer != null) {
            offer.files().close();
            offer.memory().watchman().forget(this);
        }
    }

    /** Declares the peer lost, for a reason that was found elsewhere. */
    void abandon(String reason, @Nullable Throwable cause) {
        close();
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

    /** The sink that was agreed on; nothing can be written before. */
    private final class Way implements Outbox.Sink {
        @Override
        public boolean isReady() {
            Outbox.Exit agreed = sink;
            return agreed != null && agreed.isReady();
        }

        @Override
        public void write(Frame frame) {
            Objects.requireNonNull(sink).write(frame);
        }

        @Override
        public void schedule(Runnable task) {
            senderPool.execute(task);
        }
    }

    private final class CallSink implements Outbox.Exit {
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
    }
}
