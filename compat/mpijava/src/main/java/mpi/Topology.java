package mpi;

import tutti.group.CartesianGrid;
import tutti.mpi.Graph;

/** Who the neighbors in a communicator are. */
sealed interface Topology {
    /** A grid. */
    record Cart(CartesianGrid grid) implements Topology {}

    /** A graph. */
    record Nodes(Graph graph) implements Topology {}
}
