package tutti.messaging.bootstrap;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.config.Job;
import tutti.messaging.proto.ConnectRequest;
import tutti.messaging.proto.Invitation;
import tutti.messaging.proto.JobPortGrpc;
import tutti.messaging.proto.JoinRequest;

/**
 * Where those wait who call the ports of a process, until its members take them in.
 *
 * <p>Thread-safe. A caller that does not fit is told so at once, and disturbs no one.
 */
public final class PortService extends JobPortGrpc.JobPortImplBase {
    /** What processes want that come later; jobs that connect want one port, {@link #connection}. */
    public static final String NEWCOMER = "newcomer";

    /** What processes want that may be one of a job's that was started again: to wait as newcomers if it has begun. */
    public static final String RESTARTED = "restarted";

    private static final String CONNECTION = "job/";
    private static final long LOOK_PERIOD_MILLIS = 20;
    private static final int MOST_WAITING = 10_000;

    private final JoinCheck check;
    private final int process;
    private final Set<String> open = new HashSet<>(); // kinds that may wait here; guarded by this, as what follows
    private final List<PortCaller> waiting = new ArrayList<>();
    private @Nullable String otherPort; // where callers of a kind are sent on to, or null
    private String sentOn = ""; // that kind
    private @Nullable String lastRefusal;

    /**
     * Makes a service that no one can call yet.
     *
     * @param job of the process; callers must have been told the same settings
     * @param codec identity of its codec
     */
    public PortService(Job job, String codec) {
        process = job.process();
        check = new JoinCheck(
                "process=%d of the job".formatted(job.process()), job, codec, job.comparedWithNewcomers());
    }

    /** Returns the kind of those that want one port among those of a process. */
    public static String connection(String token) {
        return CONNECTION + token;
    }

    /** Returns what people call those of a kind. */
    static String callers(String kind) {
        return kind.equals(NEWCOMER) || kind.equals(RESTARTED) ? NEWCOMER : "job";
    }

    /** From now on those of a kind may wait here. */
    public synchronized void open(String kind) {
        open.add(kind);
    }

    /** Refuses those of a kind that wait, and those that still come. */
    public void close(String kind) {
        List<PortCaller> refused;
        synchronized (this) {
            open.remove(kind);
            refused = ofKind(kind);
            waiting.removeAll(refused);
        }
        refused.forEach(caller ->
                caller.refuse("the port was closed: %s port=%s process=%d; let the job that accepts open another"
                        .formatted(caller.named(), caller.port(), process)));
    }

    /** Returns whether those of a kind may wait here. */
    public synchronized boolean isOpen(String kind) {
        return open.contains(kind);
    }

    @Override
    public void connect(ConnectRequest request, StreamObserver<Invitation> reply) {
        if (!request.getKind().equals(RESTARTED)) {
            connectAs(request, reply);
        } else if (isOpen(RESTARTED)) {
            connectAs(request.toBuilder().setKind(NEWCOMER).build(), reply);
        } else { // it is one of those that the job waits for
            reply.onError(Status.NOT_FOUND
                    .withDescription("the job has not begun: process=" + process)
                    .asRuntimeException());
        }
    }

    private void connectAs(ConnectRequest request, StreamObserver<Invitation> reply) {
        ServerCallStreamObserver<Invitation> call = (ServerCallStreamObserver<Invitation>) reply;
        PortCaller caller = new PortCaller(request, call);
        call.setOnCancelHandler(() -> gone(caller));
        String refusal = refusal(caller, request.getCaller());
        if (refusal != null) {
            synchronized (this) {
                lastRefusal = refusal;
            }
            caller.refuse(refusal);
            return;
        }
        caller.answer(Invitation.newBuilder().setWaits(true).build());
        String other;
        synchronized (this) {
            other = request.getKind().equals(sentOn) ? otherPort : null;
            if (other == null && !caller.isGone()) { // else it is gone before it was here
                waiting.add(caller);
                notifyAll();
            }
        }
        if (other != null) {
            sendOn(caller, other);
        }
    }

    private @Nullable String refusal(PortCaller caller, JoinRequest request) {
        String named = caller.named();
        String versions = check.differingVersions(named, request);
        if (versions != null) {
            return versions;
        }
        synchronized (this) {
            if (!open.contains(caller.kind())) {
                return caller.kind().equals(NEWCOMER)
                        ? "the job takes no newcomers: %s process=%d; start it with TUTTI_JOIN_PORT"
                                .formatted(named, process)
                        : "there is no such port: %s process=%d; it was closed, or has another name: take the one that openPort has returned"
                                .formatted(named, process);
            }
            if (waiting.size() >= MOST_WAITING) {
                return "too many wait at the port already: %s waiting=%d".formatted(named, waiting.size());
            }
        }
        return check.differingSettings(named, request);
    }

    private void gone(PortCaller caller) {
        synchronized (this) {
            waiting.remove(caller);
        }
        caller.gone();
    }

    /**
     * Waits until so many callers of a kind wait, and takes those that came first.
     *
     * @param deadlineNanos as {@link System#nanoTime} counts
     * @param wanted whether to wait on
     * @return so many; none if the time is up before, or waiting is not wanted any more
     */
    public List<PortCaller> take(String kind, int number, long deadlineNanos, BooleanSupplier wanted)
            throws InterruptedException {
        while (true) {
            synchronized (this) {
                List<PortCaller> found = ofKind(kind);
                if (found.size() >= number) {
                    List<PortCaller> taken = List.copyOf(found.subList(0, number));
                    waiting.removeAll(taken);
                    return taken;
                }
                long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
                if (left <= 0) {
                    return List.of();
                }
                wait(Math.min(left, LOOK_PERIOD_MILLIS));
            }
            if (!wanted.getAsBoolean()) {
                return List.of();
            }
        }
    }

    /** Returns why one that has called last was refused, for people; empty if none was. */
    public synchronized String refusals() {
        return lastRefusal == null ? "" : "; the last that was refused: " + lastRefusal;
    }

    /** Returns how many callers of a kind wait. */
    public synchronized int waiting(String kind) {
        return ofKind(kind).size();
    }

    private List<PortCaller> ofKind(String kind) {
        return waiting.stream()
                .filter(caller -> caller.kind().equals(kind) && !caller.isGone())
                .toList();
    }

    /** Sends the callers of a kind, and those that come, to a port of another process. */
    public void sendOn(String kind, String port) {
        List<PortCaller> callers;
        synchronized (this) {
            otherPort = port;
            sentOn = kind;
            callers = ofKind(kind);
            waiting.removeAll(callers);
        }
        callers.forEach(caller -> sendOn(caller, port));
    }

    private static void sendOn(PortCaller caller, String port) {
        caller.answer(Invitation.newBuilder().setOtherPort(port).build());
        caller.end();
    }

    /** Lets those wait here again that come. */
    public synchronized void keepCallers() {
        otherPort = null;
        sentOn = "";
    }

    /** Refuses all that wait: the process ends, or closes the address that they have called. */
    public void refuseAll(@Nullable String port, String why) {
        List<PortCaller> refused;
        synchronized (this) {
            refused = waiting.stream()
                    .filter(caller -> port == null || caller.port().equals(port))
                    .toList();
            waiting.removeAll(refused);
        }
        refused.forEach(caller -> caller.endAs(Status.UNAVAILABLE.withDescription(why)));
    }
}
