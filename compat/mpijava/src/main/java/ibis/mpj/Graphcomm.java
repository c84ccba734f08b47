package ibis.mpj;

/** A communicator whose ranks are nodes of a graph. */
public class Graphcomm extends Intracomm {
    private final mpi.Graphcomm graph;

    Graphcomm(mpi.Graphcomm graph) {
        super(graph);
        this.graph = graph;
    }

    /** Returns a communicator of the same ranks in the same graph; called by all. */
    @Override
    public Object clone() {
        return new Graphcomm((mpi.Graphcomm) graph.clone());
    }

    /** As {@link mpi.Graphcomm#Get}. */
    public GraphParms get() throws MPJException {
        return Calls.call(() -> new GraphParms(graph.Get()));
    }

    /** As {@link mpi.Graphcomm#Neighbours}. */
    public int[] neighbours(int rank) throws MPJException {
        return Calls.call(() -> graph.Neighbours(rank));
    }

    /** As {@link mpi.Graphcomm#Map}. */
    public int map(int[] index, int[] edges) throws MPJException {
        return Calls.call(() -> graph.Map(index, edges));
    }
}
