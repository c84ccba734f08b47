package tutti.examples.kmeans;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Generates points around as many centres as there are to be clusters. */
final class RandomPoints {
    private static final double SPACE = 100; // side of the cube in which the centres lie
    private static final double SPREAD = 5; // standard deviation of the points around them

    private RandomPoints() {}

    static Points generate(int size, int dimensions, int clusters, long seed) {
        Random random = new Random(seed);
        int blobs = Math.min(clusters, size);
        double[] centres = random.doubles((long) blobs * dimensions, 0, SPACE).toArray();
        double[] coordinates = new double[size * dimensions];
        for (int i = 0; i < coordinates.length; i++) {
            int blob = i / dimensions % blobs;
            coordinates[i] = centres[blob * dimensions + i % dimensions] + SPREAD * random.nextGaussian();
        }
        List<String> names = IntStream.rangeClosed(1, dimensions)
                .mapToObj(dimension -> "x" + dimension)
                .toList();
        return new Points("generated, seed " + seed, names, coordinates);
    }
}
