package tutti.examples.annealing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.examples.support.InputException;
import tutti.group.ColGroupMaster;

/** Clusters have the same bits with any number of members, and no descent from a random start finds better ones. */
class PairwiseClustersTest {
    private static final int CLUSTERS = 4;

    private record Found(List<Integer> assigned, double cost, int rounds) {}

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7})
    void shouldFindSameBitsWithAnyNumberOfMembers(int members) {
        Places places = Places.random(40, 3);

        assertThat(cluster(places, 0.8, members))
                .containsOnly(cluster(places, 0.8, 1).getFirst());
    }

    @Test
    void shouldDivideAirportsBetterThanDescentsFromRandomStarts() throws InputException {
        Places airports = PlacesFile.read(Path.of("data/us-airports.tsv"));

        Found found = cluster(airports, 0.85, 2).getFirst();

        int[] assigned = found.assigned.stream().mapToInt(Integer::intValue).toArray();
        assertThat(Arrays.stream(assigned).distinct().count()).isEqualTo(CLUSTERS);
        assertThat(found.cost).isCloseTo(cost(airports, assigned), within(1e-6));
        double best = Double.POSITIVE_INFINITY;
        for (int seed = 0; seed < 5; seed++) {
            best = Math.min(best, descend(airports, seed));
        }
        assertThat(found.cost).isLessThanOrEqualTo(best + 1e-6);
    }

    private static List<Found> cluster(Places places, double cooling, int members) {
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=" + members)) {
            return master.run(world -> {
                PairwiseClusters clusters = new PairwiseClusters(world, new DistanceRows(world, places), CLUSTERS);
                clusters.anneal(cooling, 1);
                List<Integer> assigned =
                        Arrays.stream(clusters.decide()).boxed().toList();
                return new Found(assigned, clusters.cost(), clusters.rounds());
            });
        }
    }

    /** Returns the mean distance of a place from the places of its cluster, by definition. */
    private static double cost(Places places, int... assigned) {
        double cost = 0;
        for (int place = 0; place < assigned.length; place++) {
            double sum = 0;
            int size = 0;
            for (int other = 0; other < assigned.length; other++) {
                if (assigned[other] == assigned[place]) {
                    sum += places.distance(place, other);
                    size++;
                }
            }
            cost += sum / size / assigned.length;
        }
        return cost;
    }

    /** Starts anywhere, puts each place into the cluster that is nearest, until none moves; returns the cost. */
    private static double descend(Places places, int seed) {
        int size = places.size();
        double[][] distances = new double[size][size];
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                distances[from][to] = places.distance(from, to);
            }
        }
        int[] assigned = new SplittableRandom(seed).ints(size, 0, CLUSTERS).toArray();
        boolean moved = true;
        for (int round = 0; moved && round < 1000; round++) {
            moved = false;
            double[][] means = new double[size][CLUSTERS]; // of each place's distances from each cluster
            double[] within = new double[CLUSTERS];
            int[] sizes = new int[CLUSTERS];
            Arrays.stream(assigned).forEach(cluster -> sizes[cluster]++);
            for (int from = 0; from < size; from++) {
                for (int to = 0; to < size; to++) {
                    means[from][assigned[to]] += distances[from][to] / sizes[assigned[to]];
                }
                within[assigned[from]] += means[from][assigned[from]] / sizes[assigned[from]];
            }
            for (int place = 0; place < size; place++) {
                int best = assigned[place];
                for (int cluster = 0; cluster < CLUSTERS; cluster++) {
                    if (means[place][cluster] - within[cluster] / 2 < means[place][best] - within[best] / 2) {
                        best = cluster;
                    }
                }
                moved |= best != assigned[place];
                assigned[place] = best;
            }
        }
        return cost(places, assigned);
    }
}
