package tutti.examples.asp;

import java.io.Serializable;

/** A directed graph with non-negative lengths, from which members take their rows. */
sealed interface Problem extends Serializable permits RandomMatrix, SparseGraph {
    /** Returns the number of vertices. */
    int size();

    /** Returns the number of arcs. */
    long arcs();

    /** Returns where the graph comes from, for the report. */
    String origin();

    /** Returns a table of all rows, of which those from first to last (exclusive) are filled, the others empty. */
    int[][] table(int first, int last);
}
