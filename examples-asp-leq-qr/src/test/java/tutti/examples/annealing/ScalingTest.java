package tutti.examples.annealing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.examples.support.InputException;
import tutti.group.ColGroupMaster;

/** Maps have the same bits with any number of members, and are those of the textbook's matrices. */
class ScalingTest {
    private record Found(List<Double> coordinates, double stress, int rounds) {
        double[] array() {
            return coordinates.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7})
    void shouldMakeSameBitsWithAnyNumberOfMembers(int members) {
        Places places = Places.random(40, 5);

        assertThat(scale(places, 3, 0.8, members))
                .containsOnly(scale(places, 3, 0.8, 1).getFirst());
    }

    /** One more round from what was found, by the formula X' = B(X) X / n, changes hardly anything. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldAgreeWithTheMatricesOfTheTextbook(int dimensions) throws InputException {
        Places airports = PlacesFile.read(Path.of("data/us-airports.tsv"));

        Found found = scale(airports, dimensions, 0.8, 2).getFirst();

        RealMatrix map = matrix(found.array(), dimensions);
        assertThat(found.stress).isCloseTo(stress(airports, map), within(1e-9));
        RealMatrix next = guttman(airports, map);
        assertThat(next.subtract(map).getFrobeniusNorm() / map.getFrobeniusNorm())
                .isLessThan(1e-3);
        assertThat(stress(airports, next))
                .isLessThanOrEqualTo(found.stress + 1e-12)
                .isCloseTo(found.stress, within(1e-6));
    }

    @Test
    void shouldMoveAsTheTextbookDoes() {
        Places places = Places.random(20, 9);

        Found one = rounds(places, 1);
        Found two = rounds(places, 2);

        RealMatrix expected = guttman(places, matrix(one.array(), 2));
        assertThat(expected.subtract(matrix(two.array(), 2)).getFrobeniusNorm() / expected.getFrobeniusNorm())
                .isLessThan(1e-12);
    }

    /** A short arc of a meridian is a line: one dimension has room for all distances. */
    @Test
    void shouldPutPlacesOfAMeridianOnALine() {
        double[] latitudes = {-10, 3, 40, 12, 77, -33, 5, 21};
        String[] names = Arrays.stream(latitudes).mapToObj(String::valueOf).toArray(String[]::new);
        Places places = new Places("meridian", names, latitudes, new double[latitudes.length]);

        assertThat(scale(places, 2, 0.9, 3).getFirst().stress).isLessThan(1e-3);
    }

    /** On a line places must pass each other, which they hardly do without annealing. */
    @Test
    void shouldAnnealToABetterMap() throws InputException {
        Places airports = PlacesFile.read(Path.of("data/us-airports.tsv"));

        assertThat(scale(airports, 1, 0.8, 2).getFirst().stress).isLessThan(settle(airports, 1).stress / 1.5);
    }

    private static Found settle(Places places, int dimensions) {
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=2")) {
            return master.run(world -> {
                        Scaling scaling = new Scaling(world, new DistanceRows(world, places), dimensions, 1);
                        scaling.settle();
                        return found(scaling);
                    })
                    .getFirst();
        }
    }

    private static List<Found> scale(Places places, int dimensions, double cooling, int members) {
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=" + members)) {
            return master.run(world -> {
                Scaling scaling = new Scaling(world, new DistanceRows(world, places), dimensions, 1);
                scaling.anneal(cooling);
                return found(scaling);
            });
        }
    }

    private static Found rounds(Places places, int rounds) {
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=3")) {
            return master.run(world -> {
                        Scaling scaling = new Scaling(world, new DistanceRows(world, places), 2, 1);
                        for (int round = 0; round < rounds; round++) {
                            scaling.move(0);
                        }
                        return found(scaling);
                    })
                    .getFirst();
        }
    }

    private static Found found(Scaling scaling) {
        return new Found(Arrays.stream(scaling.coordinates()).boxed().toList(), scaling.stress(), scaling.rounds());
    }

    private static RealMatrix matrix(double[] coordinates, int dimensions) {
        RealMatrix matrix = new Array2DRowRealMatrix(coordinates.length / dimensions, dimensions);
        for (int at = 0; at < coordinates.length; at++) {
            matrix.setEntry(at / dimensions, at % dimensions, coordinates[at]);
        }
        return matrix;
    }

    private static RealMatrix guttman(Places places, RealMatrix map) {
        int size = places.size();
        RealMatrix b = MatrixUtils.createRealMatrix(size, size);
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                double distance = distance(map, i, j);
                if (i != j && distance > 0) {
                    double ratio = places.distance(i, j) / distance;
                    b.setEntry(i, j, -ratio);
                    b.addToEntry(i, i, ratio);
                }
            }
        }
        return b.multiply(map).scalarMultiply(1.0 / size);
    }

    private static double stress(Places places, RealMatrix map) {
        double errors = 0;
        double squares = 0;
        for (int i = 0; i < places.size(); i++) {
            for (int j = 0; j < i; j++) {
                double wanted = places.distance(i, j);
                errors += Math.pow(wanted - distance(map, i, j), 2);
                squares += wanted * wanted;
            }
        }
        return Math.sqrt(errors / squares);
    }

    private static double distance(RealMatrix map, int i, int j) {
        RealVector from = map.getRowVector(i);
        return from.getDistance(map.getRowVector(j));
    }
}
