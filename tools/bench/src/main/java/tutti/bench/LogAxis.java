package tutti.bench;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * A logarithmic axis, labelled at both ends and at few values between them.
 *
 * @param ticks the labelled values, in ascending order; the ends are the first and the last
 */
record LogAxis(List<Double> ticks) {
    private static final int MOST_TICKS = 7;
    private static final double[] STEPS = {1, 2, 5};
    private static final double FEW_DECADES = 2;
    private static final double ROUNDING = 1e-9;

    /** Returns an axis with labels at values that are there: for sizes and members. */
    static LogAxis atValues(Collection<Double> values) {
        return thinned(List.copyOf(new TreeSet<>(values)));
    }

    /** Returns an axis with labels at round values around those that are there. */
    static LogAxis around(Collection<Double> values) {
        TreeSet<Double> sorted = new TreeSet<>(values);
        int firstDecade = (int) Math.floor(Math.log10(sorted.first()));
        int lastDecade = (int) Math.ceil(Math.log10(sorted.last()));
        TreeSet<Double> round = new TreeSet<>();
        for (int decade = firstDecade; decade <= lastDecade; decade++) {
            for (double step : STEPS) {
                round.add(Double.parseDouble("%de%d".formatted((int) step, decade)));
            }
        }
        Double low = round.floor(sorted.first() * (1 + ROUNDING));
        Double high = round.ceiling(sorted.last() * (1 - ROUNDING));
        TreeSet<Double> inside = new TreeSet<>(
                round.subSet(low == null ? sorted.first() : low, true, high == null ? sorted.last() : high, true));
        if (Math.log10(inside.last() / inside.first()) > FEW_DECADES) {
            double first = inside.first();
            double last = inside.last();
            inside.removeIf(value -> value != first && value != last && !isPowerOfTen(value));
        }
        return thinned(List.copyOf(inside));
    }

    private static boolean isPowerOfTen(double value) {
        double exponent = Math.log10(value);
        return Math.abs(exponent - Math.rint(exponent)) < ROUNDING;
    }

    /** Takes both ends, and of the others what leaves room for their labels. */
    private static LogAxis thinned(List<Double> values) {
        double low = values.getFirst();
        double high = values.getLast();
        List<Double> ticks = new ArrayList<>(List.of(low));
        double distance = Math.log(high / low) / MOST_TICKS;
        for (double value : values.subList(1, values.size())) {
            if (Math.log(value / ticks.getLast()) >= distance && Math.log(high / value) >= distance) {
                ticks.add(value);
            }
        }
        if (high > low) {
            ticks.add(high);
        }
        return new LogAxis(ticks);
    }

    /** Returns where a value is: 0 at the lower end, 1 at the upper one. */
    double position(double value) {
        double low = ticks.getFirst();
        double high = ticks.getLast();
        return high > low ? Math.log(value / low) / Math.log(high / low) : 1.0 / 2;
    }

    /** Returns the text at a value. */
    static String label(double value) {
        return new DecimalFormat("#,##0.######", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
    }
}
