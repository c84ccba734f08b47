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

    /** What gRPC puts before each message. */
    private static final int GRPC_PREFIX_BYTES = 5;

    /**
     * Most bytes of a buffer in one frame: the peer copies one while this process writes the next. With its headers, the frame
     * fills four DATA frames of HTTP/2 exactly.
     */
    private static final int PIECE_BYTES = (64 << 10) - FrameFormat.HEADER_BYTES - GRPC_PREFIX_BYTES;

    private final ManagedChannel channel;
    private final ClientCall<Frame, Frame> call;
    private final Executor senderPool;
    private final Watchman watchman;
    private final Patience patience;
    private final @Nullable Offer offer;
    private final Outbox outbox = new Outbox(new Way());
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Outbox.@Nullable Exit sink; // null until the peer has answered
    private volatile @Nullable RingSink ring; // the sink, if it is one
    private volatile @Nullable BufferSender buffers; // writes to the same place

    /**
     * Starts the call.
     *
     * @param channel proves who calls and who answers
     * @param headers of the call
     * @param senderPool runs what the transport's threads must not
     * @param watchman drives the loop that the call goes by
     * @param offer of shared memory to the peer, or null
     * @param lost told why the call ended, unless it ended in good order
     */
    GrpcConnection(
            ManagedChannel channel,
            Metadata headers,
            Executor senderPool,
            Watchman watchman,
            Patience patience,
            @Nullable Offer offer,
            Consumer<Status> lost) {
        this.channel = channel;
        this.call = channel.newCall(FrameService.EXCHANGE, CallOptions.DEFAULT.withOnReadyThreshold(READY_BELOW_BYTES));
        this.senderPool = senderPool;
        this.watchman = watchman;
        this.patience = patience;
        this.offer = offer;
        if (offer != null) {
            headers.put(FrameService.INVITATION, offer.files().invitation());
        }
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onHeaders(Metadata answer) {
                        if (offer == null) {
                            writeToCall();
                            senderPool.execute(GrpcConnection.this::flush);
                        } else {
                            answered(offer, answer.get(FrameService.ANSWER), lost);
                        }
                    }

                    @Override
                    public void onReady() {
                        outbox.drain();
                        roomMade();
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        ended.countDown();
                        close();
                        if (!status.isOk()) {
                            lost.accept(status);
                        }
                        BufferSender waiting = buffers;
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

    private void writeToCall() {
        watchman.framesOnWire();
        CallSink newSink = new CallSink();
        buffers = new BufferSender(newSink, patience, outbox);
        sink = newSink;
    }

    private void answered(Offer accepted, @Nullable String answer, Consumer<Status> lost) {
        try {
            if (FrameService.ACCEPTED.equals(answer)) {
                RingFiles.Shared shared = accepted.files().complete();
                RingWriter writer = new RingWriter(shared.memory(), new Bell(shared.bell())::ring);
                RingSink newRing = new RingSink(writer);
                ring = newRing;
                buffers = new BufferSender(writer, patience, outbox);
                sink = newRing;
                watchman.watch(this, shared.bell());
            } else {
                accepted.files().close();
                accepted.memory().refused(accepted.process(), "process refused: " + answer);
                writeToCall();
            }
            senderPool.execute(this::flush);
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
        if (outbox.isEmpty()) {
            return;
        }
        write(outbox::drain);
    }

    private void write(Runnable draining) {
        if (ring == null) {
            watchman.write(draining);
        } else {
            draining.run();
        }
    }

    @Override
    public void drain() {
        RingSink memory = ring;
        if (memory != null && !outbox.isEmpty() && memory.isReady()) {
            outbox.drain();
        }
        roomMade();
    }

    private void roomMade() {
        BufferSender waiting = buffers;
        if (waiting != null) {
            waiting.roomMade();
        }
    }

    @Override
    public @Nullable BufferSender buffers() {
        return buffers;
    }

    private void close() {
        outbox.close();
        if (offer != null) {
            offer.files().close();
            watchman.forget(this);
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
            senderPool.execute(() -> GrpcConnection.this.write(task));
        }
    }

    private final class CallSink implements Outbox.Exit, BufferSender.Way {
        private byte[] piece = {}; // guarded by this

        @Override
        public boolean isReady() {
            return call.isReady();
        }

        @Override
        public synchronized void write(Frame frame) {
            try {
                call.sendMessage(frame);
            } catch (IllegalStateException e) {
                outbox.close(); // the call was cancelled meanwhile; its listener tells why
            }
        }

        @Override
        public int pieceBytes() {
            return PIECE_BYTES;
        }

        @Override
        public boolean tryWrite(BufferFragments message) {
            if (!call.isReady()) {
                return false;
            }
            watchman.write(() -> writePiece(message));
            return true;
        }

        private synchronized void writePiece(BufferFragments message) {
            int length = message.nextLength();
            if (piece.length < length) {
                piece = new byte[Math.max(length, Math.min(PIECE_BYTES, 2 * length))];
            }
            write(message.next(piece)); // gRPC has copied it when this returns
            message.advance(length);
        }

        @Override
        public void askForRoom(BufferFragments message) {
            // gRPC has been asked whether it is ready, and tells when it is
        }
    }
}
