package tutti.jgf.section3;

import java.io.Serializable;

/**
 * What a series of daily prices tells of a share, by the year.
 *
 * @param expected the expected rate of return
 * @param volatility standard deviation of the return
 */
record Returns(double expected, double volatility) implements Serializable {
    private static final double DAY = 1.0 / 365;

    /** Estimates from at least three prices, by the logarithms of the ratios between one and the next. */
    static Returns of(double[] prices) {
        double[] logarithms = new double[prices.length - 1];
        double sum = 0;
        for (int day = 0; day < logarithms.length; day++) {
            logarithms[day] = StrictMath.log(prices[day + 1] / prices[day]);
            sum += logarithms[day];
        }
        double mean = sum / logarithms.length;
        double squares = 0;
        for (double logarithm : logarithms) {
            squares += (logarithm - mean) * (logarithm - mean);
        }
        double yearlyVariance = squares / logarithms.length / DAY;
        return new Returns(mean / DAY + 0.5 * yearlyVariance, Math.sqrt(yearlyVariance));
    }

    /** Returns the mean change of the price's logarithm in a day. */
    double dailyDrift() {
        return (expected - 0.5 * volatility * volatility) * DAY;
    }

    /** Returns the standard deviation of the change of the price's logarithm in a day. */
    double dailyVolatility() {
        return volatility * Math.sqrt(DAY);
    }
}
