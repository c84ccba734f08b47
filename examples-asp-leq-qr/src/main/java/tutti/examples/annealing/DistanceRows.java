package tutti.examples.annealing;

import java.util.Arrays;
import tutti.collectives.Blocks;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.examples.support.FixedPointSum;
import tutti.group.Communicator;

/**
 * One member's rows of the matrix of all distances, by the mean distance: so numbers are about 1 in any unit.
 *
 * <p>Sums over all pairs are taken row by row, and the rows' sums added up exactly: they do not depend on who has which
 * rows.
 */
final class DistanceRows {
    private final Communicator world;
    private final Partition rows;
    private final double[][] distances;
    private final double mean;

    /** Computes this member's rows; called by all members. */
    DistanceRows(Communicator world, Places places) {
        this.world = world;
        rows = new Partition(places.size(), world.size());
        distances = new double[rows.size(world.rank())][places.size()];
        double[] sums = new double[distances.length];
        for (int row = 0; row < distances.length; row++) {
            for (int column = 0; column < places.size(); column++) {
                distances[row][column] = places.distance(first() + row, column);
                sums[row] += distances[row][column] / places.size();
            }
        }
        double sum = sum(sums) / places.size();
        mean = sum > 0 ? sum : 1;
        for (double[] row : distances) {
            for (int column = 0; column < row.length; column++) {
                row[column] /= mean;
            }
        }
    }

    /** Returns the number of all rows. */
    int size() {
        return rows.elements();
    }

    /** Returns the index of this member's first row among all. */
    int first() {
        return rows.offset(world.rank());
    }

    /** Returns the number of this member's rows. */
    int count() {
        return distances.length;
    }

    /** Returns one of this member's rows. */
    double[] row(int index) {
        return distances[index];
    }

    /** Returns the mean distance before all were divided by it. */
    double mean() {
        return mean;
    }

    /** Returns who has which part of a table with so many numbers for each row. */
    Blocks blocks(int numbers) {
        int[] counts = new int[rows.parts()];
        for (int rank = 0; rank < counts.length; rank++) {
            counts[rank] = rows.size(rank) * numbers;
        }
        return Blocks.of(counts);
    }

    /** Adds up a number of each row of all members, exactly but for one rounding. */
    double sum(double... ofEachRow) {
        return sums(1, ofEachRow)[0];
    }

    /** Adds up some numbers of each row of all members: as many sums as there are numbers of a row. */
    double[] sums(int numbers, double... ofEachRow) {
        long[] parts = new long[numbers * FixedPointSum.LENGTH];
        long[] sum = new long[FixedPointSum.LENGTH];
        for (int number = 0; number < numbers; number++) {
            Arrays.fill(sum, 0);
            for (int row = 0; row < count(); row++) {
                FixedPointSum.add(sum, ofEachRow[row * numbers + number]);
            }
            System.arraycopy(sum, 0, parts, number * FixedPointSum.LENGTH, FixedPointSum.LENGTH);
        }
        parts = world.allReduce(parts, Reductions.sum());
        double[] sums = new double[numbers];
        for (int number = 0; number < numbers; number++) {
            System.arraycopy(parts, number * FixedPointSum.LENGTH, sum, 0, FixedPointSum.LENGTH);
            sums[number] = FixedPointSum.value(sum);
        }
        return sums;
    }

    /** Returns the greatest of the numbers of all members. */
    double max(double own) {
        return world.allReduce(own, Reductions.max());
    }
}
