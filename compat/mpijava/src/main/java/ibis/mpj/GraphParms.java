package ibis.mpj;

/** A graph of ranks. */
@SuppressWarnings("MutablePublicArray") // as programs know it
public class GraphParms {
    /** For each rank, the number of edges of all ranks up to it. */
    public int[] index;

    /** The neighbors of rank 0, then those of rank 1, and so on. */
    public int[] edges;

    GraphParms(mpi.GraphParms graph) {
        index = graph.index;
        edges = graph.edges;
    }
}
