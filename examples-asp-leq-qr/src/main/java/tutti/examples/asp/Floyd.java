package tutti.examples.asp;

/** The inner loop of Floyd's algorithm over one row of the distance table. */
final class Floyd {
    /** Distance between vertices without a path; twice this still fits an int. */
    static final int INFINITY = Integer.MAX_VALUE / 2;

    private Floyd() {}

    /**
     * Shortens the distances of a row by going through vertex k.
     *
     * <p>No sum overflows: a distance is at most {@link #INFINITY}, which {@link SparseGraph} makes sure of.
     */
    static void relax(int[] row, int k, int[] rowK) {
        int toK = row[k];
        if (toK == INFINITY) {
            return;
        }
        for (int j = 0; j < row.length; j++) {
            row[j] = Math.min(row[j], toK + rowK[j]);
        }
    }
}
