package tutti.charts;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
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
    private static final int MOST_STEPS = 7;
    private static final int TWO = 2;
    private static final int TEN = 10;
    private static final double ROUNDING = 1e-6;
    private static final MathContext DIGITS = new MathContext(3);

    /** Returns an axis whose labels double from the lowest value on: for sizes and members. */
    static LogAxis doubling(Collection<Double> values) {
        double low = Collections.min(values);
        int doublings = (int) Math.ceil(Math.log(Collections.max(values) / low) / Math.log(TWO) - ROUNDING);
        return doublings == 0 ? new LogAxis(low / TWO, TWO, TWO) : thinned(low, TWO, doublings);
    }

    /** Returns an axis with labels at powers of two, or of ten if the values are far apart: for times and rates. */
    static LogAxis around(Collection<Double> values) {
        LogAxis axis = of(values, TWO);
        if (axis.ratio > TWO) {
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
        return thinned(Math.pow(base, first), base, last - first);
    }

    private static LogAxis thinned(double low, int base, int powers) {
        int each = Math.ceilDiv(powers, MOST_STEPS);
        return new LogAxis(low, Math.pow(base, each), Math.ceilDiv(powers, each));
    }

    /** Returns where a value is: 0 at the lower end, 1 at the label above. */
    double position(double value) {
        return Math.log(value / low) / Math.log(ratio);
    }

    /** Returns the text at a position; there is none between labels. */
    String label(double position) {
        double label = Math.rint(position);
        if (Math.abs(position - label) > ROUNDING) {
            return "";
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
