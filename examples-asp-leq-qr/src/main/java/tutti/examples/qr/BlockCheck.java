package tutti.examples.qr;

import java.util.List;
import java.util.Locale;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.NormOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.QRDecomposition;
import org.jspecify.annotations.Nullable;

/** Checks the factors of a matrix without pivoting, by undoing the factorisation and against EJML. */
final class BlockCheck {
    private static final double EPSILON = Math.ulp(1.0);
    private static final double TOLERANCE = 1e-10; // of |A|

    private BlockCheck() {}

    /** Puts together what members hold, each the rows of its columns. */
    static DMatrixRMaj whole(List<double[][]> parts, int rows, int columns, int width) {
        DMatrixRMaj whole = new DMatrixRMaj(rows, columns);
        for (int rank = 0; rank < parts.size(); rank++) {
            int[] own = BlockQr.own(rank, parts.size(), columns, width);
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < own.length; j++) {
                    whole.set(i, own[j], parts.get(rank)[i][j]);
                }
            }
        }
        return whole;
    }

    /** Returns what is wrong, or null. */
    static @Nullable String wrong(DMatrixRMaj a, DMatrixRMaj r, List<Reflectors> reflectors) {
        String wrong = wrongFactors(a, r, reflectors);
        return wrong == null ? unlikeEjml(a, r) : wrong;
    }

    /** Returns in which way the factors are not those of a matrix, or null. */
    static @Nullable String wrongFactors(DMatrixRMaj a, DMatrixRMaj r, List<Reflectors> reflectors) {
        double norm = NormOps_DDRM.normF(a);
        double limit = 10 * EPSILON * (a.numRows + a.numCols);
        DMatrixRMaj product = r.copy();
        for (Reflectors panel : reflectors) {
            for (double[] h : panel.vectors()) {
                double square = Householder.dot(h, 0, h, 0);
                if (!(Math.abs(square - 2) <= limit || square == 0)) {
                    return "Q is not orthogonal: a reflection's vector has the square %s, not 2".formatted(square);
                }
            }
        }
        for (Reflectors panel : reflectors.reversed()) {
            int top = a.numRows - panel.length();
            for (double[] h : List.of(panel.vectors()).reversed()) {
                reflect(product, h, top);
            }
        }
        double error = distance(product, a, false) / (norm == 0 ? 1 : norm);
        if (!(error <= limit)) {
            return String.format(Locale.ROOT, "|Q R - A| / |A| is %.3e, more than %.3e", error, limit);
        }
        return null;
    }

    private static @Nullable String unlikeEjml(DMatrixRMaj a, DMatrixRMaj r) {
        double norm = NormOps_DDRM.normF(a);
        QRDecomposition<DMatrixRMaj> ejml = DecompositionFactory_DDRM.qr(a.numRows, a.numCols);
        if (!ejml.decompose(a.copy())) {
            return "EJML finds no factors";
        }
        double largest = distance(ejml.getR(null, false), r, true);
        return largest <= TOLERANCE * norm
                ? null
                : String.format(
                        Locale.ROOT, "R differs from EJML's by %.3e, more than %.3e", largest, TOLERANCE * norm);
    }

    private static void reflect(DMatrixRMaj matrix, double[] h, int top) {
        for (int j = 0; j < matrix.numCols; j++) {
            double sum = 0;
            for (int i = 0; i < h.length; i++) {
                sum += h[i] * matrix.get(top + i, j);
            }
            for (int i = 0; i < h.length; i++) {
                matrix.set(top + i, j, matrix.get(top + i, j) - sum * h[i]);
            }
        }
    }

    /** Returns the norm of a difference, or of that between absolute values. */
    static double distance(DMatrixRMaj one, DMatrixRMaj other, boolean absolute) {
        double square = 0;
        for (int i = 0; i < one.numRows; i++) {
            for (int j = 0; j < one.numCols; j++) {
                double difference = absolute
                        ? Math.abs(one.get(i, j)) - Math.abs(other.get(i, j))
                        : one.get(i, j) - other.get(i, j);
                square += difference * difference;
            }
        }
        return Math.sqrt(square);
    }
}
