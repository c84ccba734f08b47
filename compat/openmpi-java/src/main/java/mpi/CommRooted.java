package mpi;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/** The collective operations of a {@link Comm} that have a root, and the barrier. */
abstract class CommRooted extends CommMessages {

    CommRooted(Handle handle) {
        super(handle);
    }

    /** Waits until all ranks have come. */
    public final void barrier() throws MPIException {
        collective("barrier", place -> Gathering.barrier());
    }

    /** Starts {@link #barrier}. */
    public final Request iBarrier() throws MPIException {
        return start("iBarrier", null, null, place -> Gathering.barrier());
    }

    /** Gives every rank the items of the root. */
    public final void bcast(@Nullable Object buf, int count, Datatype type, int root) throws MPIException {
        collective("bcast", place -> Gathering.bcast(place, new Items(buf, count, type), root));
    }

    /** Starts {@link #bcast}. */
    public final Request iBcast(@Nullable Buffer buf, int count, Datatype type, int root) throws MPIException {
        return start("iBcast", buf, null, place -> Gathering.bcast(place, new Items(buf, count, type), root));
    }

    /** Collects items of every rank at the root. */
    public final void gather(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        collective(
                "gather",
                place -> Gathering.gather(
                        place, new Items(sendbuf, sendcount, sendtype), new Items(recvbuf, recvcount, recvtype), root));
    }

    /** Starts {@link #gather}. */
    public final Request iGather(
            @Nullable Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iGather",
                sendbuf,
                recvbuf,
                place -> Gathering.gather(
                        place, new Items(sendbuf, sendcount, sendtype), new Items(recvbuf, recvcount, recvtype), root));
    }

    /** Collects items of every rank at the root, whose own are in place. */
    public final void gather(@Nullable Object buf, int count, Datatype type, int root) throws MPIException {
        collective("gather", place -> gatherInPlace(place, new Items(buf, count, type), root));
    }

    /** Starts {@link #gather}. */
    public final Request iGather(@Nullable Buffer buf, int count, Datatype type, int root) throws MPIException {
        return start("iGather", buf, null, place -> gatherInPlace(place, new Items(buf, count, type), root));
    }

    /** Collects items of every rank at the root, as many as each has. */
    public final void gatherv(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int @Nullable [] recvcount,
            int @Nullable [] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        collective(
                "gatherv",
                place -> Gathering.gatherv(
                        place,
                        new Items(sendbuf, sendcount, sendtype),
                        ofEach(recvbuf, recvcount, displs, recvtype),
                        root));
    }

    /** Starts {@link #gatherv}. */
    public final Request iGatherv(
            @Nullable Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Buffer recvbuf,
            int @Nullable [] recvcount,
            int @Nullable [] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iGatherv",
                sendbuf,
                recvbuf,
                place -> Gathering.gatherv(
                        place,
                        new Items(sendbuf, sendcount, sendtype),
                        ofEach(recvbuf, recvcount, displs, recvtype),
                        root));
    }

    /** Collects items of every rank at the root, which calls this: its own are in place. */
    public final void gatherv(@Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        collective(
                "gatherv",
                place -> Gathering.gatherv(place, null, new Items.OfEach(recvbuf, recvcount, displs, recvtype), root));
    }

    /** Starts {@link #gatherv}. */
    public final Request iGatherv(@Nullable Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        return start(
                "iGatherv",
                recvbuf,
                null,
                place -> Gathering.gatherv(place, null, new Items.OfEach(recvbuf, recvcount, displs, recvtype), root));
    }

    /** Collects items of every rank at the root: called by the others. */
    public final void gatherv(@Nullable Object sendbuf, int sendcount, Datatype sendtype, int root)
            throws MPIException {
        collective("gatherv", place -> Gathering.gatherv(place, new Items(sendbuf, sendcount, sendtype), null, root));
    }

    /** Starts {@link #gatherv}. */
    public final Request iGatherv(@Nullable Buffer sendbuf, int sendcount, Datatype sendtype, int root)
            throws MPIException {
        return start(
                "iGatherv",
                sendbuf,
                null,
                place -> Gathering.gatherv(place, new Items(sendbuf, sendcount, sendtype), null, root));
    }

    /** Hands each rank its items of the root. */
    public final void scatter(
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        collective(
                "scatter",
                place -> Gathering.scatter(
                        place, new Items(sendbuf, sendcount, sendtype), new Items(recvbuf, recvcount, recvtype), root));
    }

    /** Starts {@link #scatter}. */
    public final Request iScatter(
            @Nullable Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iScatter",
                sendbuf,
                recvbuf,
                place -> Gathering.scatter(
                        place, new Items(sendbuf, sendcount, sendtype), new Items(recvbuf, recvcount, recvtype), root));
    }

    /** Hands each rank its items of the root, whose own stay in place. */
    public final void scatter(@Nullable Object buf, int count, Datatype type, int root) throws MPIException {
        collective("scatter", place -> scatterInPlace(place, new Items(buf, count, type), root));
    }

    /** Starts {@link #scatter}. */
    public final Request iScatter(@Nullable Buffer buf, int count, Datatype type, int root) throws MPIException {
        return start("iScatter", buf, null, place -> scatterInPlace(place, new Items(buf, count, type), root));
    }

    /** Hands each rank its items of the root, as many as it wants. */
    public final void scatterv(
            @Nullable Object sendbuf,
            int @Nullable [] sendcount,
            int @Nullable [] displs,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        collective(
                "scatterv",
                place -> Gathering.scatterv(
                        place,
                        ofEach(sendbuf, sendcount, displs, sendtype),
                        new Items(recvbuf, recvcount, recvtype),
                        root));
    }

    /** Starts {@link #scatterv}. */
    public final Request iScatterv(
            @Nullable Buffer sendbuf,
            int @Nullable [] sendcount,
            int @Nullable [] displs,
            Datatype sendtype,
            @Nullable Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iScatterv",
                sendbuf,
                recvbuf,
                place -> Gathering.scatterv(
                        place,
                        ofEach(sendbuf, sendcount, displs, sendtype),
                        new Items(recvbuf, recvcount, recvtype),
                        root));
    }

    /** Hands each rank its items of the root, which calls this: its own stay in place. */
    public final void scatterv(@Nullable Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        collective(
                "scatterv",
                place -> Gathering.scatterv(place, new Items.OfEach(sendbuf, sendcount, displs, sendtype), null, root));
    }

    /** Starts {@link #scatterv}. */
    public final Request iScatterv(@Nullable Buffer sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        return start(
                "iScatterv",
                sendbuf,
                null,
                place -> Gathering.scatterv(place, new Items.OfEach(sendbuf, sendcount, displs, sendtype), null, root));
    }

    /** Hands each rank its items of the root: called by the others. */
    public final void scatterv(@Nullable Object recvbuf, int recvcount, Datatype recvtype, int root)
            throws MPIException {
        collective("scatterv", place -> Gathering.scatterv(place, null, new Items(recvbuf, recvcount, recvtype), root));
    }

    /** Starts {@link #scatterv}. */
    public final Request iScatterv(@Nullable Buffer recvbuf, int recvcount, Datatype recvtype, int root)
            throws MPIException {
        return start(
                "iScatterv",
                recvbuf,
                null,
                place -> Gathering.scatterv(place, null, new Items(recvbuf, recvcount, recvtype), root));
    }

    private static Collective gatherInPlace(Place place, Items items, int root) {
        boolean isRoot = Gathering.isRoot(place, root);
        return Gathering.gather(place, isRoot ? null : items, isRoot ? items : null, root);
    }

    private static Collective scatterInPlace(Place place, Items items, int root) {
        boolean isRoot = Gathering.isRoot(place, root);
        return Gathering.scatter(place, isRoot ? items : null, isRoot ? null : items, root);
    }

    private static Items.@Nullable OfEach ofEach(
            @Nullable Object buffer, int @Nullable [] counts, int @Nullable [] displacements, Datatype type) {
        return counts == null || displacements == null ? null : new Items.OfEach(buffer, counts, displacements, type);
    }
}
