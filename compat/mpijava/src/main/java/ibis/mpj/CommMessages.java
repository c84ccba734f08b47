package ibis.mpj;

import org.jspecify.annotations.Nullable;

/** The messages of a {@link Comm}. */
abstract class CommMessages {
    private final mpi.Comm all;

    CommMessages(mpi.Comm all) {
        this.all = all;
    }

    // ---------------------------------------------------------------- blocking

    /** As {@link mpi.Comm#Send}. */
    public void send(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPJException {
        Calls.run(() -> all.Send(buf, offset, count, datatype.type(), dest, tag));
    }

    /** As {@link mpi.Comm#Ssend}. */
    public void ssend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPJException {
        Calls.run(() -> all.Ssend(buf, offset, count, datatype.type(), dest, tag));
    }

    /** As {@link mpi.Comm#Bsend}. */
    public void bsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPJException {
        Calls.run(() -> all.Bsend(buf, offset, count, datatype.type(), dest, tag));
    }

    /** As {@link mpi.Comm#Rsend}. */
    public void rsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPJException {
        Calls.run(() -> all.Rsend(buf, offset, count, datatype.type(), dest, tag));
    }

    /** As {@link mpi.Comm#Recv}. */
    public Status recv(@Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPJException {
        return Calls.call(
                () -> Status.of(all.Recv(buf, offset, count, datatype.type(), Calls.source(source), Calls.tag(tag))));
    }

    /** As {@link mpi.Comm#Sendrecv}. */
    public Status sendrecv(
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
            throws MPJException {
        return Calls.call(() -> Status.of(all.Sendrecv(
                sendbuf,
                sendoffset,
                sendcount,
                sendtype.type(),
                dest,
                sendtag,
                recvbuf,
                recvoffset,
                recvcount,
                recvtype.type(),
                Calls.source(source),
                Calls.tag(recvtag))));
    }

    /** As {@link mpi.Comm#Sendrecv_replace}. */
    public Status sendrecvReplace(
            @Nullable Object buf,
            int offset,
            int count,
            Datatype datatype,
            int dest,
            int sendtag,
            int source,
            int recvtag)
            throws MPJException {
        return Calls.call(() -> Status.of(all.Sendrecv_replace(
                buf, offset, count, datatype.type(), dest, sendtag, Calls.source(source), Calls.tag(recvtag))));
    }

    /** As {@link mpi.Comm#Probe}. */
    public Status probe(int source, int tag) throws MPJException {
        return Calls.call(() -> Status.of(all.Probe(Calls.source(source), Calls.tag(tag))));
    }

    /** As {@link mpi.Comm#Iprobe}. */
    public @Nullable Status iprobe(int source, int tag) throws MPJException {
        return Calls.<@Nullable Status>call(() -> Status.orNull(all.Iprobe(Calls.source(source), Calls.tag(tag))));
    }

    // ---------------------------------------------------------------- started

    /** As {@link mpi.Comm#Isend}. */
    public Request isend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPJException {
        return Calls.call(() -> new Request(all.Isend(buf, offset, count, datatype.type(), dest, tag), true));
    }

    /** As {@link mpi.Comm#Issend}. */
    public Request issend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPJException {
        return Calls.call(() -> new Request(all.Issend(buf, offset, count, datatype.type(), dest, tag), true));
    }

    /** As {@link mpi.Comm#Ibsend}. */
    public Request ibsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPJException {
        return Calls.call(() -> new Request(all.Ibsend(buf, offset, count, datatype.type(), dest, tag), true));
    }

    /** As {@link mpi.Comm#Irsend}. */
    public Request irsend(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPJException {
        return Calls.call(() -> new Request(all.Irsend(buf, offset, count, datatype.type(), dest, tag), true));
    }

    /** As {@link mpi.Comm#Irecv}. */
    public Request irecv(@Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPJException {
        return Calls.call(() -> new Request(
                all.Irecv(buf, offset, count, datatype.type(), Calls.source(source), Calls.tag(tag)), true));
    }

    /** As {@link mpi.Comm#Send_init}. */
    public Prequest sendInit(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPJException {
        return Calls.call(() -> new Prequest(all.Send_init(buf, offset, count, datatype.type(), dest, tag)));
    }

    /** As {@link mpi.Comm#Ssend_init}. */
    public Prequest ssendInit(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPJException {
        return Calls.call(() -> new Prequest(all.Ssend_init(buf, offset, count, datatype.type(), dest, tag)));
    }

    /** As {@link mpi.Comm#Bsend_init}. */
    public Prequest bsendInit(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPJException {
        return Calls.call(() -> new Prequest(all.Bsend_init(buf, offset, count, datatype.type(), dest, tag)));
    }

    /** As {@link mpi.Comm#Rsend_init}. */
    public Prequest rsendInit(@Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
            throws MPJException {
        return Calls.call(() -> new Prequest(all.Rsend_init(buf, offset, count, datatype.type(), dest, tag)));
    }

    /** As {@link mpi.Comm#Recv_init}. */
    public Prequest recvInit(@Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
            throws MPJException {
        return Calls.call(() ->
                new Prequest(all.Recv_init(buf, offset, count, datatype.type(), Calls.source(source), Calls.tag(tag))));
    }
}
