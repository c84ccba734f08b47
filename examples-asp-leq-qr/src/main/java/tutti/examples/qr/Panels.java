package tutti.examples.qr;

/** What is computed with the columns of a panel, which are arrays of their own. */
final class Panels {
    private Panels() {}

    /**
     * Multiplies a vector by each of some others, four at a time: each element of it is read once for these.
     *
     * @param from the first element that counts
     * @param first the first of the others
     * @param end the one after the last of them
     * @param products take the results, at the others' indices
     */
    static void dots(double[] h, int from, double[][] others, int first, int end, double[] products) {
        int i = first;
        for (; i < end - 3; i += 4) {
            four(h, from, others, i, products);
        }
        for (; i < end; i++) {
            products[i] = Householder.dot(h, from, others[i], from);
        }
    }

    /** Eight sums that do not wait for each other; always the same eight. */
    private static void four(double[] h, int from, double[][] others, int index, double[] products) {
        double[] a = others[index];
        double[] b = others[index + 1];
        double[] c = others[index + 2];
        double[] d = others[index + 3];
        double even0 = 0;
        double even1 = 0;
        double even2 = 0;
        double even3 = 0;
        double odd0 = 0;
        double odd1 = 0;
        double odd2 = 0;
        double odd3 = 0;
        int i = from;
        for (; i < h.length - 1; i += 2) {
            double even = h[i];
            even0 = Math.fma(even, a[i], even0);
            even1 = Math.fma(even, b[i], even1);
            even2 = Math.fma(even, c[i], even2);
            even3 = Math.fma(even, d[i], even3);
            double odd = h[i + 1];
            odd0 = Math.fma(odd, a[i + 1], odd0);
            odd1 = Math.fma(odd, b[i + 1], odd1);
            odd2 = Math.fma(odd, c[i + 1], odd2);
            odd3 = Math.fma(odd, d[i + 1], odd3);
        }
        if (i < h.length) {
            even0 = Math.fma(h[i], a[i], even0);
            even1 = Math.fma(h[i], b[i], even1);
            even2 = Math.fma(h[i], c[i], even2);
            even3 = Math.fma(h[i], d[i], even3);
        }
        products[index] = even0 + odd0;
        products[index + 1] = even1 + odd1;
        products[index + 2] = even2 + odd2;
        products[index + 3] = even3 + odd3;
    }

    /** Takes a vector away from each of some columns, from an element on, as often as its product with the column. */
    static void addEach(double[][] columns, int first, int from, double[] products, double[] h) {
        for (int i = first; i < columns.length; i++) {
            add(columns[i], from, -products[i], h);
        }
    }

    private static void add(double[] column, int from, double factor, double[] h) {
        for (int i = from; i < h.length; i++) {
            column[i] = Math.fma(factor, h[i], column[i]);
        }
    }

    /** Writes the rows of a matrix, of which the columns are given, one after the other. */
    static void toRows(double[][] columns, double[] rows) {
        for (int row = 0; row < columns[0].length; row++) {
            for (int j = 0; j < columns.length; j++) {
                rows[row * columns.length + j] = columns[j][row];
            }
        }
    }
}
