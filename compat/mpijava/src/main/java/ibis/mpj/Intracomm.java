package ibis.mpj;

import org.jspecify.annotations.Nullable;

/** A communicator of one group. Send and receive arrays of a reduction may be the same. */
public class Intracomm extends Comm {
    private final mpi.Intracomm all;

    Intracomm(mpi.Intracomm all) {
        super(all);
        this.all = all;
    }

    /** Returns a communicator of the same ranks, whose messages never meet this one's; called by all. */
    @Override
    public Object clone() {
        return new Intracomm((mpi.Intracomm) all.clone());
    }

    private static @Nullable Intracomm orNull(mpi.@Nullable Intracomm made) {
        return made == null ? null : new Intracomm(made);
    }

    /** As {@link mpi.Intracomm#Create}. */
    public @Nullable Intracomm create(Group group) throws MPJException {
        return Calls.<@Nullable Intracomm>call(() -> orNull(all.Create(group.ranks())));
    }

    /** As {@link mpi.Intracomm#Split}. */
    public @Nullable Intracomm split(int colour, int key) throws MPJException {
        return Calls.<@Nullable Intracomm>call(() -> orNull(all.Split(colour, key)));
    }

    /** As {@link mpi.Intracomm#Create_cart}. */
    public @Nullable Cartcomm createCart(int[] dims, boolean[] periods, boolean reorder) throws MPJException {
        return Calls.<@Nullable Cartcomm>call(() -> {
            mpi.Cartcomm made = all.Create_cart(dims, periods, reorder);
            return made == null ? null : new Cartcomm(made);
        });
    }

    /** As {@link mpi.Intracomm#Create_graph}. */
    public @Nullable Graphcomm createGraph(int[] index, int[] edges, boolean reorder) throws MPJException {
        return Calls.<@Nullable Graphcomm>call(() -> {
            mpi.Graphcomm made = all.Create_graph(index, edges, reorder);
            return made == null ? null : new Graphcomm(made);
        });
    }

    // ---------------------------------------------------------------- moves

    /** As {@link mpi.Intracomm#Barrier}. */
    public void barrier() throws MPJException {
        Calls.run(all::Barrier);
    }

    /** As {@link mpi.Intracomm#Bcast}. */
    public void bcast(@Nullable Object sendbuf, int offset, int count, Datatype datatype, int root)
            throws MPJException {
        Calls.run(() -> all.Bcast(sendbuf, offset, count, datatype.type(), root));
    }

    /** As {@link mpi.Intracomm#Gather}. */
    public void gather(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPJException {
        Calls.run(() -> all.Gather(
                sendbuf,
                sendoffset,
                sendcount,
                sendtype.type(),
                recvbuf,
                recvoffset,
                recvcount,
                recvtype.type(),
                root));
    }

    /** As {@link mpi.Intracomm#Gatherv}. */
    public void gatherv(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype,
            int root)
            throws MPJException {
        Calls.run(() -> all.Gatherv(
                sendbuf,
                sendoffset,
                sendcount,
                sendtype.type(),
                recvbuf,
                recvoffset,
                recvcount,
                rdispls,
                recvtype.type(),
                root));
    }

    /** As {@link mpi.Intracomm#Scatter}. */
    public void scatter(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPJException {
        Calls.run(() -> all.Scatter(
                sendbuf,
                sendoffset,
                sendcount,
                sendtype.type(),
                recvbuf,
                recvoffset,
                recvcount,
                recvtype.type(),
                root));
    }

    /** As {@link mpi.Intracomm#Scatterv}. */
    public void scatterv(
            @Nullable Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPJException {
        Calls.run(() -> all.Scatterv(
                sendbuf,
                sendoffset,
                sendcount,
                sdispls,
                sendtype.type(),
                recvbuf,
                recvoffset,
                recvcount,
                recvtype.type(),
                root));
    }

    /** As {@link mpi.Intracomm#Allgather}. */
    public void allgather(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPJException {
        Calls.run(() -> all.Allgather(
                sendbuf, sendoffset, sendcount, sendtype.type(), recvbuf, recvoffset, recvcount, recvtype.type()));
    }

    /** As {@link mpi.Intracomm#Allgatherv}. */
    public void allgatherv(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPJException {
        Calls.run(() -> all.Allgatherv(
                sendbuf,
                sendoffset,
                sendcount,
                sendtype.type(),
                recvbuf,
                recvoffset,
                recvcount,
                rdispls,
                recvtype.type()));
    }

    /** As {@link mpi.Intracomm#Alltoall}. */
    public void alltoall(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPJException {
        Calls.run(() -> all.Alltoall(
                sendbuf, sendoffset, sendcount, sendtype.type(), recvbuf, recvoffset, recvcount, recvtype.type()));
    }

    /** As {@link mpi.Intracomm#Alltoallv}. */
    public void alltoallv(
            @Nullable Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPJException {
        Calls.run(() -> all.Alltoallv(
                sendbuf,
                sendoffset,
                sendcount,
                sdispls,
                sendtype.type(),
                recvbuf,
                recvoffset,
                recvcount,
                rdispls,
                recvtype.type()));
    }

    // ---------------------------------------------------------------- reductions

    /** As {@link mpi.Intracomm#Reduce}. */
    public void reduce(
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root)
            throws MPJException {
        Calls.run(() ->
                all.Reduce(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype.type(), op.operator(), root));
    }

    /** As {@link mpi.Intracomm#Allreduce}. */
    public void allreduce(
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPJException {
        Calls.run(() -> all.Allreduce(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype.type(), op.operator()));
    }

    /** As {@link mpi.Intracomm#Scan}. */
    public void scan(
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPJException {
        Calls.run(() -> all.Scan(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype.type(), op.operator()));
    }

    /** As {@link mpi.Intracomm#Reduce_scatter}. */
    public void reduceScatter(
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            Datatype datatype,
            Op op)
            throws MPJException {
        Calls.run(() -> all.Reduce_scatter(
                sendbuf, sendoffset, recvbuf, recvoffset, recvcounts, datatype.type(), op.operator()));
    }
}
