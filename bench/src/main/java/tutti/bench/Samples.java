package tutti.bench;

import java.util.List;
import java.util.stream.IntStream;

/** Times of the blocks of one contender, per operation, in the order in which they were taken. */
record Samples(List<Double> micros) {

    double min() {
        return quantile(0);
    }

    double median() {
        return quantile(0.5);
    }

    /** Returns the value below which a share of the samples lies; between two samples, in proportion. */
    double quantile(double share) {
        List<Double> sorted = micros.stream().sorted().toList();
        double position = share * (sorted.size() - 1);
        int below = (int) position;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (position - below) * (sorted.get(above) - sorted.get(below));
    }

    /** Returns the median of the ratios to the samples of another that were taken next to these. */
    double medianRatioTo(Samples other) {
        return new Samples(IntStream.range(0, micros.size())
                        .mapToObj(i -> micros.get(i) / other.micros.get(i))
                        .toList())
                .median();
    }
}
