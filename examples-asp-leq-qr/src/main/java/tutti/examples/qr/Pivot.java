package tutti.examples.qr;

import java.io.Serializable;

/**
 * What members agree on before a step: which column is next, and how the load is spread.
 *
 * @param norm square of the largest norm of a column that is left, below the rows that are done; -1 if none is left
 * @param column its index in the whole matrix
 * @param left number of columns that are left
 * @param most the largest number that a member has
 */
record Pivot(double norm, int column, int left, int most) implements Serializable {
    static final Pivot NONE = new Pivot(-1, Integer.MAX_VALUE, 0, 0);

    // communication (objects) (buffers) (rmi) {
    /** Takes the longer of two columns, of equal ones that with the lower index; the load is that of both. */
    Pivot merge(Pivot other) {
        boolean mine = norm > other.norm || (norm == other.norm && column < other.column);
        return new Pivot(
                mine ? norm : other.norm, mine ? column : other.column, left + other.left, Math.max(most, other.most));
    }
    // communication }
}
