package tutti.messaging.bootstrap;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import tutti.messaging.JoinException;
import tutti.messaging.config.Job;
import tutti.messaging.failure.FailureKind;
import tutti.messaging.proto.DeviceAnswer;
import tutti.messaging.proto.DeviceReport;
import tutti.messaging.proto.JobDeskGrpc;
import tutti.messaging.proto.JoinReply;
import tutti.messaging.proto.JoinRequest;

/**
 * How a process asks process 0 to join: again and again until somebody is there, and then once, unless the connection
 * breaks, or the job has begun elsewhere and the answer does not come.
 *
 * <p>Closed when there is an answer. One thread asks; others may call {@link #askAgain}.
 */
public final class RendezvousClient implements AutoCloseable {
    /** How long after another process' first call the answer may still be on its way. */
    static final Duration ANSWER_LIMIT = Duration.ofSeconds(1);

    private static final long FIRST_PAUSE_MILLIS = 5; // processes of one host start at about the same time
    private static final long LONGEST_PAUSE_MILLIS = 50;
    private static final int MOST_BREAKS = 10; // also what a process that speaks another protocol does is a break
    private static final long MARGIN_MILLIS = 2_000; // process 0 gives up first where it can: it knows who is missing

    /** How long one without a certificate of the job may stay where process 0 is to listen: it may be about to end. */
    private static final Duration STRANGER_LIMIT = Duration.ofMillis(1_500);

    private final Job job;
    private final Supplier<ManagedChannel> channels;
    private ManagedChannel channel; // guarded by this, as what follows
    private long askedNanos = System.nanoTime();
    private boolean closed;

    /**
     * Prepares to ask.
     *
     * @param channels makes a channel to process 0
     */
    public RendezvousClient(Job job, Supplier<ManagedChannel> channels) {
        this.job = job;
        this.channels = channels;
        channel = channels.get();
    }

    /**
     * The job has begun for another process, so this one should have its answer. If it has none for some time, the
     * answer may be lost with a connection that has died without a word, or TCP brings it only seconds after the
     * network is back: asks once more, by a new connection. Never blocks.
     */
    public synchronized void askAgain() {
        long now = System.nanoTime();
        if (!closed && now - askedNanos >= ANSWER_LIMIT.toNanos()) {
            ManagedChannel silent = channel;
            channel = channels.get();
            askedNanos = now;
            silent.shutdownNow();
        }
    }

    private synchronized ManagedChannel channel() {
        return channel;
    }

    @Override
    public synchronized void close() {
        closed = true;
        channel.shutdownNow();
    }

    /** There is somebody who does not speak as process 0 of this job does, perhaps because only one side encrypts. */
    public static final class OtherProtocolException extends JoinException {
        private static final long serialVersionUID = 1;

        OtherProtocolException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Asks in the other way to encrypt, and returns why this process can't join: what process 0 says to that, or what
     * is known.
     */
    public JoinException explain(JoinRequest request, OtherProtocolException known) {
        try {
            var _ = JobDeskGrpc.newBlockingStub(channel())
                    .withDeadlineAfter(job.joinTimeout().toNanos(), TimeUnit.NANOSECONDS)
                    .join(request);
        } catch (StatusRuntimeException e) {
            Status status = e.getStatus();
            if (status.getCode() == Status.Code.FAILED_PRECONDITION) {
                return new JoinException(String.valueOf(status.getDescription()), known);
            }
        }
        return known;
    }

    /**
     * Asks, and waits until every process has joined.
     *
     * @throws OtherProtocolException if the one at process 0's address speaks otherwise
     * @throws JoinException if process 0 can't be reached in time, refuses, or is none of this job
     */
    public JoinReply join(JoinRequest request) {
        long deadline = System.nanoTime()
                + TimeUnit.MILLISECONDS.toNanos(job.joinTimeout().toMillis() + MARGIN_MILLIS);
        int breaks = 0;
        StatusRuntimeException before = null;
        long strangerUntil = Long.MAX_VALUE;
        long pauseMillis = FIRST_PAUSE_MILLIS;
        while (true) {
            ManagedChannel asked = channel();
            try {
                return checked(JobDeskGrpc.newBlockingStub(asked)
                        .withDeadlineAfter(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
                        .join(request));
            } catch (StatusRuntimeException e) {
                if (!asked.equals(channel())) {
                    continue;
                }
                boolean mayCome;
                if (nobodyIsThere(e)) {
                    mayCome = (breaks == 0 && !job.larger()) || !FailureKind.isRefused(e.getStatus());
                } else if (isStranger(e)) {
                    strangerUntil = Math.min(strangerUntil, System.nanoTime() + STRANGER_LIMIT.toNanos());
                    mayCome = System.nanoTime() < strangerUntil;
                } else {
                    mayCome = isBroken(e) && breaks++ < MOST_BREAKS;
                }
                if (!mayCome || System.nanoTime() >= deadline) {
                    // a call that begins when the time is over says nothing else
                    boolean saysNothing = e.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED;
                    throw explained(before != null && saysNothing ? before : e);
                }
                before = e;
            }
            pause(pauseMillis);
            pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
            asked.resetConnectBackoff(); // on a host, processes start within a second
        }
    }

    /**
     * Reports which devices this process has, and waits until every process has reported.
     *
     * @throws JoinException if process 0 gives up, or is not reached any more
     */
    public DeviceAnswer compareDevices(DeviceReport report) {
        long deadline = System.nanoTime()
                + job.joinTimeout().plus(DeviceDesk.MARGIN).toNanos()
                + TimeUnit.MILLISECONDS.toNanos(MARGIN_MILLIS);
        int breaks = 0;
        while (true) {
            ManagedChannel asked = channel();
            try {
                return JobDeskGrpc.newBlockingStub(asked)
                        .withDeadlineAfter(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
                        .compareDevices(report);
            } catch (StatusRuntimeException e) {
                if (!asked.equals(channel())) {
                    continue;
                }
                if (!isBroken(e) || breaks++ == MOST_BREAKS) {
                    throw explainedDevices(e);
                }
            }
            pause(LONGEST_PAUSE_MILLIS);
        }
    }

    private JoinException explainedDevices(StatusRuntimeException failure) {
        Status status = failure.getStatus();
        return status.getCode() == Status.Code.FAILED_PRECONDITION
                ? new JoinException(String.valueOf(status.getDescription()), failure)
                : new JoinException(
                        "the processes cannot choose a device: %s got no answer: %s; has process 0 ended?"
                                .formatted(ends(), status),
                        failure);
    }

    private static boolean nobodyIsThere(StatusRuntimeException failure) {
        return isUnavailable(failure)
                && FailureKind.isCausedBy(failure, ConnectException.class, NoRouteToHostException.class);
    }

    private static boolean isBroken(StatusRuntimeException failure) {
        return isUnavailable(failure) && !FailureKind.isNotEncrypted(failure);
    }

    private static boolean isStranger(StatusRuntimeException failure) {
        return isUnavailable(failure) && FailureKind.isNotEncrypted(failure);
    }

    private static boolean isUnavailable(StatusRuntimeException failure) {
        return failure.getStatus().getCode() == Status.Code.UNAVAILABLE;
    }

    private void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JoinException("interrupted while joining: " + ends(), e);
        }
    }

    private JoinException explained(StatusRuntimeException failure) {
        Status status = failure.getStatus();
        if (status.getCode() == Status.Code.FAILED_PRECONDITION || status.getCode() == Status.Code.UNAUTHENTICATED) {
            return new JoinException(String.valueOf(status.getDescription()), null);
        }
        if (FailureKind.isNotEncrypted(failure)) {
            return new OtherProtocolException(
                    "cannot join: %s: no encrypted connection: %s; give all processes of the job the same TUTTI_SECRET_FILE or TUTTI_SECRET, and the same TUTTI_TLS"
                            .formatted(ends(), root(failure)),
                    failure);
        }
        if (job.larger() && FailureKind.isRefused(status)) {
            return new JoinException(
                    "cannot join a larger job: %s: it listened and no longer does: it was lost, or gave the job up because a member failed or was lost meanwhile; call again, or join again"
                            .formatted(ends()),
                    failure);
        }
        String message =
                "cannot join: %s got no answer within=%s: %s; is it started, is this its TUTTI_MASTER, and does it have the same TUTTI_TLS?"
                        .formatted(
                                ends(),
                                job.joinTimeout(),
                                nobodyIsThere(failure) ? root(failure).getMessage() : status);
        return isBroken(failure) && !nobodyIsThere(failure)
                ? new OtherProtocolException(message, failure)
                : new JoinException(message, failure);
    }

    private String ends() {
        return "process=%d of processes=%d from process=0 at address=%s:%d"
                .formatted(job.process(), job.processes(), job.masterHost(), job.masterPort());
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** Process 0 has proved that it is of the job, so what is wrong here is an error of ours. */
    private JoinReply checked(JoinReply reply) {
        boolean ordered = reply.getPeersCount() == job.processes();
        for (int process = 0; ordered && process < job.processes(); process++) {
            ordered = reply.getPeers(process).getProcess() == process;
        }
        if (!ordered) {
            throw new JoinException(
                    "malformed list of processes: " + ends() + "; run one version in all processes", null);
        }
        return reply;
    }
}
