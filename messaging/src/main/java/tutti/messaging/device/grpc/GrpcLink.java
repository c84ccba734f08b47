package tutti.messaging.device.grpc;

import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.BufferSender;
import tutti.messaging.device.Frame;
import tutti.messaging.device.FrameWriter;
import tutti.messaging.device.Notice;
import tutti.messaging.device.PeerLink;
import tutti.messaging.device.SendQueue;
import tutti.messaging.device.Undelivered;
import tutti.messaging.device.shm.Doorbell;
import tutti.messaging.device.shm.HostMemory;
import tutti.messaging.device.shm.RingFiles;
import tutti.messaging.device.shm.RingFrameWriter;
import tutti.messaging.device.shm.RingWriter;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Message;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.ProgressEngine;
import tutti.messaging.security.AuthServerInterceptor;
import tutti.messaging.security.CallHeaders;
import tutti.serialization.TuttiException;

/**
 * The way to another process: a gRPC call, in this direction only, which is made again when its connection breaks.
 *
 * <p>Its request stream carries the frames, unless the process is on this host and has accepted to read them from shared memory.
 * Also then the call tells of the peer's end.
 */
final class GrpcLink implements PeerLink, ProgressEngine.Outward {
    private final int process;
    private final Supplier<String> session;
    private final Supplier<@Nullable Offer> offers;
    private final Executor senderPool;
    private final ProgressEngine watchman;
    private final IdleStrategy patience;
    private final Consumer<Status> lost;
    private final ReconnectingCall line;
    private final SendQueue outbox = new SendQueue(new Way());
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Offer offer; // the last one
    private volatile boolean delivered; // the peer has all that it wants
    private volatile @Nullable FrameWriter sink; // null until the peer has answered
    private volatile @Nullable RingFrameWriter ring; // the sink, if it is one
    private volatile @Nullable RingWriter ringWriter; // where that writes to
    private volatile @Nullable GrpcFrameWriter wire; // the sink, if it is one
    private volatile @Nullable BufferSender buffers; // writes to the same place

    /**
     * Prepares the way; {@link #open} begins to call.
     *
     * @param session of the process, which a later one with its index does not have
     * @param channels makes channels that prove who calls and who answers, given how many milliseconds connecting may take
     * @param reconnectLimit how long the connection may be broken
     * @param senderPool runs what the transport's threads must not
     * @param watchman drives the loop that the call goes by
     * @param offers makes offers of shared memory to the peer, or null
     * @param lost told why the way has ended, unless it has in good order
     */
    GrpcLink(
            int process,
            Supplier<String> session,
            IntFunction<ManagedChannel> channels,
            Duration reconnectLimit,
            Executor senderPool,
            ProgressEngine watchman,
            IdleStrategy patience,
            Supplier<@Nullable Offer> offers,
            Consumer<Status> lost) {
        this.process = process;
        this.session = session;
        this.offers = offers;
        this.senderPool = senderPool;
        this.watchman = watchman;
        this.patience = patience;
        this.lost = lost;
        line = new ReconnectingCall(channels, watchman.loop(), senderPool, reconnectLimit, new Calls());
    }

    /** Memory of this host that the peer may read from. */
    record Offer(HostMemory memory, RingFiles files) {}

    void open() {
        line.dial();
    }

    /** What happens to the calls. */
    private final class Calls implements ReconnectingCall.User {
        @Override
        public void calling(Metadata headers) {
            if (sink != null) {
                return; // it is agreed where frames go
            }
            withdrawOffer();
            Offer made = offers.get();
            offer = made;
            if (made != null) {
                headers.put(CallHeaders.INVITATION, made.files().invitation());
            }
        }

        @Override
        public boolean up(ClientCall<Frame, Frame> call, Metadata answer) {
            if (!session.get().equals(answer.get(AuthServerInterceptor.SESSION))) {
                throw new TuttiException(
                        "process=%d was started again: a job goes on without a process that it has lost"
                                .formatted(process));
            }
            if (sink == null) {
                agree(offer, answer.get(CallHeaders.ANSWER));
            }
            GrpcFrameWriter calls = wire;
            boolean good = calls == null || calls.resume(call, arrived(answer));
            senderPool.execute(GrpcLink.this::goOn);
            return good;
        }

        @Override
        public void ready() {
            outbox.drain();
            roomMade();
        }

        @Override
        public void answered(Frame frame) {
            GrpcFrameWriter calls = wire;
            if (calls == null || !(frame instanceof Frame.Acknowledged receipt)) {
                throw new TuttiException("malformed answer: fromProcess=%d: no receipt".formatted(process));
            }
            if (calls.acknowledged(receipt.frames())) {
                ready();
            }
        }

        @Override
        public void down() {
            GrpcFrameWriter calls = wire;
            if (calls != null) {
                calls.pause();
            }
        }

        @Override
        public String toString() {
            return "connection to process=" + process;
        }

        @Override
        public void over(Status why) {
            if (why.isOk()) {
                delivered = true;
            }
            ended.countDown();
            close();
            if (!why.isOk()) {
                lost.accept(why);
            }
            alarm();
        }
    }

    /** Wakes those who wait for room; called after it is known that the peer is gone. */
    private void alarm() {
        BufferSender waiting = buffers;
        if (waiting != null) {
            waiting.alarm();
        }
    }

    private long arrived(Metadata answer) {
        try {
            return Long.parseLong(String.valueOf(answer.get(CallHeaders.ARRIVED)));
        } catch (NumberFormatException e) {
            throw new TuttiException(
                    "malformed answer: fromProcess=%d: arrived=%s".formatted(process, answer.get(CallHeaders.ARRIVED)));
        }
    }

    /** The peer has answered for the first time: frames go to its memory if it has accepted that, else by calls. */
    private void agree(@Nullable Offer made, @Nullable String answer) {
        if (made == null) {
            writeToWire();
        } else if (CallHeaders.ACCEPTED.equals(answer)) {
            writeToRing(made);
        } else {
            withdrawOffer();
            made.memory().refused(process, "process refused: " + answer);
            writeToWire();
        }
    }

    private void writeToWire() {
        watchman.framesOnWire();
        GrpcFrameWriter calls = new GrpcFrameWriter(watchman);
        wire = calls;
        use(calls, calls);
    }

    private void writeToRing(Offer accepted) {
        try {
            RingFiles.Shared shared = accepted.files().complete();
            RingWriter writer = new RingWriter(shared.memory(), new Doorbell(shared.bell())::ring);
            RingFrameWriter memory = new RingFrameWriter(writer);
            ringWriter = writer;
            ring = memory;
            use(memory, writer);
            watchman.watch(this, shared.bell());
        } catch (IOException e) {
            throw new UncheckedIOException("no shared memory with process=" + process, e);
        }
    }

    private void use(FrameWriter exit, BufferSender.Way way) {
        buffers = new BufferSender(way, patience, outbox);
        sink = exit;
    }

    private void goOn() {
        flush();
        roomMade();
    }

    @Override
    public void send(Message message, Credit credit) {
        RingFrameWriter fast = ring;
        if (fast == null || !outbox.isFree() || !fast.tryWrite(message)) {
            outbox.add(message, credit);
        }
    }

    @Override
    public void signal(Notice signal) {
        RingFrameWriter fast = ring;
        if (fast == null || !outbox.isFree() || !fast.tryWrite(signal)) {
            outbox.add(signal);
        }
    }

    @Override
    public void flush() {
        if (outbox.isFree()) {
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
        RingFrameWriter memory = ring;
        if (memory != null && !outbox.isFree() && memory.isReady()) {
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

    /** Makes a new call if nothing has arrived since the last check, although something was under way: the network may have forgotten the old one. */
    void check() {
        GrpcFrameWriter calls = wire;
        if (calls != null && calls.isStuck()) {
            line.renew("nothing has been acknowledged for some time");
        }
    }

    private void close() {
        outbox.close();
        withdrawOffer();
        watchman.forget(this);
    }

    private void withdrawOffer() {
        Offer made = offer;
        if (made != null) {
            made.files().close();
        }
    }

    /** The peer has left in good order: it is not called again when the connection breaks. */
    void letGo() {
        delivered = true; // nothing is wanted any more
        line.letGo();
    }

    /** Declares the peer lost, for a reason that was found elsewhere. */
    void abandon(String reason) {
        close();
        line.hangUp(reason);
        ended.countDown();
        alarm();
    }

    /**
     * Writes what is queued, says that nothing follows, and waits until the peer has read it, however long that takes: as long as it takes
     * anything.
     *
     * @param handOverLimit how long receivers may take nothing; then their process gets what was held back for them
     * @param idleLimit how long the process may take nothing; then the rest is lost
     */
    void finish(Duration handOverLimit, Duration idleLimit) {
        try {
            if (!outbox.awaitEmpty(handOverLimit)) {
                outbox.lift();
            }
            boolean isWritten = outbox.awaitEmpty(idleLimit);
            line.end();
            if (!outbox.isClosed() && (!isWritten || !awaitEnd(idleLimit))) {
                line.hangUp("peer did not confirm the end of the stream");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether the peer has read everything; waits for it as long as it reads. */
    private boolean awaitEnd(Duration idleLimit) throws InterruptedException {
        while (true) {
            long before = progress();
            if (ended.await(idleLimit.toNanos(), TimeUnit.NANOSECONDS)) {
                return true;
            }
            if (progress() == before) {
                return false;
            }
        }
    }

    /** Returns a number that grows as long as the peer reads. */
    private long progress() {
        GrpcFrameWriter calls = wire;
        if (calls != null) {
            return calls.acknowledged();
        }
        RingWriter memory = ringWriter;
        return memory == null ? 0 : memory.readPosition();
    }

    /** Returns what the peer has not got, although it may want it, as far as is known; null if there is nothing. */
    @Nullable
    Undelivered undelivered() {
        int messages = outbox.unwrittenMessages();
        GrpcFrameWriter calls = wire;
        RingWriter memory = ringWriter;
        long bytes = 0;
        if (calls != null) {
            bytes = calls.unacknowledgedBytes();
        } else if (memory != null) {
            bytes = memory.unreadByMembers();
        }
        return delivered || (messages == 0 && bytes == 0) ? null : new Undelivered(process, messages, bytes);
    }

    /** The sink that was agreed on; nothing can be written before. */
    private final class Way implements SendQueue.Sink {
        @Override
        public boolean isReady() {
            FrameWriter agreed = sink;
            return agreed != null && agreed.isReady();
        }

        @Override
        public void write(Frame frame) {
            Objects.requireNonNull(sink).write(frame);
        }

        @Override
        public void schedule(Runnable task) {
            senderPool.execute(() -> GrpcLink.this.write(task));
        }
    }
}
