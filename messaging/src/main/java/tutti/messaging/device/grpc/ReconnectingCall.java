package tutti.messaging.device.grpc;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.Frame;
import tutti.messaging.failure.FailureKind;
import tutti.messaging.failure.ProcessEndedException;
import tutti.messaging.progress.CallerRunsEventLoop;
import tutti.messaging.security.CallHeaders;

/**
 * Keeps a call to another process up: makes it, and makes it again when the connection breaks, until it is certain that
 * the process is gone, or the connection has been broken for too long.
 *
 * <p>Thread-safe.
 */
final class ReconnectingCall {
    /**
     * Bytes that gRPC may hold for a peer before it says that it is not ready; 32 KiB, its default, starves the wire.
     */
    private static final int READY_BELOW_BYTES = 1 << 20;

    private static final System.Logger LOG = System.getLogger(ReconnectingCall.class.getName());

    private static final Status LEFT = Status.UNAVAILABLE.withDescription("process has left the job");

    private final IntFunction<ManagedChannel> channels;
    private final CallerRunsEventLoop loop;
    private final Executor connectors;
    private final User user;
    private @Nullable Call current; // guarded by this
    private int calls; // guarded by this
    private boolean up; // guarded by this
    private boolean ending; // guarded by this
    private boolean isLast; // guarded by this
    private boolean over; // guarded by this
    private final Backoff backoff; // guarded by this

    /**
     * Prepares the calls; {@link #connect} makes the first.
     *
     * @param channels makes a channel to the process for each call, given the limit in milliseconds on making the
     *     connection
     * @param loop runs what is due later
     * @param connectors run what takes a while
     * @param limit how long the connection may be broken
     */
    ReconnectingCall(
            IntFunction<ManagedChannel> channels,
            CallerRunsEventLoop loop,
            Executor connectors,
            Duration limit,
            User user) {
        this.channels = channels;
        this.loop = loop;
        this.connectors = connectors;
        backoff = new Backoff(limit);
        this.user = user;
    }

    /** The owner of the calls. Told of one thing at a time, except of room and frames; nothing here may block. */
    interface User {
        /** Adds what it has to say to the headers of a call that will be made. */
        void calling(Metadata headers);

        /**
         * The process has answered.
         *
         * @return whether something has arrived since the last call, or nothing had to, so that failures are counted
         *     anew
         * @throws RuntimeException if no further call can help
         */
        boolean up(ClientCall<Frame, Frame> call, Metadata answer);

        /** The call can take more. */
        void ready();

        /**
         * A frame has come back.
         *
         * @throws RuntimeException if no further call can help
         */
        void answered(Frame frame);

        /** The call has broken; there will be another, or the end. */
        void down();

        /**
         * There will be no further call: in good order, or for a reason that is a failure. Told once, and not after
         * {@link ReconnectingCall#cancel}.
         */
        void over(Status why);
    }

    /** Makes a call, unless there is one. */
    void connect() {
        Call call = new Call(channels.apply(connectMillis()));
        Metadata headers = new Metadata();
        user.calling(headers);
        synchronized (this) {
            if (over || current != null) {
                call.channel.shutdownNow();
                return;
            }
            current = call;
            calls++;
            headers.put(CallHeaders.CALL, Integer.toString(calls));
            call.start(headers);
            scheduleAnswerLimit(call);
        }
    }

    private synchronized int connectMillis() {
        return backoff.connectMillis();
    }

    private void connectAgain() {
        try {
            connect();
        } catch (RuntimeException e) {
            synchronized (this) {
                if (over) {
                    return;
                }
                over = true;
            }
            user.over(Status.UNAVAILABLE
                    .withDescription("cannot call again: " + e.getMessage())
                    .withCause(e));
        }
    }

    private void scheduleAnswerLimit(Call call) {
        long nanos = backoff.answerNanos();
        var _ = loop.schedule(() -> noAnswer(call, nanos), nanos, TimeUnit.NANOSECONDS);
    }

    private void noAnswer(Call call, long nanos) {
        synchronized (this) {
            if (call != current || up) {
                return;
            }
        }
        broken(call, Status.UNAVAILABLE.withDescription("no answer within=" + Duration.ofNanos(nanos)), true);
    }

    /** Takes the call for broken, if there is one that was answered. */
    void renew(String reason) {
        Call call;
        synchronized (this) {
            call = up ? current : null;
        }
        if (call != null) {
            broken(call, Status.UNAVAILABLE.withDescription(reason));
        }
    }

    /** Says that nothing follows, also by a later call if this one breaks before it has arrived. */
    synchronized void end() {
        ending = true;
        if (up && current != null) {
            halfClose(current);
        }
    }

    private static void halfClose(Call call) {
        try {
            call.call.halfClose();
        } catch (IllegalStateException e) {
            // broken meanwhile: the next call does it
        }
    }

    /** Makes no further call when this one breaks, or has broken: the process wants nothing more. */
    void release() {
        synchronized (this) {
            isLast = true;
            if (over || up || !backoff.hasFailed()) {
                return;
            }
            over = true;
        }
        endCurrent("the process has left");
        user.over(LEFT);
    }

    /** Ends the call and makes no other; the user is not told. */
    void cancel(String reason) {
        synchronized (this) {
            over = true;
        }
        endCurrent(reason);
    }

    private void endCurrent(String reason) {
        Call call;
        synchronized (this) {
            call = current;
            current = null;
        }
        if (call != null) {
            call.end(reason);
        }
    }

    /** A call has ended, or must: schedules the next one, or none. */
    private void broken(Call call, Status status) {
        broken(call, status, FailureKind.tookTooLong(status));
    }

    private void broken(Call call, Status status, boolean tookTooLong) {
        Status verdict;
        synchronized (this) {
            if (call != current || over) {
                return;
            }
            current = null;
            if (up) {
                up = false;
                user.down();
            }
            backoff.failed(tookTooLong);
            verdict = verdict(status);
            over = verdict != null;
            if (!over) {
                var _ = loop.schedule(
                        () -> connectors.execute(this::connectAgain), backoff.pauseMillis(), TimeUnit.MILLISECONDS);
            }
        }
        call.end("the connection has broken");
        if (verdict != null) {
            user.over(verdict);
        } else {
            LOG.log(System.Logger.Level.DEBUG, () -> "%s has broken: %s".formatted(user, FailureKind.describe(status)));
        }
    }

    /** Returns why there is no further call after what has happened to one, or null if there is. */
    private @Nullable Status verdict(Status status) {
        if (status.isOk()) {
            return status.withDescription("process has left the job");
        }
        if (FailureKind.isRefused(status)) {
            return Status.UNAVAILABLE
                    .withDescription("process has ended: its address refuses connections")
                    .withCause(new ProcessEndedException("connection was refused", status.getCause()));
        }
        if (FailureKind.isFinal(status) || backoff.limit().isZero()) {
            return status;
        }
        if (isLast) {
            return LEFT;
        }
        if (backoff.hasTime()) {
            return null;
        }
        return Status.UNAVAILABLE
                .withDescription("connection has not come back: reconnect-limit=%s calls=%d: %s"
                        .formatted(backoff.limit(), calls, FailureKind.describe(status)))
                .withCause(status.getCause());
    }

    /** One call, by a connection of its own. */
    private final class Call extends ClientCall.Listener<Frame> {
        private final ManagedChannel channel;
        private final ClientCall<Frame, Frame> call;

        Call(ManagedChannel channel) {
            this.channel = channel;
            call = channel.newCall(FrameService.EXCHANGE, CallOptions.DEFAULT.withOnReadyThreshold(READY_BELOW_BYTES));
        }

        void start(Metadata headers) {
            call.start(this, headers);
            call.request(1);
        }

        void end(String reason) {
            call.cancel(reason, null);
            channel.shutdownNow();
        }

        @Override
        public void onHeaders(Metadata answer) {
            try {
                synchronized (ReconnectingCall.this) {
                    if (this != current) {
                        return;
                    }
                    if (user.up(call, answer)) {
                        backoff.succeeded();
                    }
                    up = true;
                    if (ending) {
                        halfClose(this);
                    }
                }
            } catch (RuntimeException e) {
                refuse(e);
            }
        }

        @Override
        public void onMessage(Frame frame) {
            synchronized (ReconnectingCall.this) {
                if (this != current) {
                    return;
                }
                backoff.succeeded();
            }
            call.request(1);
            try {
                user.answered(frame);
            } catch (RuntimeException e) {
                refuse(e);
            }
        }

        @Override
        public void onReady() {
            user.ready();
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            broken(this, status);
        }

        private void refuse(RuntimeException failure) {
            broken(
                    this,
                    Status.FAILED_PRECONDITION
                            .withDescription(failure.getMessage())
                            .withCause(failure));
        }
    }
}
