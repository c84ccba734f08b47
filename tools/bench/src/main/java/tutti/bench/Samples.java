package tutti.bench;

import java.util.List;
import java.util.stream.IntStream;

/** What was measured, in the order in which it was; at least one value. */
public record Samples(List<Double> values) {

    /** Returns the least. */
    public double min() {
        return quantile(0);
    }

    /** Returns the value in the middle. */
    public double median() {
        return quantile(0.5);
    }

    /** Returns the largest. */
    public double max() {
        return quantile(1);
    }

    /** Returns the value below which a share of the samples lies; between two samples, in proportion. */
    public double quantile(double share) {
        List<Double> sorted = values.stream().sorted().toList();
        double position = share * (sorted.size() - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (position - below) * (sorted.get(above) - sorted.get(below));
    }

    /** Returns the median of the ratios to the samples of another that were taken next to these. */
    double medianRatioTo(Samples other) {
        return new Samples(IntStream.range(0, values.size())
                        .mapToObj(i -> values.get(i) / other.values.get(i))
                        .toList())
                .median();
    }
}
