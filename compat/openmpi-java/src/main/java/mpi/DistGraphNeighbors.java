package mpi;

/** A rank's neighbors in a distributed graph. */
public final class DistGraphNeighbors {
    private final Topology.DistGraph graph;

    DistGraphNeighbors(Topology.DistGraph graph) {
        this.graph = graph;
    }

    /** Returns the number of ranks that send to this one. */
    public int getInDegree() {
        return graph.sources().length;
    }

    /** Returns the number of ranks that this one sends to. */
    public int getOutDegree() {
        return graph.destinations().length;
    }

    /** Returns whether the graph was made with weights. */
    public boolean isWeighted() {
        return graph.weighted();
    }

    /** Returns a rank that sends to this one. */
    public int getSource(int i) {
        return graph.sources()[i];
    }

    /** Returns the weight of the edge from it. */
    public int getSourceWeight(int i) {
        return graph.sourceWeights()[i];
    }

    /** Returns a rank that this one sends to. */
    public int getDestination(int i) {
        return graph.destinations()[i];
    }

    /** Returns the weight of the edge to it. */
    public int getDestinationWeight(int i) {
        return graph.destinationWeights()[i];
    }
}
