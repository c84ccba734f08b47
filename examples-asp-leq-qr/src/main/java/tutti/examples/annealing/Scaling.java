package tutti.examples.annealing;

import java.util.Arrays;
import java.util.SplittableRandom;
import tutti.collectives.Blocks;
import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;

/**
 * Makes a map from distances alone: points in few dimensions whose distances are close to the given ones
 * (multidimensional scaling by majorization, SMACOF).
 *
 * <p>With annealing, distances are shortened by the temperature, and those that would be negative do not count: so the
 * large ones are arranged first (S.-H. Bae, J. Qiu, G. C. Fox, Multidimensional scaling by deterministic annealing with
 * iterative majorization algorithm, 2010).
 */
final class Scaling {
    private static final double HOTTEST = 0.9; // of the temperature at which no distance counts
    private static final double COLDEST = 0.01; // of the hottest; then comes 0
    private static final double SETTLED = 1e-6; // decrease of the stress, by the sum of all squared distances
    private static final double SETTLED_AT_ZERO = 1e-9;
    private static final double NOISE = 0.02; // of the mean distance
    private static final int MOST_ROUNDS = 1000; // at a temperature

    private final Communicator world;
    private final DistanceRows rows;
    private final int dimensions;
    private final Blocks blocks;
    private final SplittableRandom random; // gives the same numbers at all members
    private final double[] all; // coordinates, place by place
    private final double[] own; // those of this member's places
    private final double squares; // the sum of all squared distances
    private int rounds;

    /** Puts the places anywhere, alike at all members, which all call it. */
    Scaling(Communicator world, DistanceRows rows, int dimensions, long seed) {
        this.world = world;
        this.rows = rows;
        this.dimensions = dimensions;
        blocks = rows.blocks(dimensions);
        random = new SplittableRandom(seed);
        all = random.doubles((long) rows.size() * dimensions, -1, 1).toArray();
        own = new double[rows.count() * dimensions];
        double[] squaresOfRows = new double[rows.count()];
        for (int row = 0; row < rows.count(); row++) {
            squaresOfRows[row] = Arrays.stream(rows.row(row)).map(d -> d * d).sum();
        }
        squares = rows.sum(squaresOfRows);
    }

    /** Cools down; called by all members. */
    void anneal(double cooling) {
        double longest = 0;
        for (int row = 0; row < rows.count(); row++) {
            longest = Math.max(longest, Arrays.stream(rows.row(row)).max().orElse(0));
        }
        double step = Math.sqrt(2.0 * dimensions); // what a temperature of 1 takes from a distance
        double hottest = HOTTEST * rows.max(longest) / step;
        for (double temperature = hottest; temperature > COLDEST * hottest; temperature *= cooling) {
            disturb();
            settle(temperature * step, SETTLED);
        }
        disturb();
        settle(0, SETTLED_AT_ZERO);
    }

    /** Moves all places a little, alike at all members: those in a line would stay there. */
    private void disturb() {
        for (int at = 0; at < all.length; at++) {
            all[at] += random.nextDouble(-NOISE, NOISE);
        }
    }

    /** Moves the places until the stress hardly decreases; called by all members. */
    void settle() {
        settle(0, SETTLED_AT_ZERO);
    }

    private void settle(double shorter, double settled) {
        double before = Double.POSITIVE_INFINITY;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            double stress = move(shorter);
            rounds++;
            if (before - stress < settled * squares) {
                return;
            }
            before = stress;
        }
    }

    /** Moves all places once (Guttman's transform), and returns the stress before; called by all members. */
    double move(double shorter) {
        double[] stresses = new double[rows.count()];
        Arrays.fill(own, 0);
        for (int row = 0; row < rows.count(); row++) {
            int place = rows.first() + row;
            double[] wanted = rows.row(row);
            for (int other = 0; other < wanted.length; other++) {
                if (other != place) {
                    double target = Math.max(0, wanted[other] - shorter);
                    double distance = distance(place, other);
                    stresses[row] += (target - distance) * (target - distance);
                    if (distance > 0) {
                        pull(row, place, other, target / distance / rows.size());
                    }
                }
            }
        }
        world.allGather(DirectBuffer.of(own), DirectBuffer.of(all), blocks);
        return rows.sum(stresses);
    }

    private void pull(int row, int place, int other, double weight) {
        for (int d = 0; d < dimensions; d++) {
            own[row * dimensions + d] += weight * (all[place * dimensions + d] - all[other * dimensions + d]);
        }
    }

    private double distance(int from, int to) {
        double sum = 0;
        for (int d = 0; d < dimensions; d++) {
            double difference = all[from * dimensions + d] - all[to * dimensions + d];
            sum += difference * difference;
        }
        return Math.sqrt(sum);
    }

    /**
     * Returns the root of the sum of squared errors of all distances, by that of all squared distances.
     *
     * <p>Called by all members.
     */
    double stress() {
        double[] stresses = new double[rows.count()];
        for (int row = 0; row < rows.count(); row++) {
            double[] wanted = rows.row(row);
            for (int other = 0; other < wanted.length; other++) {
                double error = wanted[other] - distance(rows.first() + row, other);
                stresses[row] += error * error;
            }
        }
        return squares > 0 ? Math.sqrt(rows.sum(stresses) / squares) : 0;
    }

    /** Returns the coordinates of all places in the unit of the distances. */
    double[] coordinates() {
        return Arrays.stream(all).map(coordinate -> coordinate * rows.mean()).toArray();
    }

    /** Returns how often the places were moved. */
    int rounds() {
        return rounds;
    }
}
