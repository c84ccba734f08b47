package mpi;

import java.nio.Buffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.Intercommunicator;
import tutti.group.MemberGroup;
import tutti.group.SpawnCommand;
import tutti.mpi.ErrorClass;
import tutti.mpi.Graph;
import tutti.mpi.Grids;
import tutti.mpi.MpiFailure;

/** A communicator of one group. */
public class Intracomm extends Comm {

    Intracomm(Handle handle) {
        super(handle);
    }

    Intracomm(Handle handle, @Nullable Request request) {
        super(handle, request);
    }

    @Override
    public Intracomm clone() {
        return cloned(this::dup);
    }

    @Override
    public Intracomm dup() throws MPIException {
        return new Intracomm(duplicate(null));
    }

    @Override
    public Intracomm iDup() throws MPIException {
        CompletableFuture<Place> made = startDuplicate();
        return new Intracomm(made::join, requestOf(made));
    }

    @Override
    public Intracomm dupWithInfo(Info info) throws MPIException {
        return new Intracomm(duplicateWith(info));
    }

    // ---------------------------------------------------------------- further communicators

    /** Makes a communicator of some of this one's ranks. */
    interface Division {
        /** Returns null where the rank is in none. */
        @Nullable
        Communicator of(Communicator all) throws MPIException;
    }

    final Handle derive(String call, @Nullable Topology topology, Division division) throws MPIException {
        Place made = this.<@Nullable Place>call(call, place -> {
            place.awaitEarlier();
            Communicator part = division.of(place.local());
            if (part == null) {
                return null;
            }
            return topology == null ? place.derived(part, null) : place.withTopology(part, topology);
        });
        return () -> made;
    }

    private static @Nullable Communicator split(Communicator all, int colour, int key) {
        if (colour == MPI.UNDEFINED) {
            all.splitNone();
            return null;
        }
        if (colour < 0) {
            throw new MpiFailure(
                    ErrorClass.ARG, "a colour is at least 0, or MPI.UNDEFINED: colour=%d".formatted(colour));
        }
        return all.split(colour, key);
    }

    /**
     * Makes communicators of the ranks with the same colour, in the order of a key; called by all. The one for {@code
     * MPI.UNDEFINED} is null.
     */
    public final Intracomm split(int colour, int key) throws MPIException {
        return new Intracomm(derive("split", null, all -> split(all, colour, key)));
    }

    /** Makes communicators of the ranks on each host ({@link #TYPE_SHARED}), in the order of a key; called by all. */
    public final Intracomm splitType(int splitType, int key, Info info) throws MPIException {
        return new Intracomm(derive("splitType", null, all -> {
            if (splitType == MPI.UNDEFINED) {
                all.splitNone();
                return null;
            }
            if (splitType != TYPE_SHARED) {
                throw new MpiFailure(
                        ErrorClass.ARG, "a type of split is Comm.TYPE_SHARED or MPI.UNDEFINED: splitType=" + splitType);
            }
            Communicator unordered = all.splitByHost();
            Communicator ordered = unordered.split(0, key);
            unordered.leave();
            return ordered;
        }));
    }

    /** Makes a communicator of a group's ranks; called by all of this one's. It is null at the others. */
    public final Intracomm create(Group group) throws MPIException {
        return create("create", group, 0);
    }

    /** Makes a communicator of a group's ranks; called by these. */
    public final Intracomm createGroup(Group group, int tag) throws MPIException {
        return create("createGroup", group, tag);
    }

    private Intracomm create(String name, Group group, int tag) throws MPIException {
        return new Intracomm(derive(name, null, all -> {
            MemberGroup members = Group.membersOf(group);
            return all.rankIn(members) == MemberGroup.NO_RANK ? null : all.create(members, tag);
        }));
    }

    // ---------------------------------------------------------------- topologies

    /**
     * Makes a communicator whose ranks lie in a grid; called by all. Ranks keep their order. It is null at those that
     * the grid has no place for.
     */
    public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder) throws MPIException {
        Topology.Cart grid = call("createCart", place -> new Topology.Cart(Grids.of(place.local(), dims, periods)));
        return new CartComm(
                derive("createCart", grid, all -> Grids.first(all, grid.grid().size())));
    }

    /** Makes a communicator whose ranks are nodes of a graph; called by all. It is null at those that are no node. */
    public final GraphComm createGraph(int[] index, int[] edges, boolean reorder) throws MPIException {
        Topology.Whole graph = call("createGraph", place -> new Topology.Whole(Graph.of(place.local(), index, edges)));
        return new GraphComm(derive("createGraph", graph, all -> Grids.first(all, index.length)));
    }

    /**
     * Makes a communicator whose ranks are nodes of a graph with weights, of which each gives any edges; called by all.
     */
    public final GraphComm createDistGraph(
            int[] sources, int[] degrees, int[] destinations, int @Nullable [] weights, Info info, boolean reorder)
            throws MPIException {
        Topology.DistGraph graph = call(
                "createDistGraph",
                place -> Topologies.distGraph(place.local(), sources, degrees, destinations, weights));
        return new GraphComm(derive("createDistGraph", graph, Communicator::duplicate));
    }

    /** Makes a communicator whose ranks are nodes of a graph, of which each gives any edges; called by all. */
    public final GraphComm createDistGraph(int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder)
            throws MPIException {
        return createDistGraph(sources, degrees, destinations, null, info, reorder);
    }

    /**
     * Makes a communicator whose ranks are nodes of a graph with weights, of which each gives its own edges; called by
     * all.
     */
    public final GraphComm createDistGraphAdjacent(
            int[] sources,
            int @Nullable [] sourceWeights,
            int[] destinations,
            int @Nullable [] destWeights,
            Info info,
            boolean reorder)
            throws MPIException {
        Topology.DistGraph graph = call(
                "createDistGraphAdjacent",
                place -> Topologies.adjacent(place.local(), sources, sourceWeights, destinations, destWeights));
        return new GraphComm(derive("createDistGraphAdjacent", graph, Communicator::duplicate));
    }

    /** Makes a communicator whose ranks are nodes of a graph, of which each gives its own edges; called by all. */
    public final GraphComm createDistGraphAdjacent(int[] sources, int[] destinations, Info info, boolean reorder)
            throws MPIException {
        return createDistGraphAdjacent(sources, null, destinations, null, info, reorder);
    }

    // ---------------------------------------------------------------- scans

    /** Combines the items of the ranks up to this one. */
    public final void scan(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        collective("scan", place -> Reducing.scan(sendbuf, recvbuf, count, type, op));
    }

    /** Combines the items of the ranks up to this one in place. */
    public final void scan(@Nullable Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        scan(recvbuf, recvbuf, count, type, op);
    }

    /** Starts {@link #scan}. */
    public final Request iScan(@Nullable Buffer sendbuf, @Nullable Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return start("iScan", sendbuf, recvbuf, place -> Reducing.scan(sendbuf, recvbuf, count, type, op));
    }

    /** Starts {@link #scan}. */
    public final Request iScan(@Nullable Buffer buf, int count, Datatype type, Op op) throws MPIException {
        return iScan(buf, buf, count, type, op);
    }

    /** Combines the items of the ranks below this one; rank 0 gets nothing. */
    public final void exScan(@Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        collective("exScan", place -> Reducing.exScan(sendbuf, recvbuf, count, type, op));
    }

    /** Combines the items of the ranks below this one in place; rank 0 gets nothing. */
    public final void exScan(@Nullable Object buf, int count, Datatype type, Op op) throws MPIException {
        exScan(buf, buf, count, type, op);
    }

    /** Starts {@link #exScan}. */
    public final Request iExScan(@Nullable Buffer sendbuf, @Nullable Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return start("iExScan", sendbuf, recvbuf, place -> Reducing.exScan(sendbuf, recvbuf, count, type, op));
    }

    /** Starts {@link #exScan}. */
    public final Request iExScan(@Nullable Buffer buf, int count, Datatype type, Op op) throws MPIException {
        return iExScan(buf, buf, count, type, op);
    }

    // ---------------------------------------------------------------- ports, other processes

    /** Returns the name of a new port, by which another group, of this job or another, can connect. */
    public static String openPort() throws MPIException {
        return Ports.call("openPort", Ports::open);
    }

    /** Does what {@link #openPort()} does. */
    public static String openPort(Info info) throws MPIException {
        return openPort();
    }

    /** Closes a port of this rank's. */
    public static void closePort(String name) throws MPIException {
        var _ = Ports.call("closePort", ports -> ports.close(name));
    }

    /** Connects this group with another. */
    private interface Connecting {
        Intercommunicator connect(Ports ports, Communicator local);
    }

    private Intercomm connected(String name, int root, Connecting connecting) throws MPIException {
        Ports ports = State.current().ports();
        Place made = call(name, place -> {
            Ranks.root(place, root);
            Intercommunicator sides = connecting.connect(ports, place.local());
            return place.derived(place.local(), new Bridge(sides));
        });
        return new Intercomm(() -> made);
    }

    /**
     * Waits for another group that connects; called by all ranks. The port matters at the root, which has opened it.
     */
    public final Intercomm accept(@Nullable String port, int root) throws MPIException {
        return connected("accept", root, (ports, local) -> ports.accept(local, port, root));
    }

    /** Does what {@link #accept(String, int)} does. */
    public final Intercomm accept(@Nullable String port, Info info, int root) throws MPIException {
        return accept(port, root);
    }

    /** Waits for the group that accepts at a port; called by all ranks. The port matters at the root. */
    public final Intercomm connect(@Nullable String port, int root) throws MPIException {
        return connected("connect", root, (ports, local) -> ports.connect(local, port, root));
    }

    /** Does what {@link #connect(String, int)} does. */
    public final Intercomm connect(@Nullable String port, Info info, int root) throws MPIException {
        return connect(port, root);
    }

    /** Publishes a port of this rank, in the service that {@code tutti names} is. */
    public static void publishName(String service, String port) throws MPIException {
        var _ = Ports.call("publishName", ports -> ports.publish(service, port));
    }

    /** Does what {@link #publishName(String, String)} does. */
    public static void publishName(String service, Info info, String port) throws MPIException {
        publishName(service, port);
    }

    /** Takes the name of a port of this rank back. */
    public static void unpublishName(String service, String port) throws MPIException {
        var _ = Ports.call("unpublishName", ports -> ports.unpublish(service, port));
    }

    /** Does what {@link #unpublishName(String, String)} does. */
    public static void unpublishName(String service, Info info, String port) throws MPIException {
        unpublishName(service, port);
    }

    /** Returns the port that was published under a name. */
    public static String lookupName(String service) throws MPIException {
        return Ports.call("lookupName", ports -> ports.lookup(service));
    }

    /** Does what {@link #lookupName(String)} does. */
    public static String lookupName(String service, Info info) throws MPIException {
        return lookupName(service);
    }

    /**
     * Starts processes, and waits until they have called Init; called by all ranks. What to start matters at the root.
     *
     * @param command starts one JVM, as {@code java}
     * @param argv its arguments, or null for none
     * @param info its key {@code host} names another host than the root's, which ssh reaches; else not used
     * @param errcodes filled with {@link MPI#SUCCESS}, unless null
     */
    public final Intercomm spawn(
            String command,
            String @Nullable [] argv,
            int maxprocs,
            @Nullable Info info,
            int root,
            int @Nullable [] errcodes)
            throws MPIException {
        return spawned(
                "spawn",
                root,
                () -> Ports.commands(
                        new String[] {command},
                        argv == null ? null : new String[][] {argv},
                        new int[] {maxprocs},
                        new Info[] {info}),
                errcodes);
    }

    /** Starts processes of several programs in one job, as {@link #spawn} does with those of one. */
    public final Intercomm spawnMultiple(
            String[] commands,
            String @Nullable [] @Nullable [] argv,
            int[] maxprocs,
            Info @Nullable [] info,
            int root,
            int @Nullable [] errcodes)
            throws MPIException {
        return spawned("spawnMultiple", root, () -> Ports.commands(commands, argv, maxprocs, info), errcodes);
    }

    private Intercomm spawned(String name, int root, Supplier<List<SpawnCommand>> commands, int @Nullable [] errcodes)
            throws MPIException {
        Intercomm children = connected(
                name,
                root,
                (ports, local) -> ports.spawn(local, local.rank() == root ? commands.get() : List.of(), root));
        if (errcodes != null) {
            Arrays.fill(errcodes, MPI.SUCCESS);
        }
        return children;
    }
}
