package mpi;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.mpi.Memory;
import tutti.serialization.DirectBuffer;

/** The collective operations of an {@link Intracomm} that move items. Arguments count where they matter in MPI. */
abstract class CommMoves extends Comm {

    CommMoves(Handle handle) {
        super(handle);
    }

    /** A rank's part in a collective operation. */
    interface Part {
        void run(Place place, Communicator all);
    }

    final void collective(String name, Part part) {
        call(name, place -> {
            part.run(place, place.local());
            return true;
        });
    }

    /** Waits until all ranks have come. */
    public void Barrier() throws MPIException {
        collective("Barrier", (place, all) -> all.barrier());
    }

    /** Gives every rank the items of the root. */
    public void Bcast(@Nullable Object buf, int offset, int count, Datatype type, int root) throws MPIException {
        collective("Bcast", (place, all) -> {
            Items items = new Items(buf, offset, count, type);
            if (!items.isObject()) {
                all.broadcast(items.view(), place.root(root));
                return;
            }
            items.checkRoom();
            boolean isRoot = all.rank() == place.root(root);
            Object message = all.<@Nullable Object>broadcast(isRoot ? items.outgoing() : null, root);
            if (!isRoot) {
                items.take(message);
            }
        });
    }

    /** Collects items of every rank at the root. */
    public void Gather(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        collective("Gather", (place, all) -> {
            Items send = new Items(sendbuf, sendoffset, sendcount, sendtype);
            Items receive = new Items(recvbuf, recvoffset, recvcount, recvtype);
            boolean isRoot = all.rank() == place.root(root);
            if (send.isObject()) {
                ObjectMoves.gather(all, send, isRoot ? ObjectMoves.blocks(receive, all.size()) : null, root);
            } else {
                all.gather(send.view(), isRoot ? receive.times(all.size()).view() : null, root);
            }
        });
    }

    /** Collects items of every rank at the root, as many as each has. */
    public void Gatherv(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        collective("Gatherv", (place, all) -> {
            Items send = new Items(sendbuf, sendoffset, sendcount, sendtype);
            Items.OfEach receive = new Items.OfEach(recvbuf, recvoffset, recvcount, displs, recvtype);
            boolean isRoot = all.rank() == place.root(root);
            if (send.isObject()) {
                ObjectMoves.gather(all, send, isRoot ? receive.blocks(all.size()) : null, root);
                return;
            }
            Memory.Parts parts = isRoot ? receive.parts(all.size()) : null;
            all.gather(send.view(), parts == null ? null : parts.buffer(), parts == null ? null : parts.blocks(), root);
        });
    }

    /** Hands each rank its items of the root. */
    public void Scatter(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        collective("Scatter", (place, all) -> {
            Items send = new Items(sendbuf, sendoffset, sendcount, sendtype);
            Items receive = new Items(recvbuf, recvoffset, recvcount, recvtype);
            boolean isRoot = all.rank() == place.root(root);
            if (receive.isObject()) {
                ObjectMoves.scatter(all, isRoot ? ObjectMoves.blocks(send, all.size()) : null, receive, root);
            } else {
                all.scatter(isRoot ? send.times(all.size()).view() : null, receive.view(), root);
            }
        });
    }

    /** Hands each rank its items of the root, as many as it wants. */
    public void Scatterv(
            @Nullable Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        collective("Scatterv", (place, all) -> {
            Items.OfEach send = new Items.OfEach(sendbuf, sendoffset, sendcount, displs, sendtype);
            Items receive = new Items(recvbuf, recvoffset, recvcount, recvtype);
            boolean isRoot = all.rank() == place.root(root);
            if (receive.isObject()) {
                ObjectMoves.scatter(all, isRoot ? send.blocks(all.size()) : null, receive, root);
                return;
            }
            Memory.Parts parts = isRoot ? send.parts(all.size()) : null;
            all.scatter(
                    parts == null ? null : parts.buffer(), parts == null ? null : parts.blocks(), receive.view(), root);
        });
    }

    /** Collects items of every rank at every rank. */
    public void Allgather(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        collective("Allgather", (place, all) -> {
            Items send = new Items(sendbuf, sendoffset, sendcount, sendtype);
            Items receive = new Items(recvbuf, recvoffset, recvcount, recvtype);
            if (send.isObject()) {
                ObjectMoves.allGather(all, send, ObjectMoves.blocks(receive, all.size()));
            } else {
                all.allGather(send.view(), receive.times(all.size()).view());
            }
        });
    }

    /** Collects items of every rank at every rank, as many as each has. */
    public void Allgatherv(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        collective("Allgatherv", (place, all) -> {
            Items send = new Items(sendbuf, sendoffset, sendcount, sendtype);
            Items.OfEach receive = new Items.OfEach(recvbuf, recvoffset, recvcount, displs, recvtype);
            if (send.isObject()) {
                ObjectMoves.allGather(all, send, receive.blocks(all.size()));
                return;
            }
            Memory.Parts parts = receive.parts(all.size());
            all.allGather(send.view(), parts.buffer(), parts.blocks());
        });
    }

    /** Hands each rank its items of every rank. */
    public void Alltoall(
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        collective("Alltoall", (place, all) -> {
            Items send = new Items(sendbuf, sendoffset, sendcount, sendtype);
            Items receive = new Items(recvbuf, recvoffset, recvcount, recvtype);
            if (send.isObject()) {
                List<Items> targets = ObjectMoves.blocks(receive, all.size());
                ObjectMoves.allToAll(all, ObjectMoves.blocks(send, all.size()), targets);
            } else {
                DirectBuffer target = receive.times(all.size()).view();
                all.allToAll(send.times(all.size()).view(), target);
            }
        });
    }

    /** Hands each rank its items of every rank, as many as both agree on. */
    public void Alltoallv(
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
            throws MPIException {
        collective("Alltoallv", (place, all) -> {
            Items.OfEach send = new Items.OfEach(sendbuf, sendoffset, sendcount, sdispls, sendtype);
            Items.OfEach receive = new Items.OfEach(recvbuf, recvoffset, recvcount, rdispls, recvtype);
            int ranks = all.size();
            if (Datatype.given(sendtype).isObject()) {
                ObjectMoves.allToAll(all, send.blocks(ranks), receive.blocks(ranks));
                return;
            }
            Memory.Parts from = send.parts(ranks);
            Memory.Parts to = receive.parts(ranks);
            all.allToAll(from.buffer(), from.blocks(), to.buffer(), to.blocks());
        });
    }
}
