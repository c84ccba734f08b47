package mpi;

/** A graph. */
public final class GraphParms {
    private final int[] index;
    private final int[] edges;

    GraphParms(int[] index, int[] edges) {
        this.index = index;
        this.edges = edges;
    }

    /** Returns the number of nodes. */
    public int getIndexCount() {
        return index.length;
    }

    /** Returns the number of edges of the nodes up to one. */
    public int getIndex(int i) {
        return index[i];
    }

    /** Returns the number of edges. */
    public int getEdgeCount() {
        return edges.length;
    }

    /** Returns where an edge leads. */
    public int getEdge(int i) {
        return edges[i];
    }
}
