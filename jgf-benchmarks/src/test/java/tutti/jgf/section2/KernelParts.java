package tutti.jgf.section2;

import java.util.Random;

/** What kernels compute, without what they send: for programs over another API. */
public final class KernelParts {
    private static final long KEY_SEED = 136506717;

    private KernelParts() {}

    private static Idea idea() {
        Random random = new Random(KEY_SEED);
        short[] key = new short[Idea.KEY_WORDS];
        for (int i = 0; i < key.length; i++) {
            key[i] = (short) random.nextInt();
        }
        return Idea.withKey(key);
    }

    /** Encrypts whole blocks of 8 bytes. */
    public static void encrypt(byte[] plain, byte[] encrypted) {
        idea().encrypt(plain, encrypted);
    }

    /** Decrypts whole blocks of 8 bytes. */
    public static void decrypt(byte[] encrypted, byte[] plain) {
        idea().decrypt(encrypted, plain);
    }

    /** Returns the columns of LUFact's matrix, each with room for one more element. */
    public static double[][] luColumns(int n) {
        double[][] columns = new double[n][n + 1];
        new LinearSystem(n).forEach((row, column, value) -> columns[column][row] = value);
        return columns;
    }

    /** Returns the right side of LUFact's system. */
    public static double[] luRightSide(int n) {
        return new LinearSystem(n).rightSide();
    }

    /** Returns the normalised residual of a solution of LUFact's system. */
    public static double luResidual(double[] solution) {
        return new LinearSystem(solution.length).residual(solution);
    }

    /** SparseMatmult's matrix, and the vector that it is multiplied with. */
    public static final class Sparse {
        public final double[] vector;
        public final int[] rows;
        public final int[] columns;
        public final double[] values;

        private Sparse(RandomMatrix drawn) {
            vector = drawn.vector();
            rows = drawn.rows();
            columns = drawn.columns();
            values = drawn.values();
        }
    }

    /** Draws SparseMatmult's matrix. */
    public static Sparse sparse(int size, int nonzeros) {
        return new Sparse(RandomMatrix.of(size, nonzeros));
    }
}
