package tutti.examples.qr;

/**
 * One member's columns, and what is done with them in a step.
 *
 * <p>A reflection is H = I - h h^T with a vector h whose norm is the root of 2. In a column that was chosen in step k
 * lie the entries of R down to row k, and below the rest of h; its first element is kept apart, as R's is in its place.
 */
final class Householder {
    private final int rank;
    private final int size;
    private final double[][] column;
    private final boolean[] done;
    private final double[] norm; // square, below the rows that are done
    private final double[] first; // first element of h, in columns that were chosen

    /**
     * Takes a member's columns.
     *
     * @param columns are changed; column i is i * size + rank of the whole matrix
     */
    Householder(double[][] columns, int rank, int size) {
        this.rank = rank;
        this.size = size;
        this.column = columns;
        done = new boolean[columns.length];
        norm = new double[columns.length];
        first = new double[columns.length];
        for (int i = 0; i < columns.length; i++) {
            norm[i] = dot(columns[i], 0, columns[i], 0);
        }
    }

    /** Returns this member's proposal for the next column. */
    Pivot pivot() {
        int best = -1;
        int left = 0;
        for (int i = 0; i < column.length; i++) {
            if (!done[i]) {
                left++;
                best = best < 0 || norm[i] > norm[best] ? i : best;
            }
        }
        return best < 0 ? Pivot.NONE : new Pivot(norm[best], best * size + rank, left, left);
    }

    /** Makes the vector that turns a column of this member, from row k on, into a multiple of the first unit vector. */
    double[] choose(int index, int k) {
        int i = index / size;
        double[] a = column[i];
        double[] h = new double[a.length - k];
        System.arraycopy(a, k, h, 0, h.length);
        double length = Math.sqrt(norm[i]);
        double r = h[0] > 0 ? -length : length;
        h[0] -= r;
        double scale = Math.sqrt(2 / dot(h, 0, h, 0));
        for (int row = 0; row < h.length; row++) {
            h[row] *= scale;
        }
        System.arraycopy(h, 1, a, k + 1, h.length - 1);
        a[k] = r;
        first[i] = h[0];
        done[i] = true;
        return h;
    }

    /** Reflects the columns that are left, from row k on. */
    void reflect(int k, double[] h) {
        for (int i = 0; i < column.length; i++) {
            if (!done[i]) {
                double[] a = column[i];
                add(a, k, -dot(h, 0, a, k), h);
                norm[i] = dot(a, k + 1, a, k + 1);
            }
        }
    }

    double[][] columns() {
        return column;
    }

    double[] firsts() {
        return first;
    }

    /** Adds a multiple of a vector to the end of another. */
    static void add(double[] a, int from, double factor, double[] h) {
        for (int row = 0; row < h.length; row++) {
            a[from + row] += factor * h[row];
        }
    }

    /** Four sums that do not wait for each other; always the same four. */
    static double dot(double[] a, int fromA, double[] b, int fromB) {
        int length = a.length - fromA;
        double sum0 = 0;
        double sum1 = 0;
        double sum2 = 0;
        double sum3 = 0;
        int i = 0;
        for (; i < length - 3; i += 4) {
            sum0 += a[fromA + i] * b[fromB + i];
            sum1 += a[fromA + i + 1] * b[fromB + i + 1];
            sum2 += a[fromA + i + 2] * b[fromB + i + 2];
            sum3 += a[fromA + i + 3] * b[fromB + i + 3];
        }
        for (; i < length; i++) {
            sum0 += a[fromA + i] * b[fromB + i];
        }
        return sum0 + sum1 + (sum2 + sum3);
    }
}
