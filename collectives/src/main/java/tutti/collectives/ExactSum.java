package tutti.collectives;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;

/**
 * An exact sum of floating-point numbers, which is rounded once, when it is asked for: the same bits in whatever order
 * and grouping numbers were added.
 *
 * <p>A superaccumulator (U. Kulisch, "Computer Arithmetic and Validity", 2008): the sum is an integer multiple of the
 * smallest double, kept in limbs of 32 bits whose carries are resolved late. Long arrays are first added by sign and
 * exponent (R. M. Neal, "Fast exact summation using small and large superaccumulators", 2015). It takes the limbs only
 * that its numbers touch: about 60 bytes for numbers of like magnitude, 550 at most.
 *
 * <p>Members combine theirs by {@link #plus}, also as a field of an object of their own; {@link Reductions#exactSum}
 * does it all for numbers, arrays and buffers. Infinities and NaN give what they give in any sum. A sum of zero is 0.0,
 * never -0.0. Not thread-safe.
 */
public final class ExactSum implements Serializable {
    private static final long serialVersionUID = 1;

    private static final int LIMB_BITS = 32;
    private static final long LIMB_MASK = (1L << LIMB_BITS) - 1;

    /** What a limb can take before carries must be resolved: each number adds less than 2^32. */
    private static final int MOST_PENDING = 1 << 30;

    /** Bit 0 of limb 0 is worth so many powers of two. */
    private static final int LOWEST_EXPONENT = -1074;

    private static final int FRACTION_BITS = 52;
    private static final long FRACTION_MASK = (1L << FRACTION_BITS) - 1;
    private static final int EXPONENT_MASK = 0x7ff;

    private int low; // index of the first limb
    private long[] limbs = {}; // each worth 2^32 of the one before; signed
    private int pending; // numbers added since carries were resolved
    private double special; // the sum of infinities and NaNs, if there are any

    /** Makes a sum of no numbers: 0. */
    public ExactSum() {}

    /** Makes the sum of some numbers. */
    public static ExactSum of(double... values) {
        return new ExactSum().add(values);
    }

    /** Returns the exact sum of numbers, rounded once. */
    public static double sum(double... values) {
        return of(values).doubleValue();
    }

    /** Returns a new sum of two, which are not changed: an operator for reductions. */
    public static ExactSum plus(ExactSum left, ExactSum right) {
        return new ExactSum().add(left).add(right);
    }

    /** Adds a number; returns this. */
    public ExactSum add(double value) {
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> FRACTION_BITS) & EXPONENT_MASK;
        if (exponent == EXPONENT_MASK) {
            special += value;
            return this;
        }
        long fraction = bits & FRACTION_MASK;
        long magnitude = exponent == 0 ? fraction : fraction | (1L << FRACTION_BITS);
        add(magnitude, Math.max(0, exponent - 1), bits < 0);
        return this;
    }

    /** Adds magnitude × 2^position of the smallest double; the magnitude is below 2^63. */
    private void add(long magnitude, int position, boolean isNegative) {
        if (magnitude == 0) {
            return;
        }
        int index = position >>> 5;
        int shift = position & 31;
        reserve(index, index + 3);
        if (pending == MOST_PENDING) {
            resolve();
            reserve(index, index + 3);
        }
        pending++;
        int at = index - low;
        long lower = magnitude << shift;
        long upper = shift == 0 ? 0 : magnitude >>> (64 - shift);
        long sign = isNegative ? -1 : 1;
        limbs[at] += sign * (lower & LIMB_MASK);
        limbs[at + 1] += sign * (lower >>> LIMB_BITS);
        limbs[at + 2] += sign * upper;
    }

    /** Has limbs from one index to before another. */
    private void reserve(int from, int end) {
        if (limbs.length == 0) {
            low = from;
            limbs = new long[end - from];
        } else if (from < low || end > low + limbs.length) {
            int first = Math.min(from, low);
            long[] more = new long[Math.max(end, low + limbs.length) - first];
            System.arraycopy(limbs, 0, more, low - first, limbs.length);
            low = first;
            limbs = more;
        }
    }

    /** Carries what is beyond 32 bits to the next limb, so that all but the last are in [0, 2^32). */
    private void resolve() {
        long carry = 0;
        for (int i = 0; i < limbs.length; i++) {
            long value = limbs[i] + carry;
            if (i == limbs.length - 1 && (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE)) {
                reserve(low, low + limbs.length + 1);
            }
            if (i == limbs.length - 1) {
                limbs[i] = value;
            } else {
                limbs[i] = value & LIMB_MASK;
                carry = value >> LIMB_BITS;
            }
        }
        pending = 0;
    }

    /** Adds another sum, which is not changed; returns this. */
    public ExactSum add(ExactSum other) {
        special += other.special;
        if (other.limbs.length > 0) {
            if (pending + 1L + other.pending > MOST_PENDING) {
                resolve();
            }
            reserve(other.low, other.low + other.limbs.length);
            for (int i = 0; i < other.limbs.length; i++) {
                limbs[other.low - low + i] += other.limbs[i];
            }
            pending += other.pending + 1;
        }
        return this;
    }

    /** Adds numbers; returns this. */
    public ExactSum add(double... values) {
        return add(values, 0, values.length);
    }

    /** Adds some numbers of an array; returns this. */
    public ExactSum add(double[] values, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, values.length);
        if (length < Bins.WORTHWHILE) {
            for (int i = offset; i < offset + length; i++) {
                add(values[i]);
            }
        } else {
            Bins bins = new Bins();
            bins.add(values, offset, length);
            bins.flushAll();
        }
        return this;
    }

    /** Adds numbers; returns this. */
    public ExactSum add(float... values) {
        for (float value : values) {
            add(value);
        }
        return this;
    }

    /** The numbers of a long array by sign and exponent. */
    private final class Bins {
        static final int WORTHWHILE = 20_000;
        private static final int MOST_IN_A_BIN = 1 << 10; // so that a bin stays below 2^63

        private final long[] sums = new long[2 * (EXPONENT_MASK + 1)]; // of fractions
        private final int[] counts = new int[sums.length];

        void add(double[] values, int offset, int length) {
            long[] fractions = sums;
            int[] numbers = counts;
            for (int i = offset; i < offset + length; i++) {
                long bits = Double.doubleToRawLongBits(values[i]);
                int bin = (int) (bits >>> FRACTION_BITS);
                fractions[bin] += bits & FRACTION_MASK;
                int count = numbers[bin] + 1;
                numbers[bin] = count;
                if (count == MOST_IN_A_BIN) {
                    flush(bin);
                }
            }
        }

        void flushAll() {
            for (int bin = 0; bin < sums.length; bin++) {
                if (counts[bin] > 0) {
                    flush(bin);
                }
            }
        }

        private void flush(int bin) {
            int exponent = bin & EXPONENT_MASK;
            boolean isNegative = bin > EXPONENT_MASK;
            if (exponent == EXPONENT_MASK) {
                double infinity = isNegative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
                special += sums[bin] == 0 ? infinity : Double.NaN;
            } else {
                long units = exponent == 0 ? 0 : (long) counts[bin] << FRACTION_BITS;
                ExactSum.this.add(sums[bin] + units, Math.max(0, exponent - 1), isNegative);
            }
            sums[bin] = 0;
            counts[bin] = 0;
        }
    }

    /** Returns the sum, rounded to the nearest double, ties to even. */
    public double doubleValue() {
        return rounded(FRACTION_BITS + 1, 0, Double.POSITIVE_INFINITY);
    }

    /** Returns the sum, rounded to the nearest float, ties to even: once, not by way of a double. */
    public float floatValue() {
        return (float) rounded(24, -149 - LOWEST_EXPONENT, Float.MAX_VALUE);
    }

    /**
     * Rounds the sum to a number of bits.
     *
     * @param lowest position of the last bit that a result can have
     * @param most what is greater becomes infinite
     */
    private double rounded(int bits, int lowest, double most) {
        if (special != 0) { // or NaN
            return special;
        }
        ExactSum magnitude = new ExactSum().add(this);
        magnitude.resolve();
        boolean isNegative = magnitude.limbs.length > 0 && magnitude.limbs[magnitude.limbs.length - 1] < 0;
        if (isNegative) {
            Arrays.setAll(magnitude.limbs, i -> -magnitude.limbs[i]);
            magnitude.resolve();
        }
        int top = magnitude.topBit();
        if (top < 0) {
            return 0;
        }
        int last = Math.max(lowest, top - bits + 1);
        long kept = magnitude.bits(last, bits);
        if (magnitude.bits(last - 1, 1) == 1 && ((kept & 1) == 1 || magnitude.hasBitsBelow(last - 1))) {
            kept++;
        }
        double value = Math.scalb((double) kept, last + LOWEST_EXPONENT); // exact
        double limited = value > most ? Double.POSITIVE_INFINITY : value;
        return isNegative ? -limited : limited;
    }

    /** Returns the position of the highest bit; -1 if there is none. */
    private int topBit() {
        for (int i = limbs.length - 1; i >= 0; i--) {
            if (limbs[i] != 0) {
                return (low + i) * LIMB_BITS + 63 - Long.numberOfLeadingZeros(limbs[i]);
            }
        }
        return -1;
    }

    /** Returns bits from a position on. */
    private long bits(int position, int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value |= bit(position + i) << i;
        }
        return value;
    }

    private long bit(int position) {
        int limb = Math.floorDiv(position, LIMB_BITS) - low;
        if (position < 0 || limb < 0) {
            return 0;
        }
        // the last limb may have more than 32 bits
        if (limb >= limbs.length - 1) {
            int inLast = position - (low + limbs.length - 1) * LIMB_BITS;
            return inLast > 62 ? 0 : limbs[limbs.length - 1] >>> inLast & 1;
        }
        return limbs[limb] >>> (position & (LIMB_BITS - 1)) & 1;
    }

    private boolean hasBitsBelow(int position) {
        int limb = Math.floorDiv(position, LIMB_BITS) - low;
        for (int i = 0; i < Math.min(limb, limbs.length); i++) {
            if (limbs[i] != 0) {
                return true;
            }
        }
        int start = limb < 0 ? position : (low + limb) * LIMB_BITS;
        for (int i = start; i < position; i++) {
            if (bit(i) == 1) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return "ExactSum[" + doubleValue() + "]";
    }
}
