package tutti.examples.kmeans;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.ml.clustering.CentroidCluster;
import org.apache.commons.math3.ml.clustering.Clusterable;
import org.apache.commons.math3.ml.clustering.KMeansPlusPlusClusterer;
import org.apache.commons.math3.ml.clustering.KMeansPlusPlusClusterer.EmptyClusterStrategy;
import org.apache.commons.math3.ml.distance.EuclideanDistance;
import org.apache.commons.math3.random.AbstractRandomGenerator;
import org.jspecify.annotations.Nullable;

/** Compares clusters with those that the Apache Commons Mathematics Library finds. */
final class CommonsMath {
    private static final EuclideanDistance DISTANCE = new EuclideanDistance();

    private CommonsMath() {}

    private static final class Point implements Clusterable {
        private final int index;
        private final double[] coordinates;

        Point(int index, double[] coordinates) {
            this.index = index;
            this.coordinates = coordinates;
        }

        @Override
        public double[] getPoint() {
            return coordinates;
        }
    }

    /**
     * Returns the first difference from the library's clusters, which start with the same points, in words; null if
     * there is none.
     */
    static @Nullable String firstDifference(Clustering found, int maxRounds) {
        List<Point> points = points(found.points());
        List<CentroidCluster<Point>> expected = new KMeansPlusPlusClusterer<Point>(
                        found.centres().count(),
                        maxRounds,
                        DISTANCE,
                        new LoadedDice(points, found.starts()),
                        EmptyClusterStrategy.FARTHEST_POINT)
                .cluster(points);
        for (int cluster = 0; cluster < expected.size(); cluster++) {
            for (Point point : expected.get(cluster).getPoints()) {
                if (found.assigned()[point.index] != cluster) {
                    return "point %d is in cluster %d, Commons Math puts it into cluster %d"
                            .formatted(point.index + 1, found.assigned()[point.index] + 1, cluster + 1);
                }
            }
            double[] centre = expected.get(cluster).getCenter().getPoint();
            if (!Arrays.equals(centre, found.centres().of(cluster))) {
                return "the centre of cluster %d is %s, Commons Math finds %s"
                        .formatted(cluster + 1, Arrays.toString(found.centres().of(cluster)), Arrays.toString(centre));
            }
        }
        return null;
    }

    private static List<Point> points(Points points) {
        int dimensions = points.dimensions();
        return IntStream.range(0, points.size())
                .mapToObj(i ->
                        new Point(i, Arrays.copyOfRange(points.coordinates(), i * dimensions, (i + 1) * dimensions)))
                .toList();
    }

    /**
     * Lets the library's lots fall on certain points.
     *
     * <p>It draws the first of its starts by index. For each next one it draws a share of the sum of all squared
     * distances from the starts so far, and takes the point with which the sum, point by point, has reached it.
     */
    private static final class LoadedDice extends AbstractRandomGenerator {
        private final List<Point> points;
        private final int[] starts;
        private final double[] squares;
        private int drawn;

        LoadedDice(List<Point> points, int[] starts) {
            this.points = points;
            this.starts = starts;
            this.squares = new double[points.size()];
            Arrays.fill(squares, Double.POSITIVE_INFINITY);
        }

        @Override
        public int nextInt(int limit) {
            return starts[drawn++];
        }

        @Override
        public double nextDouble() {
            double[] latest = points.get(starts[drawn - 1]).coordinates;
            for (Point point : points) {
                double distance = DISTANCE.compute(latest, point.coordinates);
                squares[point.index] = Math.min(squares[point.index], distance * distance);
            }
            int next = starts[drawn++];
            double before = Arrays.stream(squares, 0, next).sum();
            return (before + squares[next] / 2) / Arrays.stream(squares).sum();
        }

        @Override
        public void setSeed(long seed) {}
    }
}
