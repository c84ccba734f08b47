package programs.jgf;

import java.util.Arrays;
import mpi.MPI;
import tutti.jgf.section2.KernelParts;

/** Section 2, but for {@link Sor}. */
class Kernels {
    private static final double[] REFERENCE = { // of Series: pairs
        2.8729524964837996,
        0,
        1.1161046676147888,
        -1.8819691893398025,
        0.34429060398168704,
        -1.1645642623320958,
        0.15238898702519288,
        -0.8143461113044298
    };

    private Kernels() {}

    /** Blocks of Fourier coefficients, which ranks send to rank 0 as two arrays. */
    static void series(int pairs) {
        int rank = MPI.COMM_WORLD.Rank();
        int first = JavaGrande.first(pairs, rank);
        double[][] coefficients = new double[2][pairs];
        for (int n = first; n < JavaGrande.first(pairs, rank + 1); n++) {
            coefficients[0][n] = integral(n, false) / (n == 0 ? 2 : 1);
            coefficients[1][n] = n == 0 ? 0 : integral(n, true);
        }
        for (int kind = 0; kind < 2; kind++) {
            if (rank > 0) {
                int count = JavaGrande.first(pairs, rank + 1) - first;
                MPI.COMM_WORLD.Ssend(coefficients[kind], first, count, MPI.DOUBLE, 0, kind);
            }
            for (int from = 1; rank == 0 && from < MPI.COMM_WORLD.Size(); from++) {
                int start = JavaGrande.first(pairs, from);
                int count = JavaGrande.first(pairs, from + 1) - start;
                MPI.COMM_WORLD.Recv(coefficients[kind], start, count, MPI.DOUBLE, from, kind);
            }
        }
        double error = 0;
        for (int i = 0; i < REFERENCE.length; i++) {
            error = Math.max(error, Math.abs(coefficients[i % 2][i / 2] - REFERENCE[i]));
        }
        JavaGrande.validate("Series", 0, error, 1e-12);
    }

    private static double integral(int n, boolean sine) {
        double step = 2.0 / 1000;
        double x = 0;
        double sum = value(0, n, sine) / 2;
        for (int i = 1; i < 999; i++) {
            x += step;
            sum += value(x, n, sine);
        }
        return (sum + value(2, n, sine) / 2) * step;
    }

    private static double value(double x, int n, boolean sine) {
        double wave = Math.PI * n * x;
        return Math.pow(x + 1, x) * (sine ? Math.sin(wave) : Math.cos(wave));
    }

    /** Blocks of text go from rank 0 to the others and back, each as a message. */
    static void crypt(int length) {
        int rank = MPI.COMM_WORLD.Rank();
        byte[] plain = new byte[length];
        for (int i = 0; rank == 0 && i < length; i++) {
            plain[i] = (byte) i;
        }
        byte[] own = exchange(plain, new byte[size(length, rank)], true);
        byte[] encrypted = new byte[own.length];
        byte[] decrypted = new byte[own.length];
        KernelParts.encrypt(own, encrypted);
        KernelParts.decrypt(encrypted, decrypted);
        byte[] allEncrypted = new byte[length];
        byte[] allDecrypted = new byte[length];
        exchange(allEncrypted, encrypted, false);
        exchange(allDecrypted, decrypted, false);
        boolean valid = Arrays.equals(plain, allDecrypted) && !Arrays.equals(plain, allEncrypted);
        JavaGrande.validate("Crypt", 1, valid ? 1 : 0, 0);
    }

    private static int start(int length, int rank) {
        return 8 * JavaGrande.first(length / 8, rank);
    }

    private static int size(int length, int rank) {
        return start(length, rank + 1) - start(length, rank);
    }

    /** Sends blocks from rank 0 to the others or back; returns the calling rank's. */
    private static byte[] exchange(byte[] all, byte[] own, boolean outwards) {
        int rank = MPI.COMM_WORLD.Rank();
        for (int other = 1; rank == 0 && other < MPI.COMM_WORLD.Size(); other++) {
            int start = start(all.length, other);
            if (outwards) {
                MPI.COMM_WORLD.Ssend(all, start, size(all.length, other), MPI.BYTE, other, 1);
            } else {
                MPI.COMM_WORLD.Recv(all, start, size(all.length, other), MPI.BYTE, other, 1);
            }
        }
        if (rank == 0) {
            System.arraycopy(outwards ? all : own, 0, outwards ? own : all, 0, own.length);
        } else if (outwards) {
            MPI.COMM_WORLD.Recv(own, 0, own.length, MPI.BYTE, 0, 1);
        } else {
            MPI.COMM_WORLD.Ssend(own, 0, own.length, MPI.BYTE, 0, 1);
        }
        return own;
    }

    /** Columns are dealt out; the owner of one broadcasts it with the index of its pivot. */
    static void luFact(int n, double tolerance) {
        int rank = MPI.COMM_WORLD.Rank();
        int ranks = MPI.COMM_WORLD.Size();
        double[][] columns = KernelParts.luColumns(n);
        int[] pivots = new int[n];
        for (int k = 0; k < n; k++) {
            double[] column = columns[k];
            int[] pivot = new int[1];
            if (k % ranks == rank) {
                pivot[0] = pivotOf(column, k, n);
            }
            MPI.COMM_WORLD.Bcast(column, 0, n + 1, MPI.DOUBLE, k % ranks);
            MPI.COMM_WORLD.Bcast(pivot, 0, 1, MPI.INT, k % ranks);
            pivots[k] = pivot[0];
            for (int j = k + 1; j < n; j++) {
                if (j % ranks == rank) {
                    swap(columns[j], k, pivot[0]);
                    addMultiple(columns[j][k], column, k + 1, columns[j], n);
                }
            }
        }
        for (int j = 0; j < n; j++) {
            if (j % ranks == rank && rank > 0) {
                MPI.COMM_WORLD.Ssend(columns[j], 0, n, MPI.DOUBLE, 0, j);
            } else if (j % ranks != rank && rank == 0) {
                MPI.COMM_WORLD.Recv(columns[j], 0, n, MPI.DOUBLE, j % ranks, j);
            }
        }
        if (rank == 0) {
            double[] x = KernelParts.luRightSide(n);
            for (int k = 0; k < n; k++) {
                swap(x, k, pivots[k]);
                addMultiple(x[k], columns[k], k + 1, x, n);
            }
            for (int k = n - 1; k >= 0; k--) {
                x[k] /= columns[k][k];
                addMultiple(-x[k], columns[k], 0, x, k);
            }
            JavaGrande.validate("LUFact", 0, KernelParts.luResidual(x), tolerance);
        }
    }

    /** Brings the largest element from row k on to row k, and makes multipliers of those below; returns its row. */
    private static int pivotOf(double[] column, int k, int n) {
        int pivot = k;
        for (int row = k + 1; row < n; row++) {
            pivot = Math.abs(column[row]) > Math.abs(column[pivot]) ? row : pivot;
        }
        swap(column, k, pivot);
        double factor = -1 / column[k]; // as Linpack does: by divisions the residual at size A is more than its limit
        for (int row = k + 1; row < n; row++) {
            column[row] *= factor;
        }
        return pivot;
    }

    private static void swap(double[] array, int i, int j) {
        double value = array[i];
        array[i] = array[j];
        array[j] = value;
    }

    private static void addMultiple(double factor, double[] from, int first, double[] to, int end) {
        for (int row = first; row < end; row++) {
            to[row] += factor * from[row];
        }
    }

    /** Each rank multiplies its nonzeros; the products are added up by all after each repetition. */
    static double sparse(int size, int nonzeros, int repetitions) {
        int rank = MPI.COMM_WORLD.Rank();
        KernelParts.Sparse matrix = KernelParts.sparse(size, nonzeros);
        double[] own = new double[size];
        double[] sums = new double[size];
        for (int repetition = 0; repetition < repetitions; repetition++) {
            for (int i = JavaGrande.first(nonzeros, rank); i < JavaGrande.first(nonzeros, rank + 1); i++) {
                own[matrix.rows[i]] += matrix.vector[matrix.columns[i]] * matrix.values[i];
            }
            MPI.COMM_WORLD.Allreduce(own, 0, sums, 0, size, MPI.DOUBLE, MPI.SUM);
        }
        double[] alone = new double[size];
        for (int i = 0; i < nonzeros; i++) {
            alone[matrix.rows[i]] += repetitions * matrix.vector[matrix.columns[i]] * matrix.values[i];
        }
        double expected = 0;
        double actual = 0;
        for (int i = 0; i < nonzeros; i++) {
            expected += alone[matrix.rows[i]];
            actual += sums[matrix.rows[i]];
        }
        JavaGrande.validate("SparseMatmult", expected, actual, 1e-12 * Math.max(1, expected)); // sums in another order
        return actual;
    }
}
