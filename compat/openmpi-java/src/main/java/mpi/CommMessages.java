package mpi;

import java.nio.Buffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.NonBlockingCommunicator;
import tutti.mpi.ErrorClass;
import tutti.mpi.Memory;
import tutti.mpi.MpiFailure;
import tutti.serialization.DirectBuffer;

/** The messages of a {@link Comm}. */
abstract class CommMessages extends CommBase {

    CommMessages(Handle handle) {
        super(handle);
    }

    // ---------------------------------------------------------------- blocking

    /** Sends; returns when the message is captured, and waits for room only ({@code window-bytes}). */
    public final void send(@Nullable Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        call("send", place -> send(place, buf, count, type, dest, tag));
    }

    private static boolean send(Place place, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        DirectBuffer data = Memory.view(buf, Datatype.usable(type), 0, count);
        if (Ranks.destination(place, dest, tag) != MPI.PROC_NULL) {
            place.messages(tag).sendAsync(data, place.peer(dest));
        }
        return true;
    }

    /** Receives. */
    public final Status recv(@Nullable Object buf, int count, Datatype type, int source, int tag) throws MPIException {
        return call("recv", place -> {
            DirectBuffer target = Memory.view(buf, Datatype.usable(type), 0, count);
            return receive(place, target, source, tag);
        });
    }

    private static Status receive(Place place, DirectBuffer target, int source, int tag) {
        if (Ranks.source(place, source, tag) == MPI.PROC_NULL) {
            return Status.ofNobody();
        }
        Communicator messages = place.messages(tag);
        return Status.of(place, messages.receiveWithStatus(target, Ranks.inMessages(place, source)));
    }

    /** Sends and receives. */
    public final Status sendRecv(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        return call("sendRecv", place -> {
            DirectBuffer data = Memory.view(sendbuf, Datatype.usable(sendtype), 0, sendcount);
            DirectBuffer target = Memory.view(recvbuf, Datatype.usable(recvtype), 0, recvcount);
            return sendReceive(place, data, dest, sendtag, target, source, recvtag);
        });
    }

    /** Sends what is in a buffer, and receives into it. */
    public final Status sendRecvReplace(
            @Nullable Object buf, int count, Datatype type, int dest, int sendtag, int source, int recvtag)
            throws MPIException {
        return call("sendRecvReplace", place -> {
            DirectBuffer data = Memory.view(buf, Datatype.usable(type), 0, count);
            return sendReceive(place, data, dest, sendtag, data, source, recvtag);
        });
    }

    private static Status sendReceive(
            Place place, DirectBuffer data, int dest, int sendtag, DirectBuffer target, int source, int recvtag) {
        Ranks.source(place, source, recvtag); // before anything is sent
        if (Ranks.destination(place, dest, sendtag) != MPI.PROC_NULL) {
            var _ = place.messages(sendtag)
                    .nonBlocking()
                    .sendAsync(data, place.peer(dest)); // captured: cannot fail later
        }
        return receive(place, target, source, recvtag);
    }

    /** Sends within the attached buffer; never waits. */
    public final void bSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        call("bSend", place -> buffered(place, "bSend", buf, count, type, dest, tag));
    }

    /** Sends, and waits until the receive has begun. */
    public final void sSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        call("sSend", place -> {
            DirectBuffer data = Memory.view(buf, Datatype.usable(type), 0, count);
            if (Ranks.destination(place, dest, tag) != MPI.PROC_NULL) {
                place.messages(tag).sendSync(data, place.peer(dest));
            }
            return true;
        });
    }

    /** Sends as {@link #send} does: it does not matter whether the receive was posted. */
    public final void rSend(@Nullable Object buf, int count, Datatype type, int dest, int tag) throws MPIException {
        call("rSend", place -> send(place, buf, count, type, dest, tag));
    }

    private static Pending buffered(
            Place place, String call, @Nullable Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        DirectBuffer data = Memory.view(buf, Datatype.usable(type), 0, count);
        if (Ranks.destination(place, dest, tag) == MPI.PROC_NULL) {
            return Pending.ofProcNull(place, call);
        }
        NonBlockingCommunicator messages = place.messages(tag).nonBlocking();
        int peer = place.peer(dest);
        State.current().bsendBuffer().send(data.lengthBytes(), () -> messages.sendAsync(data, peer));
        return Pending.done(place, call, Status.empty()); // captured: the program may change its buffer
    }

    // ---------------------------------------------------------------- started

    /** Starts something for this rank's place. */
    private interface Starting {
        Pending start(Place place) throws MPIException;
    }

    private Request started(String name, @Nullable Buffer buf, Starting starting) throws MPIException {
        Ranks.direct(name, buf);
        return new Request(call(name, starting::start));
    }

    /** Prepares what may start: wrong arguments fail now. */
    private Prequest prepared(String name, @Nullable Buffer buf, int count, Datatype type, Peer peer, Starting starting)
            throws MPIException {
        Ranks.direct(name, buf);
        call(name, place -> {
            Memory.view(buf, Datatype.usable(type), 0, count);
            return peer.of(place);
        });
        return new Prequest(() -> call(name, starting::start));
    }

    /** Checks whom a message is for or from. */
    private interface Peer {
        int of(Place place);
    }

    private static Starting sending(
            String name, boolean synchronous, @Nullable Buffer buf, int count, Datatype type, int dest, int tag) {
        return place -> {
            DirectBuffer data = Memory.view(buf, Datatype.usable(type), 0, count);
            if (Ranks.destination(place, dest, tag) == MPI.PROC_NULL) {
                return Pending.ofProcNull(place, name);
            }
            NonBlockingCommunicator messages = place.messages(tag).nonBlocking();
            int peer = place.peer(dest);
            return Pending.of(
                    place, name, synchronous ? messages.sendSync(data, peer) : messages.sendAsync(data, peer));
        };
    }

    private static Starting receiving(
            String name, @Nullable Buffer buf, int count, Datatype type, int source, int tag) {
        return place -> {
            DirectBuffer target = Memory.view(buf, Datatype.usable(type), 0, count);
            if (Ranks.source(place, source, tag) == MPI.PROC_NULL) {
                return Pending.ofProcNull(place, name);
            }
            NonBlockingCommunicator messages = place.messages(tag).nonBlocking();
            return Pending.of(place, name, messages.receiveWithStatus(target, Ranks.inMessages(place, source)));
        };
    }

    /** Starts {@link #send}. */
    public final Request iSend(@Nullable Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return started("iSend", buf, sending("iSend", false, buf, count, type, dest, tag));
    }

    /** Starts {@link #bSend}. */
    public final Request ibSend(@Nullable Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return started("ibSend", buf, place -> buffered(place, "ibSend", buf, count, type, dest, tag));
    }

    /** Starts {@link #sSend}. */
    public final Request isSend(@Nullable Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return started("isSend", buf, sending("isSend", true, buf, count, type, dest, tag));
    }

    /** Starts {@link #rSend}. */
    public final Request irSend(@Nullable Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException {
        return started("irSend", buf, sending("irSend", false, buf, count, type, dest, tag));
    }

    /** Starts {@link #recv}. */
    public final Request iRecv(@Nullable Buffer buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        return started("iRecv", buf, receiving("iRecv", buf, count, type, source, tag));
    }

    /** Prepares {@link #send}. */
    public final Prequest sendInit(@Nullable Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepared(
                "sendInit",
                buf,
                count,
                type,
                place -> Ranks.destination(place, dest, tag),
                sending("sendInit", false, buf, count, type, dest, tag));
    }

    /** Prepares {@link #bSend}. */
    public final Prequest bSendInit(@Nullable Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepared(
                "bSendInit",
                buf,
                count,
                type,
                place -> Ranks.destination(place, dest, tag),
                place -> buffered(place, "bSendInit", buf, count, type, dest, tag));
    }

    /** Prepares {@link #sSend}. */
    public final Prequest sSendInit(@Nullable Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepared(
                "sSendInit",
                buf,
                count,
                type,
                place -> Ranks.destination(place, dest, tag),
                sending("sSendInit", true, buf, count, type, dest, tag));
    }

    /** Prepares {@link #rSend}. */
    public final Prequest rSendInit(@Nullable Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepared(
                "rSendInit",
                buf,
                count,
                type,
                place -> Ranks.destination(place, dest, tag),
                sending("rSendInit", false, buf, count, type, dest, tag));
    }

    /** Prepares {@link #recv}. */
    public final Prequest recvInit(@Nullable Buffer buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        return prepared(
                "recvInit",
                buf,
                count,
                type,
                place -> Ranks.source(place, source, tag),
                receiving("recvInit", buf, count, type, source, tag));
    }

    // ---------------------------------------------------------------- probes, packing

    /** Says what a receive would get now, or null if there is nothing. */
    public final @Nullable Status iProbe(int source, int tag) throws MPIException {
        return this.<@Nullable Status>call("iProbe", place -> {
            if (Ranks.source(place, source, tag) == MPI.PROC_NULL) {
                return Status.ofNobody();
            }
            Optional<tutti.messaging.Status> found = place.messages(tag).tryProbe(Ranks.inMessages(place, source));
            return found.isPresent() ? Status.of(place, found.get()) : null;
        });
    }

    /** Waits until a receive would get something, and says what. */
    public final Status probe(int source, int tag) throws MPIException {
        return call("probe", place -> {
            if (Ranks.source(place, source, tag) == MPI.PROC_NULL) {
                return Status.ofNobody();
            }
            return Status.of(place, place.messages(tag).probe(Ranks.inMessages(place, source)));
        });
    }

    /**
     * Copies items behind a position of an array, and returns the position behind them; to be sent as {@link
     * MPI#PACKED}.
     */
    public final int pack(@Nullable Object inbuf, int incount, Datatype type, byte[] outbuf, int position)
            throws MPIException {
        return call("pack", place -> {
            DirectBuffer data = Memory.of(inbuf).view(Datatype.usable(type), 0, incount);
            packed(outbuf, position, data.length()).copyFrom(data);
            return Math.toIntExact(position + data.length());
        });
    }

    /** Copies items from a position of an array, and returns the position behind them. */
    public final int unpack(byte[] inbuf, int position, @Nullable Object outbuf, int outcount, Datatype type)
            throws MPIException {
        return call("unpack", place -> {
            DirectBuffer target = Memory.of(outbuf).view(Datatype.usable(type), 0, outcount);
            target.copyFrom(packed(inbuf, position, target.length()));
            return Math.toIntExact(position + target.length());
        });
    }

    private static DirectBuffer packed(byte[] array, int position, long length) {
        if (position < 0 || length > array.length - position) {
            throw new MpiFailure(
                    ErrorClass.TRUNCATE,
                    "packed items do not fit the array: position=%d bytes=%d array=%d"
                            .formatted(position, length, array.length));
        }
        return DirectBuffer.of(array, position, (int) length);
    }

    /** Returns how many bytes {@link #pack} needs. */
    public final int packSize(int incount, Datatype type) throws MPIException {
        return call("packSize", place -> {
            if (incount < 0) {
                throw new MpiFailure(ErrorClass.COUNT, "a count must not be negative: count=" + incount);
            }
            return Math.toIntExact(incount * Datatype.usable(type).size());
        });
    }
}
