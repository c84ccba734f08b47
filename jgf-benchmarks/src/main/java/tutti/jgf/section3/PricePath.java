package tutti.jgf.section3;

import java.io.Serializable;
import java.util.Random;

/** One of the courses that a share's price might take, and what it comes to. */
final class PricePath implements Serializable {
    static final int DAYS = 1000;

    private static final long serialVersionUID = 1;
    private static final double FIRST_PRICE = 100;
    private static final long SEED_FACTOR = 11;

    private final String title;
    private final double expectedReturn;
    private final double volatility;
    private final double variance;
    private final double lastPrice;
    private final double[] prices;

    private PricePath(int run, double[] prices) {
        Returns returns = Returns.of(prices);
        title = "run " + run;
        expectedReturn = returns.expected();
        volatility = returns.volatility();
        variance = volatility * volatility;
        lastPrice = prices[prices.length - 1];
        this.prices = prices;
    }

    /**
     * Draws a path.
     *
     * @param returns those of the share in the past
     * @param run number of the path, on which alone its random numbers depend
     */
    static PricePath random(Returns returns, int run) {
        Random random = new Random(SEED_FACTOR * run);
        double drift = returns.dailyDrift();
        double volatility = returns.dailyVolatility();
        double[] prices = new double[DAYS];
        prices[0] = FIRST_PRICE;
        random.nextGaussian(); // the suite's first one moves nothing
        for (int day = 1; day < DAYS; day++) {
            prices[day] = prices[day - 1] * StrictMath.exp(drift + volatility * random.nextGaussian());
        }
        return new PricePath(run, prices);
    }

    /** Returns the expected rate of return that the path shows. */
    double expectedReturn() {
        return expectedReturn;
    }

    @Override
    public String toString() {
        return "%s: %d prices to %.2f, expected return %.4f, volatility %.4f, variance %.4f"
                .formatted(title, prices.length, lastPrice, expectedReturn, volatility, variance);
    }
}
