package tutti.bench;

import java.util.Arrays;

/** Loops that a processor can do no faster in Java: of arithmetic only, and of memory accesses only. */
final class PeakKernels {
    /** Operations on each element in one round: eight multiplications, each with an addition. */
    static final int OPERATIONS = 16;
    /** Bytes that a triad moves for each element: two are read and one is written. */
    static final int TRIAD_BYTES = 3 * Double.BYTES;

    private static final int ACCUMULATORS = 1024; // stay in the innermost cache

    private PeakKernels() {}

    /** What a thread does. */
    interface Kernel {
        /** Works for so many rounds. */
        void run(int rounds);

        /** Returns how many operations or bytes a round has. */
        long perRound();
    }

    /** Multiplies and adds in accumulators that do not wait for each other. */
    static final class Arithmetic implements Kernel {
        private final double[] accumulators = new double[ACCUMULATORS];

        @Override
        public void run(int rounds) {
            for (int round = 0; round < rounds; round++) {
                multiplyAndAdd(accumulators, 0.999, 0.001);
            }
        }

        private static void multiplyAndAdd(double[] x, double factor, double term) {
            for (int i = 0; i < x.length; i++) {
                double once = Math.fma(x[i], factor, term);
                double twice = Math.fma(once, factor, term);
                double thrice = Math.fma(twice, factor, term);
                double fourTimes = Math.fma(thrice, factor, term);
                double fiveTimes = Math.fma(fourTimes, factor, term);
                double sixTimes = Math.fma(fiveTimes, factor, term);
                double sevenTimes = Math.fma(sixTimes, factor, term);
                x[i] = Math.fma(sevenTimes, factor, term);
            }
        }

        @Override
        public long perRound() {
            return (long) ACCUMULATORS * OPERATIONS;
        }
    }

    /** The triad of the STREAM benchmark, a = b + factor * c. */
    static final class Triad implements Kernel {
        private final double[] a;
        private final double[] b;
        private final double[] c;

        Triad(int elements) {
            a = new double[elements];
            b = new double[elements];
            c = new double[elements];
            Arrays.fill(a, 1); // each page is there before time is taken
            Arrays.fill(b, 2);
            Arrays.fill(c, 3);
        }

        @Override
        public void run(int rounds) {
            for (int round = 0; round < rounds; round++) {
                add(a, b, 0.5, c);
            }
        }

        private static void add(double[] a, double[] b, double factor, double[] c) {
            for (int i = 0; i < a.length; i++) {
                a[i] = Math.fma(factor, c[i], b[i]);
            }
        }

        @Override
        public long perRound() {
            return (long) a.length * TRIAD_BYTES;
        }
    }
}
