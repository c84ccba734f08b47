package mpi;

/** A graph. */
public class GraphParms {
    /** For each rank, the number of edges of all ranks up to it. */
    public int[] index = {};

    /** The neighbors of rank 0, then those of rank 1, and so on. */
    public int[] edges = {};

    /** Makes an empty one. */
    public GraphParms() {}

    GraphParms(int[] index, int[] edges) {
        this.index = index.clone();
        this.edges = edges.clone();
    }
}
