package mpi;

import tutti.mpi.Graph;

/** A communicator whose ranks are nodes of a graph. */
public class Graphcomm extends Intracomm {

    Graphcomm(Handle handle) {
        super(handle);
    }

    /** Returns a communicator of the same ranks in the same graph; called by all. */
    @Override
    public Object clone() throws MPIException {
        Place made = duplicate();
        return new Graphcomm(caller -> made);
    }

    private static Graph graph(Place place) {
        if (place.topology() instanceof Topology.Nodes nodes) {
            return nodes.graph();
        }
        throw new IllegalStateException("a Graphcomm without a graph");
    }

    /** Returns the graph. */
    public GraphParms Get() throws MPIException {
        return call(
                "Get",
                place -> new GraphParms(graph(place).index(), graph(place).edges()));
    }

    /** Returns the neighbors of a rank. */
    public int[] Neighbours(int rank) throws MPIException {
        return call("Neighbours", place -> graph(place).neighbors(rank));
    }

    /** Returns the rank that the caller would have in a graph, or {@code MPI.UNDEFINED}. */
    public int Map(int[] index, int[] edges) throws MPIException {
        return call("Map", place -> {
            int nodes = Graph.of(place.local(), index, edges).index().length;
            int rank = place.local().rank();
            return rank < nodes ? rank : MPI.UNDEFINED;
        });
    }
}
