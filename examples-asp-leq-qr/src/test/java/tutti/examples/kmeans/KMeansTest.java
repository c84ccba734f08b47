package tutti.examples.kmeans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/** Clusters are those of Commons Math, and the same bit for bit with any number of members. */
class KMeansTest {
    private static final int ROUNDS = 1000;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldFindSameClustersWithAnyNumberOfMembers(int members) {
        Clustering found = cluster(RandomPoints.generate(1000, 3, 6, 42), 6, 42, members);

        assertThat(CommonsMath.firstDifference(found, ROUNDS)).isNull();
        Clustering alone = cluster(RandomPoints.generate(1000, 3, 6, 42), 6, 42, 1);
        assertThat(found.checksum()).isEqualTo(alone.checksum());
        assertThat(found.rounds()).isEqualTo(alone.rounds()).isGreaterThan(1);
        assertThat(found.starts()).containsExactly(alone.starts());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8})
    void shouldClusterAirports(int members) throws Exception {
        Points airports = CsvPoints.read(Path.of("data/us-airports.tsv"), null, List.of("longitude", "latitude"));

        Clustering found = cluster(airports, 8, 1, members);

        assertThat(CommonsMath.firstDifference(found, ROUNDS)).isNull();
        assertThat(Arrays.stream(found.assigned()).distinct().count()).isEqualTo(8);
    }

    /** Whole numbers that lie on a small grid, so that many distances are equal and many points too. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void shouldDecideTiesAsCommonsMathDoes(int seed) {
        double[] grid = new Random(seed).ints(120, 0, 7).asDoubleStream().toArray();

        Clustering found = cluster(new Points("grid", List.of("x", "y"), grid), 5, seed, 3);

        assertThat(CommonsMath.firstDifference(found, ROUNDS)).isNull();
    }

    /** The first of the three clusters loses all its points on the way, or the last. */
    @ParameterizedTest
    @CsvSource({
        "18 33 25 36 21 31 14 28 13 16 22 14 9 14, 5 6 4",
        "23 4 28 20 13 14 16 9 33 24, 0 3 2",
    })
    void shouldRefillEmptyClusterAsCommonsMathDoes(String coordinates, String starts) {
        Points points = new Points("few", List.of("x", "y"), numbers(coordinates));
        int[] first =
                Arrays.stream(numbers(starts)).mapToInt(start -> (int) start).toArray();

        Clustering found = solve(() -> new FixedStart(points, first), 3);

        assertThat(CommonsMath.firstDifference(found, ROUNDS)).isNull();
        assertThat(List.of(found.size(0), found.size(1), found.size(2))).doesNotContain(0L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void shouldClusterFewerPointsThanMembers(int members) {
        Points points = new Points("pairs", List.of("x", "y"), new double[] {0, 0, 0, 1, 9, 9, 9, 8});

        Clustering found = cluster(points, 2, 3, members);

        assertThat(found.assigned()[0]).isEqualTo(found.assigned()[1]).isNotEqualTo(found.assigned()[2]);
        assertThat(found.assigned()[2]).isEqualTo(found.assigned()[3]);
        assertThat(found.centres().of(found.assigned()[0])).containsExactly(0, 0.5);
        assertThat(found.scatter()).isCloseTo(1, within(1e-12));
    }

    @Test
    void shouldStopAfterSoManyRounds() {
        Points points = RandomPoints.generate(1000, 2, 9, 7);

        Clustering found = solve(() -> new KMeans(() -> points, 9, 2, 7, Losses.none()), 4);

        assertThat(found.rounds()).isEqualTo(2);
        assertThat(CommonsMath.firstDifference(found, 2)).isNull();
        assertThat(CommonsMath.firstDifference(found, ROUNDS)).isNotNull();
    }

    @Test
    void shouldTellWrongPointAndWrongCentre() {
        Clustering found = cluster(RandomPoints.generate(100, 2, 3, 1), 3, 1, 2);
        int right = found.assigned()[6];

        found.assigned()[6] = (right + 1) % 3;
        assertThat(CommonsMath.firstDifference(found, ROUNDS))
                .startsWith("point 7 is in cluster")
                .endsWith("Commons Math puts it into cluster " + (right + 1));
        found.assigned()[6] = right;
        found.centres().coordinates()[0] = Math.nextUp(found.centres().coordinates()[0]);
        assertThat(CommonsMath.firstDifference(found, ROUNDS)).startsWith("the centre of cluster 1 is [");
    }

    @Test
    void shouldAddUpExactlyInAnyOrder() {
        double[] numbers = new Random(5).doubles(3000, -1e6, 1e6).toArray();
        double[] rounded = new Points("many", List.of("x"), numbers.clone()).coordinates();

        double forward = Arrays.stream(rounded).reduce(0, Double::sum);
        double backward = 0;
        for (int i = rounded.length - 1; i >= 0; i--) {
            backward += rounded[i];
        }
        assertThat(forward).isEqualTo(backward);
        for (int i = 0; i < numbers.length; i++) {
            assertThat(rounded[i]).isCloseTo(numbers[i], within(1e6 * 3000 / 0x1p52));
        }
    }

    @Test
    void shouldEndWithoutPoints() {
        List<KMeans> members;
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=3")) {
            members = master.start("none", () -> new KMeans(() -> null, 2, ROUNDS, 1, Losses.none()));
        }
        assertThat(members).hasSize(3).allMatch(member -> member.clustering() == null);
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }

    private static Clustering cluster(Points points, int clusters, long seed, int members) {
        return solve(() -> new KMeans(() -> points, clusters, ROUNDS, seed, Losses.none()), members);
    }

    private static Clustering solve(Supplier<ClusterMember> member, int members) {
        List<ClusterMember> all;
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=" + members)) {
            all = master.start("kmeans", member);
        }
        assertThat(all.stream().skip(1)).allMatch(other -> other.clustering() == null);
        return Objects.requireNonNull(all.getFirst().clustering());
    }

    private static final class FixedStart extends ClusterMember {
        private final int[] starts;

        FixedStart(Points points, int... starts) {
            super(() -> points, starts.length, ROUNDS, Losses.none());
            this.starts = starts;
        }

        @Override
        int[] start(Communicator world, Centres toPlace) {
            for (int cluster = 0; cluster < starts.length; cluster++) {
                copyPoint(world, starts[cluster], toPlace, cluster);
            }
            return starts;
        }
    }
}
