package tutti.charts;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.IntStream;
import org.knowm.xchart.style.AxesChartStyler;

/**
 * A logarithmic axis with labels at both ends and at equal steps between them. XChart's own has labels at powers of ten
 * only, so it gets logarithms on a linear axis, whose whole numbers are where the labels are.
 *
 * @param low the value at the lower end
 * @param ratio of each label's value to that of the label below
 * @param steps from the lower end to the upper one
 */
record LogAxis(double low, double ratio, int steps) {
    private static final int LEAST_STEPS = 3;
    private static final int MOST_STEPS_X = 6; // large numbers have room
    private static final int MOST_STEPS_Y = 8;
    private static final int TWO = 2;
    private static final int TEN = 10;
    private static final int SMALL = 1000; // powers of two below are familiar
    private static final double ROUNDING = 1e-6;
    private static final MathContext DIGITS = new MathContext(3);

    /** Returns an axis whose labels double from the lowest value on: for sizes and members. */
    static LogAxis doubling(Collection<Double> values) {
        double low = Collections.min(values);
        int doublings = (int) Math.ceil(Math.log(Collections.max(values) / low) / Math.log(TWO) - ROUNDING);
        return doublings == 0 ? new LogAxis(low / TWO, TWO, TWO) : thinned(low, TWO, doublings, MOST_STEPS_X);
    }

    /** Returns an axis with labels at powers of two, or of ten if the values are far apart: for times and rates. */
    static LogAxis around(Collection<Double> values) {
        LogAxis axis = of(values, TWO);
        boolean isSmall = axis.low * Math.pow(axis.ratio, axis.steps) < SMALL;
        if (axis.ratio > (isSmall ? TWO * TWO : TWO)) {
            return of(values, TEN);
        }
        return axis.steps == 1 ? new LogAxis(axis.low, Math.sqrt(axis.ratio), TWO) : axis;
    }

    private static LogAxis of(Collection<Double> values, int base) {
        int first = (int) Math.floor(Math.log(Collections.min(values)) / Math.log(base) + ROUNDING);
        int last = (int) Math.ceil(Math.log(Collections.max(values)) / Math.log(base) - ROUNDING);
        if (first >= last) {
            first--; // a single value is in the middle
            last = first + 2;
        }
        return thinned(Math.pow(base, first), base, last - first, MOST_STEPS_Y);
    }

    /** Takes as many powers for a step as leave the least room beyond the highest value. */
    private static LogAxis thinned(double low, int base, int powers, int most) {
        int each = IntStream.rangeClosed(Math.ceilDiv(powers, most), Math.ceilDiv(powers, LEAST_STEPS))
                .boxed()
                .min(Comparator.comparingInt(step -> Math.ceilDiv(powers, step) * step))
                .orElseThrow();
        return new LogAxis(low, Math.pow(base, each), Math.ceilDiv(powers, each));
    }

    /** Returns where a value is: 0 at the lower end, 1 at the label above. */
    double position(double value) {
        return Math.log(value / low) / Math.log(ratio);
    }

    /** Returns the text at a position: none between labels, and different blanks beyond both ends. */
    String label(double position) {
        double label = Math.rint(position);
        if (Math.abs(position - label) > ROUNDING) {
            return "";
        }
        if (label < 0 || label > steps) {
            return label < 0 ? " " : "  ";
        }
        double value = low * Math.pow(ratio, label);
        boolean isWhole = Math.abs(value - Math.rint(value)) < ROUNDING && value > 1 - ROUNDING;
        return new DecimalFormat("#,##0.############", DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(isWhole ? Math.rint(value) : new BigDecimal(value).round(DIGITS));
    }

    void setX(AxesChartStyler styler) {
        styler.setXAxisMin(0.0).setXAxisMax((double) steps);
        styler.setxAxisTickLabelsFormattingFunction(this::label);
    }

    void setY(AxesChartStyler styler) {
        styler.setYAxisMin(0.0).setYAxisMax((double) steps);
        styler.setyAxisTickLabelsFormattingFunction(this::label);
    }
}
