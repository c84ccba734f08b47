package tutti.examples.annealing;

import java.io.Serializable;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Places on the globe. */
final class Places implements Serializable {
    private static final long serialVersionUID = 1;
    private static final double EARTH_RADIUS_KM = 6371.0088;

    private final String origin;
    private final String[] names;
    private final double[] latitudes; // in radians
    private final double[] longitudes;

    /**
     * Takes places.
     *
     * @param origin where they come from, for the report
     * @param latitudes in degrees, one for each name
     * @param longitudes in degrees, one for each name
     */
    Places(String origin, String[] names, double[] latitudes, double[] longitudes) {
        this.origin = origin;
        this.names = names.clone();
        this.latitudes = IntStream.range(0, names.length)
                .mapToDouble(place -> StrictMath.toRadians(latitudes[place]))
                .toArray();
        this.longitudes = IntStream.range(0, names.length)
                .mapToDouble(place -> StrictMath.toRadians(longitudes[place]))
                .toArray();
    }

    /** Draws places, as many on each part of the globe as on every other of the same area. */
    static Places random(int size, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String[] names = new String[size];
        double[] latitudes = new double[size];
        double[] longitudes = new double[size];
        for (int place = 0; place < size; place++) {
            names[place] = "place " + (place + 1);
            latitudes[place] = StrictMath.toDegrees(StrictMath.asin(random.nextDouble(-1, 1)));
            longitudes[place] = random.nextDouble(-180, 180);
        }
        return new Places("random, seed " + seed, names, latitudes, longitudes);
    }

    int size() {
        return names.length;
    }

    String origin() {
        return origin;
    }

    String name(int place) {
        return names[place];
    }

    /** Returns the length of the great circle between two places, in kilometres. */
    double distance(int from, int to) {
        double north = StrictMath.sin((latitudes[to] - latitudes[from]) / 2);
        double east = StrictMath.sin((longitudes[to] - longitudes[from]) / 2);
        double half = north * north + StrictMath.cos(latitudes[from]) * StrictMath.cos(latitudes[to]) * east * east;
        return 2 * EARTH_RADIUS_KM * StrictMath.asin(Math.sqrt(Math.min(1, half)));
    }
}
