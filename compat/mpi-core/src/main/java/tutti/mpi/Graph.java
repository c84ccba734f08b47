package tutti.mpi;

import java.util.Arrays;
import tutti.group.Communicator;

/**
 * A graph of ranks that all of them know (MPI 4.1, section 8.5.3).
 *
 * @param index for each rank, the number of edges of all ranks up to it
 * @param edges the neighbors of rank 0, then those of rank 1, and so on
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Graph(int[] index, int[] edges) {

    /** Returns a graph whose nodes are a communicator's ranks, from the first on. */
    public static Graph of(Communicator all, int[] index, int[] edges) {
        Grids.checkFits(ErrorClass.ARG, "nodes", index.length, all);
        for (int i = 0; i < index.length; i++) {
            if (index[i] < (i == 0 ? 0 : index[i - 1]) || index[i] > edges.length) {
                throw new MpiFailure(
                        ErrorClass.ARG,
                        "index must rise to the number of edges: index=%s edges=%d"
                                .formatted(Arrays.toString(index), edges.length));
            }
        }
        Given.ranks(edges, index.length);
        return new Graph(index.clone(), edges.clone());
    }

    /** Returns the neighbors of a rank. */
    public int[] neighbors(int rank) {
        Given.rank(rank, index.length, ErrorClass.RANK, "rank");
        return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
    }
}
