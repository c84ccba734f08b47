package tutti.examples.qr;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.decomposition.qr.QRColPivDecompositionHouseholderColumn_DDRM;
import org.jspecify.annotations.Nullable;

/** Checks the factors by undoing the factorisation, and against EJML. */
final class Check {
    private static final double EPSILON = Math.ulp(1.0);

    private Check() {}

    /**
     * Returns what is wrong, or null.
     *
     * @param chosen the columns in the order of the steps
     * @param result what has become of them
     */
    static @Nullable String wrong(CyclicColumns matrix, List<Integer> chosen, CyclicColumns result, PrintWriter out) {
        int m = matrix.rows();
        double norm = Math.sqrt(Arrays.stream(matrix.column())
                .mapToDouble(column -> Householder.dot(column, 0, column, 0))
                .sum());
        double limit = 10 * EPSILON * (m + matrix.columns());
        double[][] reflections = reflections(chosen, result, m);
        for (double[] h : reflections) {
            double square = Householder.dot(h, 0, h, 0);
            if (!(Math.abs(square - 2) <= limit)) {
                return "Q is not orthogonal: a reflection's vector has the square %s, not 2".formatted(square);
            }
        }
        List<Integer> order = order(chosen, matrix.columns());
        double square = 0;
        for (int position = 0; position < order.size(); position++) {
            double[] product = column(result, order.get(position), position, chosen.size(), m); // of R, and then of Q R
            for (int k = reflections.length - 1; k >= 0; k--) {
                double[] h = reflections[k];
                Householder.add(product, k, -Householder.dot(h, 0, product, k), h);
            }
            double[] original = matrix.column()[order.get(position)];
            for (int row = 0; row < m; row++) {
                double difference = product[row] - original[row];
                square += difference * difference;
            }
        }
        double error = norm == 0 ? 0 : Math.sqrt(square) / norm;
        if (!(error <= limit)) {
            return String.format(Locale.ROOT, "|Q R - A P| / |A| is %.3e, more than %.3e", error, limit);
        }
        out.printf(Locale.ROOT, "verified: |Q R - A P| / |A| is %.1e, and may be %.1e%n", error, limit);
        return againstEjml(matrix, order, chosen.size(), result, norm, out);
    }

    private static @Nullable String againstEjml(
            CyclicColumns matrix, List<Integer> order, int steps, CyclicColumns result, double norm, PrintWriter out) {
        int m = matrix.rows();
        int n = matrix.columns();
        DMatrixRMaj a = new DMatrixRMaj(m, n);
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < m; i++) {
                a.set(i, j, matrix.column()[j][i]);
            }
        }
        QRColPivDecompositionHouseholderColumn_DDRM ejml = new QRColPivDecompositionHouseholderColumn_DDRM();
        if (!ejml.decompose(a)) {
            return "EJML finds no factors";
        }
        DMatrixRMaj r = ejml.getR(null, true);
        int[] pivots = ejml.getColPivots();
        double limit = 1e-9 * norm;
        for (int k = 0; k < Math.min(m, n); k++) {
            double[] own = column(result, order.get(k), k, steps, m);
            double difference = Math.abs(Math.abs(own[k]) - Math.abs(r.get(k, k)));
            if (pivots[k] != order.get(k)) {
                if (difference > limit) {
                    return "in step %d column %d was chosen, and EJML chose column %d"
                            .formatted(k + 1, order.get(k) + 1, pivots[k] + 1);
                }
                out.printf("verified: R equals EJML's up to step %d, where two columns are equally long%n", k);
                return null;
            }
            for (int row = 0; row <= k; row++) {
                double error = Math.abs(Math.abs(own[row]) - Math.abs(r.get(row, k)));
                if (!(error <= limit)) {
                    return "R(%d, %d) is %s, and EJML's is %s".formatted(row + 1, k + 1, own[row], r.get(row, k));
                }
            }
        }
        out.printf("verified: R and P are EJML's, up to the signs of R's rows%n");
        return null;
    }

    private static double[][] reflections(List<Integer> chosen, CyclicColumns result, int m) {
        double[][] reflections = new double[chosen.size()][];
        for (int k = 0; k < reflections.length; k++) {
            double[] column = result.column()[chosen.get(k)];
            reflections[k] = Arrays.copyOfRange(column, k, m);
            reflections[k][0] = column[m];
        }
        return reflections;
    }

    /** Those that were not chosen come last, in their old order. */
    private static List<Integer> order(List<Integer> chosen, int columns) {
        List<Integer> order = new ArrayList<>(chosen);
        IntStream.range(0, columns).filter(j -> !chosen.contains(j)).forEach(order::add);
        return order;
    }

    /** Returns a column of R. */
    private static double[] column(CyclicColumns result, int index, int position, int steps, int m) {
        double[] column = Arrays.copyOf(result.column()[index], m);
        if (position < steps) {
            Arrays.fill(column, position + 1, m, 0);
        }
        return column;
    }
}
