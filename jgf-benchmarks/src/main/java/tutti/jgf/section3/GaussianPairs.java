package tutti.jgf.section3;

/**
 * The normally distributed numbers of {@link MolDyn}, which come in pairs.
 *
 * <p>They are made by the polar method of uniform ones: the multiplier 16807 in halves of 15 bits, of which the upper
 * one is cut to
 * 16 bits.
 */
final class GaussianPairs {
    private static final int MULTIPLIER = 16_807;
    private static final int MODULUS = Integer.MAX_VALUE; // 2^31 - 1, a prime
    private static final int HALF = 1 << 15;
    private static final double SCALE = 4.656612875e-10;

    private int state = 1;
    private double first;
    private double second;

    /** Draws the next pair. */
    void next() {
        double u;
        double v;
        double square;
        do {
            u = 2 * uniform() - 1;
            v = 2 * uniform() - 1;
            square = u * u + v * v;
        } while (square >= 1);
        double radius = Math.sqrt(-2 * StrictMath.log(square) / square);
        first = radius * u;
        second = radius * v;
    }

    /** Returns the first number of the pair drawn last. */
    double first() {
        return first;
    }

    /** Returns the second number of the pair drawn last. */
    double second() {
        return second;
    }

    /** Draws a number between 0 and 1. */
    double uniform() {
        int low = state % HALF * MULTIPLIER;
        int high = (state / HALF * MULTIPLIER + low / HALF) % (2 * HALF);
        state = (high * HALF + low % HALF) % MODULUS;
        return SCALE * state;
    }
}
