package mpi;

import java.nio.Buffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.group.ProbedMessage;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.Memory;
import tutti.mpi.MpiFailure;
import tutti.serialization.DirectBuffer;

/** A message that a matched probe has taken, to be received once. */
public final class Message {
    private @Nullable Found found; // guarded by this

    /** @param message null if it is from PROC_NULL */
    private record Found(Place place, @Nullable ProbedMessage message) {}

    /** Makes an object to hold a message; it is null. */
    public Message() {}

    private synchronized void set(@Nullable Found taken) {
        found = taken;
    }

    private synchronized Found take(String call) throws MPIException {
        Found taken = peek(call);
        found = null;
        return taken;
    }

    /** Returns whether it holds no message. */
    public synchronized boolean isNull() {
        return found == null;
    }

    /** Returns whether the message is from {@code MPI.PROC_NULL}. */
    public synchronized boolean isNoProc() {
        return found != null && found.message() == null;
    }

    /** Waits for a message and takes it. */
    public Status mProbe(int source, int tag, Comm comm) throws MPIException {
        return CommBase.given("mProbe", comm).call("mProbe", place -> {
            if (Ranks.source(place, source, tag) == MPI.PROC_NULL) {
                set(new Found(place, null));
                return Status.ofNobody();
            }
            return taken(place, place.messages(tag).matchedProbe(Ranks.inMessages(place, source)));
        });
    }

    /** Takes a message that is there; returns null if there is none. */
    public @Nullable Status imProbe(int source, int tag, Comm comm) throws MPIException {
        return CommBase.given("imProbe", comm).<@Nullable Status>call("imProbe", place -> {
            if (Ranks.source(place, source, tag) == MPI.PROC_NULL) {
                set(new Found(place, null));
                return Status.ofNobody();
            }
            Optional<ProbedMessage> message = place.messages(tag).tryMatchedProbe(Ranks.inMessages(place, source));
            return message.isPresent() ? taken(place, message.get()) : null;
        });
    }

    private Status taken(Place place, ProbedMessage message) {
        set(new Found(place, message));
        return Status.of(place, message.status());
    }

    /** Receives the message. */
    public Status mRecv(@Nullable Object buf, int count, Datatype type) throws MPIException {
        Found taken = take("mRecv");
        ProbedMessage message = taken.message();
        if (message == null) {
            return Status.ofNobody();
        }
        try {
            DirectBuffer target = Memory.view(buf, Datatype.usable(type), 0, count);
            Status status = Status.of(taken.place(), message.status());
            long length = message.status().length();
            if (length > target.length()) {
                throw new MpiFailure(
                        ErrorClass.TRUNCATE,
                        "message has more bytes than the buffer: bytes=%d room=%d".formatted(length, target.length()));
            }
            message.receive(target.slice(0, length));
            return status;
        } catch (RuntimeException e) {
            throw taken.place().failed("mRecv", e);
        }
    }

    /** Receives the message into a direct buffer. It is here already, or arrives during the call. */
    public Request imRecv(Buffer buf, int count, Datatype type) throws MPIException {
        Place place = peek("imRecv").place();
        Ranks.direct("imRecv", buf);
        Status status = mRecv(buf, count, type);
        return new Request(Pending.done(place, "imRecv", status));
    }

    private synchronized Found peek(String call) throws MPIException {
        return State.call(
                call, () -> Given.of(found, ErrorClass.REQUEST, "the message; it was received, or none was probed"));
    }
}
