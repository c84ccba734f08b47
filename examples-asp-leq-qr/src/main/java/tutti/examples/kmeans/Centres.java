package tutti.examples.kmeans;

import java.util.Arrays;

/** The centres of clusters, as a buffer has them: one behind the other. */
final class Centres {
    private final int dimensions;
    private final double[] coordinates;

    Centres(int count, int dimensions) {
        this(dimensions, new double[count * dimensions]);
    }

    private Centres(int dimensions, double[] coordinates) {
        this.dimensions = dimensions;
        this.coordinates = coordinates;
    }

    /** Returns centres at these coordinates, centre by centre: a copy. */
    static Centres at(double[] coordinates, int dimensions) {
        return new Centres(dimensions, coordinates.clone());
    }

    int count() {
        return coordinates.length / dimensions;
    }

    int dimensions() {
        return dimensions;
    }

    /** Returns the coordinates, centre by centre: the array itself, not a copy. */
    double[] coordinates() {
        return coordinates;
    }

    /** Returns a copy of a centre's coordinates. */
    double[] of(int cluster) {
        return Arrays.copyOfRange(coordinates, cluster * dimensions, (cluster + 1) * dimensions);
    }

    /** Returns the distance of a centre from a point, which starts anywhere in an array. */
    double distance(int cluster, double[] points, int at) {
        double sum = 0;
        for (int i = 0; i < dimensions; i++) {
            double difference = points[at + i] - coordinates[cluster * dimensions + i];
            sum += difference * difference;
        }
        return Math.sqrt(sum);
    }

    /** Returns the centre that is nearest to a point; of equally near ones the first. */
    int nearest(double[] points, int at) {
        int nearest = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int cluster = 0; cluster < count(); cluster++) {
            double distance = distance(cluster, points, at);
            if (distance < least) {
                least = distance;
                nearest = cluster;
            }
        }
        return nearest;
    }
}
