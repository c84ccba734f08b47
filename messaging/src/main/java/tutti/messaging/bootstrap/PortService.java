package tutti.messaging.bootstrap;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
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
    private static final long LOOK_PERIOD_MILLIS = 20;
    private static final int MOST_WAITING = 10_000;

    private final JoinCheck check;
    private final List<PortCaller> waiting = new ArrayList<>(); // guarded by this, as what follows
    private @Nullable String otherPort; // where callers of a kind are sent on to, or null
    private String sentOn = ""; // that kind

    /**
     * Makes a service that no one can call yet.
     *
     * @param job of the process; callers must have been told the same settings
     * @param codec identity of its codec
     */
    public PortService(Job job, String codec) {
        check = new JoinCheck(
                "process=%d of the job".formatted(job.process()), job, codec, job.comparedWithNewcomers());
    }

    @Override
    public void connect(ConnectRequest request, StreamObserver<Invitation> reply) {
        ServerCallStreamObserver<Invitation> call = (ServerCallStreamObserver<Invitation>) reply;
        PortCaller caller = new PortCaller(request, call);
        call.setOnCancelHandler(() -> gone(caller));
        String refusal = refusal(caller, request.getCaller());
        if (refusal != null) {
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

    /** Refuses all that wait: the process ends, or closes the port that they have called. */
    void refuseAll(@Nullable String port, String why) {
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
