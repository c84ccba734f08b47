package tutti.messaging.bootstrap;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import tutti.messaging.proto.ConnectRequest;
import tutti.messaging.proto.Invitation;
import tutti.messaging.proto.Peer;

/** One that has called a port, and waits to be taken in or has been. Thread-safe. */
public final class PortCaller implements WaitingCaller {
    private final ConnectRequest request;
    private final StreamObserver<Invitation> reply; // guarded by this, as what follows
    private final List<Runnable> whenGone = new ArrayList<>();
    private boolean ended;
    private boolean gone;

    PortCaller(ConnectRequest request, StreamObserver<Invitation> reply) {
        this.request = request;
        this.reply = reply;
    }

    @Override
    public String named() {
        Peer self = request.getCaller().getSelf();
        return "%s host=%s pid=%d".formatted(PortService.callers(kind()), shortened(self.getHost()), self.getPid());
    }

    private static String shortened(String text) {
        int most = 255; // as in the DNS
        return text.length() <= most ? text : text.substring(0, most);
    }

    /** Returns what it wants. */
    public String kind() {
        return request.getKind();
    }

    /** Returns how many processes it brings. */
    public int processes() {
        return request.getCaller().getProcesses();
    }

    /** Returns what it says of its members. */
    public byte[] place() {
        return request.getPlace().toByteArray();
    }

    String port() {
        return request.getPort();
    }

    @Override
    public void admit(Admission admission) {
        answer(admission.toInvitation());
    }

    synchronized void answer(Invitation invitation) {
        if (!ended && !gone) {
            reply.onNext(invitation);
        }
    }

    @Override
    public void whenGone(Runnable callback) {
        synchronized (this) {
            if (!gone) {
                whenGone.add(callback);
                return;
            }
        }
        callback.run();
    }

    synchronized boolean isGone() {
        return gone;
    }

    void gone() {
        List<Runnable> callbacks;
        synchronized (this) {
            gone = true;
            callbacks = ended ? List.of() : List.copyOf(whenGone);
        }
        callbacks.forEach(Runnable::run);
    }

    @Override
    public synchronized void end() {
        if (!ended && !gone) {
            ended = true;
            reply.onCompleted();
        }
    }

    /** Tells it why it is not taken in. */
    public void refuse(String why) {
        endAs(Status.FAILED_PRECONDITION.withDescription(why));
    }

    synchronized void endAs(Status status) {
        if (!ended && !gone) {
            ended = true;
            reply.onError(status.asRuntimeException());
        }
    }
}
