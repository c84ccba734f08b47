package tutti.examples.annealing;

import java.util.Arrays;
import java.util.SplittableRandom;
import tutti.collectives.Blocks;
import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;

/**
 * Divides places into clusters by their distances alone, such that the mean distance within clusters is small.
 *
 * <p>A place belongs to all clusters at first, with probabilities that become certain while the temperature falls; at
 * each temperature the members repeat the mean field's equations until these hold (T. Hofmann and J. M. Buhmann,
 * Pairwise data clustering by deterministic annealing, 1997, doi:10.1109/34.566806).
 */
final class PairwiseClusters {
    private static final double HOTTEST = 1; // the mean distance
    private static final double COLDEST = 0.002;
    private static final double SETTLED = 1e-4; // change of a probability
    private static final int MOST_ROUNDS = 200; // at a temperature
    private static final double NOISE = 0.01;
    private static final double EMPTY = 1e-12;

    private final Communicator world;
    private final DistanceRows rows;
    private final int clusters;
    private final Blocks blocks;
    private final double[] all; // the probability of each place and cluster
    private final double[] own; // those of this member's places
    private int rounds;

    PairwiseClusters(Communicator world, DistanceRows rows, int clusters) {
        this.world = world;
        this.rows = rows;
        this.clusters = clusters;
        blocks = rows.blocks(clusters);
        all = new double[rows.size() * clusters];
        own = new double[rows.count() * clusters];
        Arrays.fill(all, 1.0 / clusters);
    }

    /** Cools down; called by all members. */
    void anneal(double cooling, long seed) {
        int step = 0;
        for (double temperature = HOTTEST; temperature > COLDEST; temperature *= cooling) {
            disturb(seed, step++);
            double change = 1;
            for (int round = 0; round < MOST_ROUNDS && change > SETTLED; round++) {
                change = update(temperature);
                rounds++;
            }
        }
    }

    /** Changes all probabilities a little, alike at all members: clusters that are alike would stay alike. */
    private void disturb(long seed, int step) {
        SplittableRandom random = new SplittableRandom(seed + step);
        for (int place = 0; place < rows.size(); place++) {
            double sum = 0;
            for (int at = place * clusters; at < (place + 1) * clusters; at++) {
                all[at] *= 1 + random.nextDouble(NOISE);
                sum += all[at];
            }
            for (int at = place * clusters; at < (place + 1) * clusters; at++) {
                all[at] /= sum;
            }
        }
    }

    /** Computes all probabilities from those so far, and returns the greatest change. */
    private double update(double temperature) {
        double[] means = means();
        double[] within = within(means);
        double change = 0;
        for (int row = 0; row < rows.count(); row++) {
            int from = row * clusters;
            double least = Double.POSITIVE_INFINITY;
            for (int cluster = 0; cluster < clusters; cluster++) {
                means[from + cluster] -= within[cluster] / 2;
                least = Math.min(least, means[from + cluster]);
            }
            double sum = 0;
            for (int at = from; at < from + clusters; at++) {
                own[at] = StrictMath.exp((least - means[at]) / temperature);
                sum += own[at];
            }
            for (int at = from; at < from + clusters; at++) {
                own[at] /= sum;
                change = Math.max(change, Math.abs(own[at] - all[rows.first() * clusters + at]));
            }
        }
        world.allGather(DirectBuffer.of(own), DirectBuffer.of(all), blocks);
        return rows.max(change);
    }

    /** Returns the mean distance of each of this member's places from each cluster; infinite from an empty one. */
    private double[] means() {
        double[] sizes = sizes();
        double[] means = new double[own.length];
        for (int row = 0; row < rows.count(); row++) {
            double[] distances = rows.row(row);
            for (int place = 0; place < distances.length; place++) {
                for (int cluster = 0; cluster < clusters; cluster++) {
                    means[row * clusters + cluster] += distances[place] * all[place * clusters + cluster];
                }
            }
            for (int cluster = 0; cluster < clusters; cluster++) {
                means[row * clusters + cluster] =
                        sizes[cluster] > EMPTY ? means[row * clusters + cluster] / sizes[cluster] : Double.MAX_VALUE;
            }
        }
        return means;
    }

    /** Returns the mean distance of two places of each cluster. */
    private double[] within(double... means) {
        double[] sizes = sizes();
        double[] parts = new double[own.length];
        for (int at = 0; at < parts.length; at++) {
            double size = sizes[at % clusters];
            parts[at] = size > EMPTY ? all[rows.first() * clusters + at] * means[at] / size : 0;
        }
        return rows.sums(clusters, parts);
    }

    /** Returns how many places belong to each cluster: a sum of probabilities. */
    private double[] sizes() {
        double[] sizes = new double[clusters];
        for (int at = 0; at < all.length; at++) {
            sizes[at % clusters] += all[at];
        }
        return sizes;
    }

    /** Decides for the most probable cluster of each place; clusters are numbered in the order of their first place. */
    int[] decide() {
        int[] assigned = new int[rows.size()];
        int[] number = new int[clusters];
        Arrays.fill(number, -1);
        int found = 0;
        for (int place = 0; place < assigned.length; place++) {
            int from = place * clusters;
            int best = 0;
            for (int cluster = 1; cluster < clusters; cluster++) {
                best = all[from + cluster] > all[from + best] ? cluster : best;
            }
            if (number[best] < 0) {
                number[best] = found++;
            }
            assigned[place] = number[best];
        }
        Arrays.fill(all, 0);
        for (int place = 0; place < assigned.length; place++) {
            all[place * clusters + assigned[place]] = 1;
        }
        return assigned;
    }

    /** Returns the mean distance of a place from the places of its cluster, after all is decided. */
    double cost() {
        double[] within = within(means());
        double[] sizes = sizes();
        double cost = 0;
        for (int cluster = 0; cluster < clusters; cluster++) {
            cost += sizes[cluster] * within[cluster];
        }
        return cost / rows.size() * rows.mean();
    }

    /** Returns how often the probabilities were computed. */
    int rounds() {
        return rounds;
    }
}
