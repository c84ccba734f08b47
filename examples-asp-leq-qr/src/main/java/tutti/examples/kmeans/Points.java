package tutti.examples.kmeans;

import java.nio.DoubleBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Points in a space of any dimension, as rank 0 reads them.
 *
 * <p>Their coordinates are rounded to multiples of a power of two that is so large that the sum of all of them has no
 * more than 52 binary digits. So no sum is ever rounded, and all orders of adding lead to the same, bit for bit. What
 * rounding changes is less than the largest coordinate * size / 2^52: with a million points, the tenth digit of the
 * largest.
 */
final class Points {
    /** Coordinates must not be larger, lest the squares of distances overflow. */
    static final double LARGEST = 1e100;

    private static final int DIGITS = 52;
    private static final int SMALLEST_EXPONENT = -500; // the squares of smaller ones would vanish

    private final String origin;
    private final List<String> names;
    private final double[] coordinates;

    /**
     * Takes points.
     *
     * @param origin where they come from, for the report
     * @param names what each dimension is called
     * @param coordinates point by point, no longer the caller's; none is larger than {@link #LARGEST}
     */
    Points(String origin, List<String> names, double[] coordinates) {
        this.origin = origin;
        this.names = List.copyOf(names);
        this.coordinates = coordinates;
        double unit = unit(coordinates, size());
        for (int i = 0; i < coordinates.length; i++) {
            coordinates[i] = Math.rint(coordinates[i] / unit) * unit;
        }
    }

    /** Returns the power of two in multiples of which so many numbers of this magnitude add up exactly. */
    static double unit(double[] numbers, int count) {
        double largest = 0;
        for (double number : numbers) {
            largest = Math.max(largest, Math.abs(number));
        }
        int exponent = Math.getExponent(largest * count) + 1; // 2^exponent is more than any sum
        return Math.scalb(1.0, Math.max(exponent - DIGITS, SMALLEST_EXPONENT));
    }

    String origin() {
        return origin;
    }

    /** Returns what the dimensions are called. */
    List<String> names() {
        return names;
    }

    int dimensions() {
        return names.size();
    }

    int size() {
        return coordinates.length / dimensions();
    }

    /** Returns the coordinates, point by point: the array itself, not a copy. */
    double[] coordinates() {
        return coordinates;
    }

    /** Returns one coordinate of a point. */
    double coordinate(int point, int dimension) {
        return coordinates[point * dimensions() + dimension];
    }

    /** Counts different points, up to a limit. */
    int different(int limit) {
        Set<DoubleBuffer> seen = new HashSet<>();
        for (int point = 0; point < size() && seen.size() < limit; point++) {
            seen.add(DoubleBuffer.wrap(coordinates, point * dimensions(), dimensions()));
        }
        return seen.size();
    }
}
