package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;
import tutti.group.CartesianCommunicator;
import tutti.group.CartesianGrid;
import tutti.group.Communicator;
import tutti.group.Neighborhood;
import tutti.mpi.Graph;

/** Who the neighbors in a communicator are. */
sealed interface Topology {
    /** Returns {@code MPI.CART}, {@code GRAPH} or {@code DIST_GRAPH}. */
    int kind();

    /** Makes a rank's view of its neighbors; called by all ranks. */
    Neighborhood neighborhood(Communicator communicator);

    /** A grid. */
    record Cart(CartesianGrid grid) implements Topology {
        @Override
        public int kind() {
            return MPI.CART;
        }

        @Override
        public Neighborhood neighborhood(Communicator communicator) {
            return CartesianCommunicator.of(communicator, grid);
        }
    }

    /** A graph that all ranks know. */
    record Whole(Graph graph) implements Topology {
        @Override
        public int kind() {
            return MPI.GRAPH;
        }

        /** A rank receives from those that name it: in a symmetric graph these are its neighbors, in their order. */
        @Override
        public Neighborhood neighborhood(Communicator communicator) {
            int rank = communicator.rank();
            int[] own = graph.neighbors(rank);
            int[] sources = IntStream.range(0, communicator.size())
                    .flatMap(source -> Arrays.stream(graph.neighbors(source))
                            .filter(neighbor -> neighbor == rank)
                            .map(edge -> source))
                    .toArray();
            boolean isSymmetric = Arrays.equals(Arrays.stream(own).sorted().toArray(), sources);
            return Neighborhood.of(communicator, isSymmetric ? own : sources, own);
        }
    }

    /** A graph of which each rank knows its own edges. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record DistGraph(int[] sources, int[] sourceWeights, int[] destinations, int[] destinationWeights, boolean weighted)
            implements Topology {
        @Override
        public int kind() {
            return MPI.DIST_GRAPH;
        }

        @Override
        public Neighborhood neighborhood(Communicator communicator) {
            return Neighborhood.of(communicator, sources, destinations);
        }
    }

    static int[] ones(int count) {
        return IntStream.generate(() -> 1).limit(count).toArray();
    }
}
