package mpi;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/** The collective operations of a {@link Comm} that have no root. */
abstract class CommAll extends CommRooted {

    CommAll(Handle handle) {
        super(handle);
    }

    /** Collects items of every rank at every rank. */
    public final void allGather(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        collective(
                "allGather",
                place -> Gathering.allGather(
                        place, new Items(sendbuf, sendcount, sendtype), new Items(recvbuf, recvcount, recvtype)));
    }

    /** Starts {@link #allGather}. */
    public final Request iAllGather(
            @Nullable Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Buffer recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllGather",
                sendbuf,
                recvbuf,
                place -> Gathering.allGather(
                        place, new Items(sendbuf, sendcount, sendtype), new Items(recvbuf, recvcount, recvtype)));
    }

    /** Collects items of every rank at every rank, whose own are in place. */
    public final void allGather(@Nullable Object buf, int count, Datatype type) throws MPIException {
        collective("allGather", place -> Gathering.allGather(place, null, new Items(buf, count, type)));
    }

    /** Starts {@link #allGather}. */
    public final Request iAllGather(@Nullable Buffer buf, int count, Datatype type) throws MPIException {
        return start("iAllGather", buf, null, place -> Gathering.allGather(place, null, new Items(buf, count, type)));
    }

    /** Collects items of every rank at every rank, as many as each has. */
    public final void allGatherv(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        collective(
                "allGatherv",
                place -> Gathering.allGatherv(
                        place,
                        new Items(sendbuf, sendcount, sendtype),
                        new Items.OfEach(recvbuf, recvcount, displs, recvtype)));
    }

    /** Starts {@link #allGatherv}. */
    public final Request iAllGatherv(
            @Nullable Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Buffer recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllGatherv",
                sendbuf,
                recvbuf,
                place -> Gathering.allGatherv(
                        place,
                        new Items(sendbuf, sendcount, sendtype),
                        new Items.OfEach(recvbuf, recvcount, displs, recvtype)));
    }

    /** Collects items of every rank at every rank, as many as each has; the own ones are in place. */
    public final void allGatherv(@Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
            throws MPIException {
        collective(
                "allGatherv",
                place -> Gathering.allGatherv(place, null, new Items.OfEach(recvbuf, recvcount, displs, recvtype)));
    }

    /** Starts {@link #allGatherv}. */
    public final Request iAllGatherv(@Nullable Buffer buf, int[] count, int[] displs, Datatype type)
            throws MPIException {
        return start(
                "iAllGatherv",
                buf,
                null,
                place -> Gathering.allGatherv(place, null, new Items.OfEach(buf, count, displs, type)));
    }

    /** Hands each rank its items of every rank. */
    public final void allToAll(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        collective(
                "allToAll",
                place -> Gathering.allToAll(
                        place, new Items(sendbuf, sendcount, sendtype), new Items(recvbuf, recvcount, recvtype)));
    }

    /** Starts {@link #allToAll}. */
    public final Request iAllToAll(
            @Nullable Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Buffer recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllToAll",
                sendbuf,
                recvbuf,
                place -> Gathering.allToAll(
                        place, new Items(sendbuf, sendcount, sendtype), new Items(recvbuf, recvcount, recvtype)));
    }

    /** Hands each rank its items of every rank, as many as both agree on. */
    public final void allToAllv(
            @Nullable Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        collective(
                "allToAllv",
                place -> Gathering.allToAllv(
                        place,
                        new Items.OfEach(sendbuf, sendcount, sdispls, sendtype).parts(place.peers()),
                        new Items.OfEach(recvbuf, recvcount, rdispls, recvtype).parts(place.peers())));
    }

    /** Starts {@link #allToAllv}. */
    public final Request iAllToAllv(
            @Nullable Buffer sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            @Nullable Buffer recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllToAllv",
                sendbuf,
                recvbuf,
                place -> Gathering.allToAllv(
                        place,
                        new Items.OfEach(sendbuf, sendcount, sdispls, sendtype).parts(place.peers()),
                        new Items.OfEach(recvbuf, recvcount, rdispls, recvtype).parts(place.peers())));
    }

    /** Hands each rank its items of every rank, each with datatypes of their own; displacements are bytes. */
    public final void allToAllw(
            @Nullable Object sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            @Nullable Object recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        collective(
                "allToAllw",
                place -> Gathering.allToAllv(
                        place,
                        new Items.OfEachTyped(sendBuf, sendCount, sDispls, sendTypes).parts(place.peers()),
                        new Items.OfEachTyped(recvBuf, recvCount, rDispls, recvTypes).parts(place.peers())));
    }

    /**
     * Does what {@link #allToAllw(Object, int[], int[], Datatype[], Object, int[], int[], Datatype[])} does, for
     * programs that were compiled against Open MPI 4.
     */
    public final void allToAllw(
            @Nullable Buffer sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            @Nullable Buffer recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        allToAllw((Object) sendBuf, sendCount, sDispls, sendTypes, (Object) recvBuf, recvCount, rDispls, recvTypes);
    }

    /** Starts {@link #allToAllw(Object, int[], int[], Datatype[], Object, int[], int[], Datatype[])}. */
    public final Request iAllToAllw(
            @Nullable Buffer sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            @Nullable Buffer recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        return start(
                "iAllToAllw",
                sendBuf,
                recvBuf,
                place -> Gathering.allToAllv(
                        place,
                        new Items.OfEachTyped(sendBuf, sendCount, sDispls, sendTypes).parts(place.peers()),
                        new Items.OfEachTyped(recvBuf, recvCount, rDispls, recvTypes).parts(place.peers())));
    }

    /** Sends the same items to all neighbors, and receives as many of each. */
    public final void neighborAllGather(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        collective(
                "neighborAllGather",
                place -> Gathering.neighborAllGather(
                        place, new Items(sendbuf, sendcount, sendtype), new Items(recvbuf, recvcount, recvtype)));
    }

    /** Starts {@link #neighborAllGather}. */
    public final Request iNeighborAllGather(
            @Nullable Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Buffer recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllGather",
                sendbuf,
                recvbuf,
                place -> Gathering.neighborAllGather(
                        place, new Items(sendbuf, sendcount, sendtype), new Items(recvbuf, recvcount, recvtype)));
    }

    /** Sends the same items to all neighbors, and receives what each has. */
    public final void neighborAllGatherv(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        collective(
                "neighborAllGatherv",
                place -> Gathering.neighborAllGatherv(
                        place,
                        new Items(sendbuf, sendcount, sendtype),
                        new Items.OfEach(recvbuf, recvcount, displs, recvtype)));
    }

    /** Starts {@link #neighborAllGatherv}. */
    public final Request iNeighborAllGatherv(
            @Nullable Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Buffer recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllGatherv",
                sendbuf,
                recvbuf,
                place -> Gathering.neighborAllGatherv(
                        place,
                        new Items(sendbuf, sendcount, sendtype),
                        new Items.OfEach(recvbuf, recvcount, displs, recvtype)));
    }

    /** Sends each neighbor items of its own, and receives as many of each. */
    public final void neighborAllToAll(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        collective(
                "neighborAllToAll",
                place -> Gathering.neighborAllToAll(
                        place, new Items(sendbuf, sendcount, sendtype), new Items(recvbuf, recvcount, recvtype)));
    }

    /** Starts {@link #neighborAllToAll}. */
    public final Request iNeighborAllToAll(
            @Nullable Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Buffer recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllToAll",
                sendbuf,
                recvbuf,
                place -> Gathering.neighborAllToAll(
                        place, new Items(sendbuf, sendcount, sendtype), new Items(recvbuf, recvcount, recvtype)));
    }

    /** Sends each neighbor items of its own, and receives what each has for this rank. */
    public final void neighborAllToAllv(
            @Nullable Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        collective(
                "neighborAllToAllv",
                place -> Gathering.neighborAllToAllv(
                        place,
                        new Items.OfEach(sendbuf, sendcount, sdispls, sendtype),
                        new Items.OfEach(recvbuf, recvcount, rdispls, recvtype)));
    }

    /** Starts {@link #neighborAllToAllv}. */
    public final Request iNeighborAllToAllv(
            @Nullable Buffer sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            @Nullable Buffer recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllToAllv",
                sendbuf,
                recvbuf,
                place -> Gathering.neighborAllToAllv(
                        place,
                        new Items.OfEach(sendbuf, sendcount, sdispls, sendtype),
                        new Items.OfEach(recvbuf, recvcount, rdispls, recvtype)));
    }
}
