package tutti.messaging.bootstrap;

import com.google.protobuf.ByteString;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tutti.messaging.JoinException;
import tutti.messaging.config.Job;
import tutti.messaging.config.VersionInfo;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.failure.FailureKind;
import tutti.messaging.proto.ConnectRequest;
import tutti.messaging.proto.Invitation;
import tutti.messaging.proto.JobPortGrpc;
import tutti.messaging.proto.JoinRequest;
import tutti.messaging.proto.Peer;
import tutti.messaging.security.TransportSecurity;

/**
 * How a process that comes later, or one of another job, calls the ports of a job, and waits there to be taken in.
 *
 * <p>It waits at the first that answers, as long as that lives, then at the next. Used by one thread at a time.
 */
public final class PortClient {
    private static final System.Logger LOG = System.getLogger(PortClient.class.getName());

    private static final long PAUSE_MILLIS = 100;
    private static final long TELL_AFTER_NANOS = TimeUnit.SECONDS.toNanos(10); // people wait for it
    private static final int MOST_BREAKS = 10; // what a program that speaks another protocol does is a break
    private static final int MAX_PORT = 65_535;
    private static final long SECONDS_OF_SILENCE = 10;

    private final Job job;
    private final String codec;
    private final String kind;
    private final byte[] place;
    private final long patienceNanos;
    private boolean hasWaited;

    /**
     * Prepares to call.
     *
     * @param job settings of the caller, and how many processes it brings
     * @param codec identity of its codec
     * @param kind what it wants
     * @param place what it says of its members
     * @param patienceNanos how long to call while no port answers
     */
    public PortClient(Job job, String codec, String kind, byte[] place, long patienceNanos) {
        this.job = job;
        this.codec = codec;
        this.kind = kind;
        this.place = place.clone();
        this.patienceNanos = patienceNanos;
    }

    /** A caller that is taken in; closing says that it has joined, or will not. */
    public static final class Admitted implements AutoCloseable {
        private final Admission admission;
        private final ManagedChannel channel;

        Admitted(Admission admission, ManagedChannel channel) {
            this.admission = admission;
            this.channel = channel;
        }

        public Admission admission() {
            return admission;
        }

        @Override
        public void close() {
            channel.shutdownNow();
        }
    }

    /**
     * Calls the ports in their order, again and again, and waits to be taken in.
     *
     * @param ports {@code host:port} of each
     * @throws JoinException if none has answered for as long as the caller has patience, one refuses, or the thread is
     *     interrupted
     */
    public Admitted await(List<String> ports) {
        long giveUpAt = System.nanoTime() + patienceNanos;
        long tellAt = System.nanoTime() + TELL_AFTER_NANOS;
        int breaks = 0;
        Deque<String> next = new ArrayDeque<>(ports);
        String last = "no answer";
        while (true) {
            String port = next.isEmpty() ? null : next.poll();
            if (port == null) {
                if (System.nanoTime() >= giveUpAt) {
                    throw new JoinException(
                            "cannot %s: %s found no job at ports=%s within=%s: %s; does the job run, has it opened these ports, and does it have the same TUTTI_TLS?"
                                    .formatted(verb(), self(), ports, Duration.ofNanos(patienceNanos), last),
                            null);
                }
                if (System.nanoTime() >= tellAt && tellAt < giveUpAt) {
                    LOG.log(
                            System.Logger.Level.INFO,
                            "%s finds no job at ports=%s yet, and calls for %s at most: %s"
                                    .formatted(self(), ports, Duration.ofNanos(patienceNanos), last));
                    tellAt = giveUpAt; // once
                }
                pause();
                next.addAll(ports);
                continue;
            }
            Call call = new Call(port);
            boolean isAdmitted = false;
            try {
                Invitation invitation = call.await();
                if (invitation.getOtherPort().isEmpty()) {
                    isAdmitted = true;
                    return new Admitted(Admission.of(invitation), call.channel);
                }
                next.addFirst(invitation.getOtherPort());
                giveUpAt = System.nanoTime() + patienceNanos;
            } catch (StatusRuntimeException e) {
                last = "port=%s %s".formatted(port, text(e));
                if (call.waited) {
                    giveUpAt = System.nanoTime() + patienceNanos; // that process has ended: others may live
                } else if (!isUnreached(e) && ++breaks > MOST_BREAKS) {
                    throw explained(port, e);
                }
                if (!mayRetry(e)) {
                    throw explained(port, e);
                }
            } finally {
                if (!isAdmitted) {
                    call.channel.shutdownNow();
                }
            }
        }
    }

    /** Returns whether a port has let this caller wait, in a call that may have ended. */
    public boolean hasWaited() {
        return hasWaited;
    }

    /** Returns whether another port may answer: this one was not reached, or has closed. */
    private static boolean mayRetry(StatusRuntimeException failure) {
        return hasClosed(failure)
                || (failure.getStatus().getCode() == Status.Code.UNAVAILABLE && !FailureKind.isNotEncrypted(failure));
    }

    /** Returns whether the other side has ended the call without an answer, which this one does only if interrupted. */
    private static boolean hasClosed(StatusRuntimeException failure) {
        return failure.getStatus().getCode() == Status.Code.CANCELLED
                && !Thread.currentThread().isInterrupted();
    }

    private static boolean isUnreached(StatusRuntimeException failure) {
        return FailureKind.isCausedBy(
                failure, ConnectException.class, NoRouteToHostException.class, UnknownHostException.class);
    }

    /** Says what has failed in one line: a status shows the stack of its cause. */
    private static String text(StatusRuntimeException failure) {
        Throwable cause = failure.getCause();
        if (hasClosed(failure)) {
            return "the port has closed";
        }
        return failure.getMessage()
                + (cause == null
                        ? ""
                        : ": "
                                + String.valueOf(cause.getMessage())
                                        .lines()
                                        .findFirst()
                                        .orElse(""));
    }

    private JoinException explained(String port, StatusRuntimeException failure) {
        String why = failure.getStatus().getDescription();
        if (FailureKind.isNotEncrypted(failure)) {
            why = "no encrypted connection; give both the same TUTTI_SECRET_FILE or TUTTI_SECRET, and the"
                    + " same TUTTI_TLS";
        } else if (hasClosed(failure)) {
            why = text(failure);
        } else if (failure.getStatus().getCode() == Status.Code.UNAVAILABLE) {
            why = text(failure) + "; does the job have the same TUTTI_TLS?";
        } else if (failure.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
            why = "what listens there takes in no others: it is another program, or the job has ended and another"
                    + " one has got its port; give a port that the job has opened for others";
        }
        return new JoinException("cannot %s: %s at port=%s: %s".formatted(verb(), self(), port, why), failure);
    }

    private String verb() {
        return kind.equals(PortService.NEWCOMER) || kind.equals(PortService.RESTARTED)
                ? "join"
                : kind.startsWith(NameService.PUBLISH) ? "publish" : "connect";
    }

    private String self() {
        return "%s host=%s pid=%d"
                .formatted(
                        PortService.callers(kind),
                        Addresses.hostName(),
                        ProcessHandle.current().pid());
    }

    private void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private JoinException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new JoinException("interrupted at the port of a job: " + self(), e);
    }

    /** One call of one port. */
    private final class Call {
        final ManagedChannel channel;
        private final Iterator<Invitation> answers;
        private boolean waited;

        Call(String port) {
            int colon = port.lastIndexOf(':');
            String host = port.substring(0, Math.max(0, colon));
            int number = number(port, colon);
            Job both = PortServer.portOf(job, host, number).withPlace(1, 2, host, number);
            TransportSecurity security =
                    TransportSecurity.of(both, !Addresses.masterAddress(both).isLoopbackAddress());
            channel = security.protect(NettyChannelBuilder.forAddress(host, number), 0)
                    .keepAliveTime(PortServer.SECONDS_UNTIL_ASKED, TimeUnit.SECONDS)
                    .keepAliveTimeout(PortServer.signLimit(job).toNanos(), TimeUnit.NANOSECONDS)
                    .disableRetry()
                    .build();
            answers = JobPortGrpc.newBlockingStub(channel).connect(request(port));
        }

        private static int number(String port, int colon) {
            try {
                int number = Integer.parseInt(port.substring(colon + 1));
                if (colon > 0 && number > 0 && number <= MAX_PORT) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // said below
            }
            throw new IllegalArgumentException(
                    "a port of a job must be host:port, with a port in [1, %d]: got=%s".formatted(MAX_PORT, port));
        }

        Invitation await() {
            awaitConnection();
            Invitation answer = next();
            while (answer.getWaits()) {
                waited = true;
                hasWaited = true;
                answer = next();
            }
            return answer;
        }

        /** Waits for the greeting of what listens there, for which gRPC has no limit. */
        private void awaitConnection() {
            long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_OF_SILENCE);
            ConnectivityState state = channel.getState(false);
            while (state == ConnectivityState.IDLE || state == ConnectivityState.CONNECTING) {
                CountDownLatch changed = new CountDownLatch(1);
                channel.notifyWhenStateChanged(state, changed::countDown);
                try {
                    if (!changed.await(giveUpAt - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                        throw Status.UNAVAILABLE
                                .withDescription(
                                        "what listens there has not answered for %d s, so it is no job of this version"
                                                .formatted(SECONDS_OF_SILENCE))
                                .asRuntimeException();
                    }
                } catch (InterruptedException e) {
                    throw interrupted(e);
                }
                state = channel.getState(false);
            }
        }

        private Invitation next() {
            if (!answers.hasNext()) {
                throw Status.UNAVAILABLE
                        .withDescription("the port has ended the call")
                        .asRuntimeException();
            }
            return answers.next();
        }

        private ConnectRequest request(String port) {
            return ConnectRequest.newBuilder()
                    .setPort(port)
                    .setKind(kind)
                    .setPlace(ByteString.copyFrom(place))
                    .setCaller(JoinRequest.newBuilder()
                            .setWireVersion(FrameFormat.VERSION)
                            .setProcesses(job.processes())
                            .setSelf(Peer.newBuilder()
                                    .setHost(Addresses.hostName())
                                    .setPid(ProcessHandle.current().pid()))
                            .setWindowBytes(job.windowBytes())
                            .setAlgorithms(job.algorithms())
                            .setCodec(codec)
                            .setSoftware(VersionInfo.versions())
                            .putAllSettings(job.comparedWithNewcomers()))
                    .build();
        }
    }
}
