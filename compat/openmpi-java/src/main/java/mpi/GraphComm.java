package mpi;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.Graph;
import tutti.mpi.MpiFailure;

/** A communicator whose ranks are nodes of a graph, which all know, or of which each knows its own edges. */
public final class GraphComm extends Intracomm {

    GraphComm(Handle handle) {
        super(handle);
    }

    private GraphComm(Handle handle, @Nullable Request request) {
        super(handle, request);
    }

    @Override
    public GraphComm clone() {
        return cloned(this::dup);
    }

    @Override
    public GraphComm dup() throws MPIException {
        return new GraphComm(duplicate(null));
    }

    @Override
    public GraphComm iDup() throws MPIException {
        CompletableFuture<Place> made = startDuplicate();
        return new GraphComm(made::join, requestOf(made));
    }

    @Override
    public GraphComm dupWithInfo(Info info) throws MPIException {
        return new GraphComm(duplicateWith(info));
    }

    private static Graph graph(Place place) {
        if (place.topology() instanceof Topology.Whole whole) {
            return whole.graph();
        }
        throw new MpiFailure(ErrorClass.TOPOLOGY, "graph is distributed; ask getDistGraphNeighbors()");
    }

    /** Returns the graph. */
    public GraphParms getDims() throws MPIException {
        return call("getDims", place -> {
            Graph graph = graph(place);
            return new GraphParms(graph.index().clone(), graph.edges().clone());
        });
    }

    /** Returns the neighbors of a rank. */
    public int[] getNeighbors(int rank) throws MPIException {
        return call("getNeighbors", place -> graph(place).neighbors(rank));
    }

    /** Returns this rank's neighbors in a distributed graph. */
    public DistGraphNeighbors getDistGraphNeighbors() throws MPIException {
        return call("getDistGraphNeighbors", place -> {
            if (place.topology() instanceof Topology.DistGraph graph) {
                return new DistGraphNeighbors(graph);
            }
            throw new MpiFailure(ErrorClass.TOPOLOGY, "graph is not distributed; ask getNeighbors(rank)");
        });
    }

    /** Returns the rank that the caller would have in a graph, or {@code MPI.UNDEFINED}. */
    public int map(int[] index, int[] edges) throws MPIException {
        return call("map", place -> {
            Graph.of(place.local(), index, edges);
            int rank = place.local().rank();
            return rank < index.length ? rank : MPI.UNDEFINED;
        });
    }
}
