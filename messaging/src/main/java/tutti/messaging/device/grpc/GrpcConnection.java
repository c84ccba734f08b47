package tutti.messaging.device.grpc;

import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.Frame;
import tutti.messaging.device.Lane;
import tutti.messaging.device.Undelivered;
import tutti.messaging.device.Wireup;
import tutti.messaging.progress.IdleStrategy;
import tutti.messaging.progress.ProgressEngine;
import tutti.messaging.security.AuthServerInterceptor;
import tutti.messaging.security.CallHeaders;
import tutti.serialization.TuttiException;

/**
 * The connection to another process: a gRPC call, in this direction only, which is made again when it breaks.
 *
 * <p>Its request stream carries the frames, unless a {@link Wireup} agrees with the peer on another way. Also then the
 * call tells of the peer's end. Thread-safe.
 */
final class GrpcConnection {
    private final int process;
    private final Supplier<String> session;
    private final @Nullable Wireup wireup;
    private final Executor senderPool;
    private final ProgressEngine engine;
    private final Consumer<Status> over;
    private final ReconnectingCall call;
    private final GrpcLink link;
    private final CountDownLatch agreement = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Lane lane; // where frames go; null until that is agreed; written under this
    private volatile boolean delivered; // the peer has all that it wants

    /**
     * Prepares the connection; {@link #open} begins to call.
     *
     * @param session of the process, which a later one with its index does not have
     * @param channels makes channels that prove who calls and who answers, given how many milliseconds connecting may
     *     take
     * @param reconnectLimit how long the connection may be broken
     * @param senderPool runs what the device's threads must not
     * @param engine drives the loop that the call goes by
     * @param wireup agrees on another way for the frames, or null
     * @param over told why the connection has ended, also if it has in good order
     */
    GrpcConnection(
            int process,
            Supplier<String> session,
            IntFunction<ManagedChannel> channels,
            Duration reconnectLimit,
            Executor senderPool,
            ProgressEngine engine,
            IdleStrategy idleStrategy,
            @Nullable Wireup wireup,
            Consumer<Status> over) {
        this.process = process;
        this.session = session;
        this.wireup = wireup;
        this.senderPool = senderPool;
        this.engine = engine;
        this.over = over;
        link = new GrpcLink(engine, idleStrategy, senderPool);
        call = new ReconnectingCall(channels, engine.loop(), senderPool, reconnectLimit, new Calls());
    }

    void open() {
        call.connect();
    }

    /** Returns what carries frames by this connection; it drops them if another way has been agreed on. */
    GrpcLink link() {
        return link;
    }

    /** What happens to the calls. */
    private final class Calls implements ReconnectingCall.User {
        @Override
        public void calling(Metadata headers) {
            String offer = wireup == null || lane != null ? null : wireup.offer(process);
            if (offer != null) {
                headers.put(CallHeaders.INVITATION, offer);
            }
        }

        @Override
        public boolean up(ClientCall<Frame, Frame> newCall, Metadata answer) {
            if (!session.get().equals(answer.get(AuthServerInterceptor.SESSION))) {
                throw new TuttiException(
                        "process=%d was started again: a job continues without a process that it has lost"
                                .formatted(process));
            }
            Lane agreed = agree(answer.get(CallHeaders.ANSWER));
            boolean isNews = agreed != link || link.resume(newCall, arrived(answer));
            senderPool.execute(agreed::resume);
            return isNews;
        }

        @Override
        public void ready() {
            link.ready();
        }

        @Override
        public void answered(Frame frame) {
            if (lane != link || !(frame instanceof Frame.Acknowledged receipt)) {
                throw new TuttiException("malformed answer: fromProcess=%d: no receipt".formatted(process));
            }
            link.acknowledged(receipt.frames());
        }

        @Override
        public void down() {
            link.pause();
        }

        @Override
        public void over(Status why) {
            if (why.isOk()) {
                delivered = true;
            }
            ended.countDown();
            closeLane();
            over.accept(why);
            closeLane(); // now it is known that the peer is gone, which threads that wait for room must see
        }

        @Override
        public String toString() {
            return "connection to process=" + process;
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

    /** Returns where frames go, which the first answer of the peer decides. */
    private synchronized Lane agree(@Nullable String answer) {
        Lane agreed = lane;
        if (agreed != null) {
            return agreed;
        }
        agreed = wireup == null ? null : wireup.agree(process, answer, link);
        if (agreed == null) {
            engine.framesOnWire();
            agreed = link;
        } else {
            link.close(); // it may hold signs of life, which are not needed
        }
        lane = agreed;
        agreement.countDown();
        return agreed;
    }

    /** Returns where frames go; if that is not agreed, they go by calls. */
    private synchronized Lane decided() {
        Lane agreed = lane;
        if (agreed == null) {
            agreed = link;
            lane = agreed;
            agreement.countDown();
            if (wireup != null) {
                wireup.withdraw(process, link);
            }
        }
        return agreed;
    }

    private void closeLane() {
        decided().close();
    }

    /**
     * Makes a new call if nothing has arrived since the last check, although something was under way: the network may
     * have forgotten the old one.
     */
    void check() {
        if (link.isStuck()) {
            call.renew("nothing has been acknowledged for some time");
        }
    }

    /** The peer has left in good order: it is not called again when the connection breaks. */
    void release() {
        delivered = true; // nothing is wanted any more
        call.release();
    }

    /** Declares the peer lost, for a reason that was found elsewhere. */
    void abandon(String reason) {
        closeLane();
        call.cancel(reason);
        ended.countDown();
    }

    /**
     * Writes what is queued, says that nothing follows, and waits until the peer has read it, however long that takes:
     * as long as it takes anything.
     *
     * @param handOverLimit how long receivers may take nothing; then their process gets what was held back for them
     * @param idleLimit how long the process may take nothing; then the rest is lost
     */
    void finish(Duration handOverLimit, Duration idleLimit) {
        try {
            var _ = agreement.await(handOverLimit.toNanos(), TimeUnit.NANOSECONDS);
            Lane last = decided();
            boolean isWritten = last.finish(handOverLimit, idleLimit);
            call.end();
            if (!last.isClosed() && (!isWritten || !awaitEnd(last, idleLimit))) {
                call.cancel("peer did not confirm the end of the stream");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether the peer has read everything; waits for it as long as it reads. */
    private boolean awaitEnd(Lane last, Duration idleLimit) throws InterruptedException {
        while (true) {
            long before = last.progress();
            if (ended.await(idleLimit.toNanos(), TimeUnit.NANOSECONDS)) {
                return true;
            }
            if (last.progress() == before) {
                return false;
            }
        }
    }

    /** Returns what the peer has not got, although it may want it, as far as is known; null if there is nothing. */
    @Nullable
    Undelivered undelivered() {
        Lane last = lane;
        if (delivered || last == null) {
            return null;
        }
        int messages = last.unwrittenMessages();
        long bytes = last.unconfirmedBytes();
        return messages == 0 && bytes == 0 ? null : new Undelivered(process, messages, bytes);
    }
}
