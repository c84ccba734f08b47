package mpi;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/** The reductions of a {@link Comm}. */
abstract class CommReductions extends CommAll {

    CommReductions(Handle handle) {
        super(handle);
    }

    /** Combines the items of all ranks at the root. */
    public final void reduce(
            @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        collective("reduce", place -> Reducing.reduce(place, sendbuf, recvbuf, count, type, op, root));
    }

    /** Starts {@link #reduce}. */
    public final Request iReduce(
            @Nullable Buffer sendbuf, @Nullable Buffer recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        return start(
                "iReduce", sendbuf, recvbuf, place -> Reducing.reduce(place, sendbuf, recvbuf, count, type, op, root));
    }

    /** Combines the items of all ranks in place at the root. */
    public final void reduce(@Nullable Object buf, int count, Datatype type, Op op, int root) throws MPIException {
        collective("reduce", place -> Reducing.reduce(place, buf, buf, count, type, op, root));
    }

    /** Starts {@link #reduce}. */
    public final Request iReduce(@Nullable Buffer buf, int count, Datatype type, Op op, int root) throws MPIException {
        return start("iReduce", buf, null, place -> Reducing.reduce(place, buf, buf, count, type, op, root));
    }

    /** Combines the items of all ranks at every rank. */
    public final void allReduce(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        collective("allReduce", place -> Reducing.allReduce(sendbuf, recvbuf, count, type, op));
    }

    /** Starts {@link #allReduce}. */
    public final Request iAllReduce(@Nullable Buffer sendbuf, @Nullable Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return start("iAllReduce", sendbuf, recvbuf, place -> Reducing.allReduce(sendbuf, recvbuf, count, type, op));
    }

    /** Combines the items of all ranks in place. */
    public final void allReduce(@Nullable Object buf, int count, Datatype type, Op op) throws MPIException {
        collective("allReduce", place -> Reducing.allReduce(buf, buf, count, type, op));
    }

    /** Starts {@link #allReduce}. */
    public final Request iAllReduce(@Nullable Buffer buf, int count, Datatype type, Op op) throws MPIException {
        return start("iAllReduce", buf, null, place -> Reducing.allReduce(buf, buf, count, type, op));
    }

    /** Combines the items of all ranks, and hands each its block. */
    public final void reduceScatter(
            @Nullable Object sendbuf, @Nullable Object recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        collective("reduceScatter", place -> Reducing.reduceScatter(place, sendbuf, recvbuf, recvcounts, type, op));
    }

    /** Starts {@link #reduceScatter}. */
    public final Request iReduceScatter(
            @Nullable Buffer sendbuf, @Nullable Buffer recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatter",
                sendbuf,
                recvbuf,
                place -> Reducing.reduceScatter(place, sendbuf, recvbuf, recvcounts, type, op));
    }

    /** Combines the items of all ranks, and puts the own block at the beginning of the buffer. */
    public final void reduceScatter(@Nullable Object buf, int[] counts, Datatype type, Op op) throws MPIException {
        collective("reduceScatter", place -> Reducing.reduceScatter(place, buf, buf, counts, type, op));
    }

    /** Starts {@link #reduceScatter}. */
    public final Request iReduceScatter(@Nullable Buffer buf, int[] counts, Datatype type, Op op) throws MPIException {
        return start("iReduceScatter", buf, null, place -> Reducing.reduceScatter(place, buf, buf, counts, type, op));
    }

    /** Combines the items of all ranks, and hands each one of the equal blocks. */
    public final void reduceScatterBlock(
            @Nullable Object sendbuf, @Nullable Object recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        collective(
                "reduceScatterBlock",
                place -> Reducing.reduceScatterBlock(place, sendbuf, recvbuf, recvcount, type, op));
    }

    /** Starts {@link #reduceScatterBlock}. */
    public final Request iReduceScatterBlock(
            @Nullable Buffer sendbuf, @Nullable Buffer recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatterBlock",
                sendbuf,
                recvbuf,
                place -> Reducing.reduceScatterBlock(place, sendbuf, recvbuf, recvcount, type, op));
    }

    /** Combines the items of all ranks, and puts one of the equal blocks at the beginning of the buffer. */
    public final void reduceScatterBlock(@Nullable Object buf, int count, Datatype type, Op op) throws MPIException {
        collective("reduceScatterBlock", place -> Reducing.reduceScatterBlock(place, buf, buf, count, type, op));
    }

    /** Starts {@link #reduceScatterBlock}. */
    public final Request iReduceScatterBlock(@Nullable Buffer buf, int count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatterBlock",
                buf,
                null,
                place -> Reducing.reduceScatterBlock(place, buf, buf, count, type, op));
    }
}
