package mpi;

import org.jspecify.annotations.Nullable;

/** The messages of a {@link Comm}. */
abstract class CommPoint extends CommBase {

    CommPoint(Handle handle) {
        super(handle);
    }

    private interface Doing {
        void on(Place place);
    }

    private void perform(String name, Doing action) {
        call(name, place -> {
            action.on(place);
            return true;
        });
    }

    // ---------------------------------------------------------------- blocking

    /** Sends; returns when the message is captured, and waits for room only ({@code window-bytes}). */
    public void Send(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        perform("Send", place -> CommMessages.send(place, new Items(buf, offset, count, datatype), dest, tag));
    }

    /** Sends, and waits until the receive has begun. */
    public void Ssend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        perform("Ssend", place -> CommMessages.sendSync(place, new Items(buf, offset, count, datatype), dest, tag));
    }

    /** Sends within the attached buffer; never waits. */
    public void Bsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        perform("Bsend", place -> {
            var _ = CommMessages.start(
                    place,
                    "Bsend",
                    CommMessages.Mode.BUFFERED,
                    new Items(buf, offset, count, datatype),
                    dest,
                    tag); // has ended
        });
    }

    /** Sends as {@link #Send} does: it does not matter whether the receive was posted. */
    public void Rsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        perform("Rsend", place -> CommMessages.send(place, new Items(buf, offset, count, datatype), dest, tag));
    }

    /** Receives. */
    public Status Recv(@Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        return call("Recv", place -> CommMessages.receive(place, new Items(buf, offset, count, datatype), source, tag));
    }

    /** Sends and receives. */
    public Status Sendrecv(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        return call(
                "Sendrecv",
                place -> CommMessages.sendReceive(
                        place,
                        new Items(sendbuf, sendoffset, sendcount, sendtype),
                        dest,
                        sendtag,
                        new Items(recvbuf, recvoffset, recvcount, recvtype),
                        source,
                        recvtag));
    }

    /** Sends what is in an array, and receives into it. */
    public Status Sendrecv_replace(
            @Nullable Object buf,
            int offset,
            int count,
            Datatype datatype,
            int dest,
            int sendtag,
            int source,
            int recvtag)
            throws MPIException {
        Items items = new Items(buf, offset, count, datatype);
        return call(
                "Sendrecv_replace",
                place -> CommMessages.sendReceive(place, items, dest, sendtag, items, source, recvtag));
    }

    /** Waits until a receive would get something, and says what. */
    public Status Probe(int source, int tag) throws MPIException {
        return call("Probe", place -> CommMessages.probe(place, source, tag));
    }

    /** Says what a receive would get now, or null if there is nothing. */
    public @Nullable Status Iprobe(int source, int tag) throws MPIException {
        return this.<@Nullable Status>call("Iprobe", place -> CommMessages.tryProbe(place, source, tag));
    }

    // ---------------------------------------------------------------- started

    private Request started(String name, CommMessages.Mode mode, Items items, int dest, int tag) {
        return new Request(call(name, place -> CommMessages.start(place, name, mode, items, dest, tag)));
    }

    private Prequest prepared(String name, CommMessages.Mode mode, Items items, int dest, int tag) {
        Place place = place(name);
        place.call(name, any -> CommMessages.check(items, any.destination(dest, tag)));
        return new Prequest(
                place, () -> place.call(name, any -> CommMessages.start(any, name, mode, items, dest, tag)));
    }

    /** Starts {@link #Send}. */
    public Request Isend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return started("Isend", CommMessages.Mode.STANDARD, new Items(buf, offset, count, datatype), dest, tag);
    }

    /** Starts {@link #Bsend}. */
    public Request Ibsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return started("Ibsend", CommMessages.Mode.BUFFERED, new Items(buf, offset, count, datatype), dest, tag);
    }

    /** Starts {@link #Ssend}. */
    public Request Issend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return started("Issend", CommMessages.Mode.SYNCHRONOUS, new Items(buf, offset, count, datatype), dest, tag);
    }

    /** Starts {@link #Rsend}. */
    public Request Irsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return started("Irsend", CommMessages.Mode.STANDARD, new Items(buf, offset, count, datatype), dest, tag);
    }

    /** Starts {@link #Recv}; the array is filled when the request is waited for. */
    public Request Irecv(@Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        Items items = new Items(buf, offset, count, datatype);
        return new Request(call("Irecv", place -> CommMessages.startReceive(place, "Irecv", items, source, tag)));
    }

    /** Prepares {@link #Send}. */
    public Prequest Send_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return prepared("Send_init", CommMessages.Mode.STANDARD, new Items(buf, offset, count, datatype), dest, tag);
    }

    /** Prepares {@link #Bsend}. */
    public Prequest Bsend_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return prepared("Bsend_init", CommMessages.Mode.BUFFERED, new Items(buf, offset, count, datatype), dest, tag);
    }

    /** Prepares {@link #Ssend}. */
    public Prequest Ssend_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return prepared(
                "Ssend_init", CommMessages.Mode.SYNCHRONOUS, new Items(buf, offset, count, datatype), dest, tag);
    }

    /** Prepares {@link #Rsend}. */
    public Prequest Rsend_init(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPIException {
        return prepared("Rsend_init", CommMessages.Mode.STANDARD, new Items(buf, offset, count, datatype), dest, tag);
    }

    /** Prepares {@link #Recv}. */
    public Prequest Recv_init(@Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPIException {
        Items items = new Items(buf, offset, count, datatype);
        Place place = place("Recv_init");
        place.call("Recv_init", any -> CommMessages.check(items, any.source(source, tag)));
        return new Prequest(
                place,
                () -> place.call("Recv_init", any -> CommMessages.startReceive(any, "Recv_init", items, source, tag)));
    }
}
