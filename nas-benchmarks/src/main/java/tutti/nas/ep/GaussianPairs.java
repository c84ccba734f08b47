package tutti.nas.ep;

import tutti.nas.kernel.NasRandom;

/** Pairs of Gaussian random numbers by the polar method, their sums, and counts of those in each square annulus. */
final class GaussianPairs {
    /** Logarithm of the number of pairs of uniform numbers in a batch. */
    static final int LOG_BATCH = 16;

    private static final long SEED = 271_828_183;
    private static final int BATCH_NUMBERS = 2 << LOG_BATCH;
    private static final int ANNULI = 10;
    private static final int SUM_X = ANNULI;
    private static final int SUM_Y = ANNULI + 1;

    private final double[] uniform = new double[BATCH_NUMBERS];

    /** Counts of the annuli, and behind them the two sums: all in one array, for one reduction. */
    private final double[] sums = new double[ANNULI + 2];

    /** Draws a batch of the whole sequence; its Gaussian pairs are added to the sums. */
    void drawBatch(int batch) {
        NasRandom random = new NasRandom(SEED);
        random.skip((long) batch * BATCH_NUMBERS);
        random.fill(uniform, 0, BATCH_NUMBERS);
        double sumX = 0;
        double sumY = 0;
        for (int i = 0; i < BATCH_NUMBERS; i += 2) {
            double x = 2 * uniform[i] - 1;
            double y = 2 * uniform[i + 1] - 1;
            double square = x * x + y * y;
            if (square <= 1) {
                double factor = Math.sqrt(-2 * Math.log(square) / square);
                double gaussianX = x * factor;
                double gaussianY = y * factor;
                sums[(int) Math.max(Math.abs(gaussianX), Math.abs(gaussianY))]++;
                sumX += gaussianX;
                sumY += gaussianY;
            }
        }
        sums[SUM_X] += sumX;
        sums[SUM_Y] += sumY;
    }

    /** Returns counts and sums, which may be replaced by those of all members. */
    double[] sums() {
        return sums;
    }

    double sumX() {
        return sums[SUM_X];
    }

    double sumY() {
        return sums[SUM_Y];
    }
}
