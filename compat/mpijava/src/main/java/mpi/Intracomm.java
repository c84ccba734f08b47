package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.group.Communicator;
import tutti.group.MemberGroup;
import tutti.mpi.ErrorClass;
import tutti.mpi.Graph;
import tutti.mpi.Grids;
import tutti.mpi.MpiFailure;
import tutti.mpi.Numbers;
import tutti.mpi.Reduction;
import tutti.serialization.DirectBuffer;

/** A communicator of one group. Send and receive arrays of a reduction may be the same. */
public class Intracomm extends CommMoves {

    Intracomm(Handle handle) {
        super(handle);
    }

    /** Returns a communicator of the same ranks, whose messages never meet this one's; called by all. */
    @Override
    public Object clone() throws MPIException {
        Place made = duplicate();
        return new Intracomm(caller -> made);
    }

    // ---------------------------------------------------------------- reductions

    /** Combines the items of all ranks at the root. */
    public void Reduce(
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root)
            throws MPIException {
        collective("Reduce", (place, all) -> {
            boolean isRoot = all.rank() == place.root(root);
            if (Datatype.given(datatype).isObject()) {
                Items target = new Items(recvbuf, recvoffset, count, datatype);
                if (isRoot) {
                    target.checkRoom();
                }
                Object reduced = all.reduce(
                        new Items(sendbuf, sendoffset, count, datatype).outgoing(),
                        Op.given(op).onObjects(datatype),
                        root);
                if (isRoot) {
                    target.take(reduced);
                }
                return;
            }
            Reduction reduction = Op.given(op).on(datatype);
            DirectBuffer target = isRoot ? reduction.operand(recvbuf, bytes(recvoffset, datatype), count) : null;
            all.reduce(
                    reduction.operand(sendbuf, bytes(sendoffset, datatype), count), target, reduction.operator(), root);
        });
    }

    private static long bytes(int offset, Datatype type) {
        return (long) offset * type.unit();
    }

    /** Combines the items of all ranks at every rank. */
    public void Allreduce(
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        collective("Allreduce", (place, all) -> {
            if (Datatype.given(datatype).isObject()) {
                Items target = new Items(recvbuf, recvoffset, count, datatype);
                target.checkRoom();
                target.take(all.allReduce(
                        new Items(sendbuf, sendoffset, count, datatype).outgoing(),
                        Op.given(op).onObjects(datatype)));
                return;
            }
            Reduction reduction = Op.given(op).on(datatype);
            DirectBuffer target = reduction.operand(recvbuf, bytes(recvoffset, datatype), count);
            all.allReduce(reduction.operand(sendbuf, bytes(sendoffset, datatype), count), target, reduction.operator());
        });
    }

    /** Combines the items of the ranks up to the caller's. */
    public void Scan(
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        collective("Scan", (place, all) -> {
            if (Datatype.given(datatype).isObject()) {
                Items target = new Items(recvbuf, recvoffset, count, datatype);
                target.checkRoom();
                target.take(all.scan(
                        new Items(sendbuf, sendoffset, count, datatype).outgoing(),
                        Op.given(op).onObjects(datatype)));
                return;
            }
            Reduction reduction = Op.given(op).on(datatype);
            DirectBuffer target = reduction.operand(recvbuf, bytes(recvoffset, datatype), count);
            all.scan(reduction.operand(sendbuf, bytes(sendoffset, datatype), count), target, reduction.operator());
        });
    }

    /** Combines the items of all ranks, and hands each rank its part. */
    public void Reduce_scatter(
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            Datatype datatype,
            Op op)
            throws MPIException {
        collective("Reduce_scatter", (place, all) -> {
            int[] counts = Numbers.counts(recvcounts, all.size());
            int own = counts[all.rank()];
            if (Datatype.given(datatype).isObject()) {
                Items target = new Items(recvbuf, recvoffset, own, datatype);
                target.checkRoom();
                List<Object> parts = new ArrayList<>();
                for (Items part :
                        new Items.OfEach(sendbuf, sendoffset, counts, starts(counts), datatype).blocks(all.size())) {
                    parts.add(part.outgoing());
                }
                target.take(all.reduceScatter(parts, Op.given(op).onObjects(datatype)));
                return;
            }
            Reduction reduction = Op.given(op).on(datatype);
            Blocks blocks = Blocks.of(LongStream.range(0, counts.length)
                    .map(i -> counts[(int) i] * reduction.unit())
                    .toArray());
            int sum = Arrays.stream(counts).reduce(0, Math::addExact);
            DirectBuffer target = reduction.operand(recvbuf, bytes(recvoffset, datatype), own);
            all.reduceScatter(
                    reduction.operand(sendbuf, bytes(sendoffset, datatype), sum), blocks, target, reduction.operator());
        });
    }

    private static int[] starts(int[] counts) {
        int[] starts = new int[counts.length];
        for (int i = 1; i < counts.length; i++) {
            starts[i] = Math.addExact(starts[i - 1], counts[i - 1]);
        }
        return starts;
    }

    // ---------------------------------------------------------------- further communicators

    /** Makes a communicator of some of this one's ranks. */
    interface Division {
        /** Returns null where the rank is in none. */
        @Nullable
        Communicator of(Communicator all);
    }

    final @Nullable Place derive(String call, @Nullable Topology topology, Division division) {
        return this.<@Nullable Place>call(call, place -> {
            Communicator part = division.of(place.local());
            return part == null ? null : place.derived(part, null, topology);
        });
    }

    /**
     * Makes communicators of the ranks with the same colour, in the order of a key; called by all. Returns null for
     * {@code MPI.UNDEFINED}.
     */
    public @Nullable Intracomm Split(int colour, int key) throws MPIException {
        Place made = derive("Split", null, all -> {
            if (colour == MPI.UNDEFINED) {
                all.splitNone();
                return null;
            }
            if (colour < 0) {
                throw new MpiFailure(
                        ErrorClass.ARG, "a colour is at least 0, or MPI.UNDEFINED: colour=%d".formatted(colour));
            }
            return all.split(colour, key);
        });
        return made == null ? null : new Intracomm(caller -> made);
    }

    /** Makes a communicator of a group's ranks; called by all of this one's. Returns null at the others. */
    public @Nullable Intracomm Create(Group group) throws MPIException {
        Place made = derive("Create", null, all -> {
            MemberGroup members = Group.given(group).members();
            return all.rankIn(members) == MemberGroup.NO_RANK ? null : all.create(members);
        });
        return made == null ? null : new Intracomm(caller -> made);
    }

    /**
     * Makes a communicator whose ranks lie in a grid; called by all. Ranks keep their order. Returns null at those that
     * the grid has no place for.
     */
    public @Nullable Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) throws MPIException {
        Topology.Cart grid = call("Create_cart", place -> new Topology.Cart(Grids.of(place.local(), dims, periods)));
        Place made =
                derive("Create_cart", grid, all -> Grids.first(all, grid.grid().size()));
        return made == null ? null : new Cartcomm(caller -> made);
    }

    /**
     * Makes a communicator whose ranks are nodes of a graph; called by all. Returns null at those that are no node.
     */
    public @Nullable Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) throws MPIException {
        Topology.Nodes nodes = call("Create_graph", place -> new Topology.Nodes(Graph.of(place.local(), index, edges)));
        Place made = derive("Create_graph", nodes, all -> Grids.first(all, index.length));
        return made == null ? null : new Graphcomm(caller -> made);
    }
}
