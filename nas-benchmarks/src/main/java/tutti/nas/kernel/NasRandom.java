package tutti.nas.kernel;

/**
 * The suite's random numbers: x becomes 5^13 x mod 2^46, and x / 2^46 is returned.
 *
 * <p>The lower 46 bits of a product are right also where a long overflows.
 */
public final class NasRandom {
    /** Where all kernels but EP begin. */
    public static final long SEED = 314_159_265;

    private static final long MULTIPLIER = 1_220_703_125;
    private static final int BITS = 46;
    private static final long MASK = (1L << BITS) - 1;
    private static final double SCALE = 0x1p-46;

    private long x;

    /** Makes a sequence; the seed itself is not one of its numbers. */
    public NasRandom(long seed) {
        x = seed;
    }

    /** Returns the next number, in (0, 1). */
    public double next() {
        x = x * MULTIPLIER & MASK;
        return x * SCALE;
    }

    /** Fills a part of an array with the next numbers. */
    public void fill(double[] target, int offset, int length) {
        long last = x;
        for (int i = offset; i < offset + length; i++) {
            last = last * MULTIPLIER & MASK;
            target[i] = last * SCALE;
        }
        x = last;
    }

    /** Passes over so many numbers, in time that is logarithmic in them. */
    public void skip(long count) {
        long power = MULTIPLIER;
        for (long rest = count; rest > 0; rest >>= 1) {
            if ((rest & 1) == 1) {
                x = x * power & MASK;
            }
            power = power * power & MASK;
        }
    }
}
