package tutti.jgf.section2;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.group.ColGroup;
import tutti.jgf.suite.SuiteMember;
import tutti.serialization.DirectBuffer;

/**
 * One member's columns of the matrix: rank, rank + P, rank + 2P and so on, of P members.
 *
 * <p>A column has one place more than there are rows; when it has been the pivot's column, that place holds the pivot's
 * row.
 */
final class LuColumns {
    private final int n;
    private final SuiteMember member;
    private final ColGroup group;
    private final int rank;
    private final int members;
    private final double[] own;

    LuColumns(LinearSystem system, SuiteMember member) {
        n = system.n();
        this.member = member;
        group = member.group();
        rank = member.rank();
        members = group.size();
        own = new double[count(rank) * (n + 1)];
        system.forEach((row, column, value) -> {
            if (column % members == rank) {
                own[start(column) + row] = value;
            }
        });
    }

    private int count(int ofRank) {
        return (n - ofRank + members - 1) / members;
    }

    /** Returns where a column of this member begins. */
    private int start(int column) {
        return column / members * (n + 1);
    }

    /** Replaces the matrix by its factors; the multipliers below the diagonal are negative. */
    void factor() {
        double[] received = new double[n + 1];
        for (int k = 0; k < n; k++) {
            int owner = k % members;
            double[] pivotColumn = owner == rank ? own : received;
            int pivotStart = owner == rank ? start(k) : 0;
            if (owner == rank) {
                pivot(k, pivotStart);
            }
            member.broadcast(group, DirectBuffer.of(pivotColumn, pivotStart + k + 1, n - k), owner);
            int pivotRow = (int) pivotColumn[pivotStart + n];
            for (int column = firstAfter(k); column < n; column += members) {
                eliminate(k, start(column), pivotRow, pivotColumn, pivotStart);
            }
            member.progress(k + 1L, n);
        }
    }

    private int firstAfter(int column) {
        int next = column + 1;
        return next + Math.floorMod(rank - next, members);
    }

    /** Finds the pivot of column k, brings it to the diagonal, and makes multipliers of what is below. */
    private void pivot(int k, int start) {
        int pivotRow = k;
        for (int row = k + 1; row < n; row++) {
            if (Math.abs(own[start + row]) > Math.abs(own[start + pivotRow])) {
                pivotRow = row;
            }
        }
        swap(own, start + k, start + pivotRow);
        double factor = own[start + k] == 0 ? 0 : -1 / own[start + k]; // all zeros: there is nothing to eliminate
        for (int row = k + 1; row < n; row++) {
            own[start + row] *= factor;
        }
        own[start + n] = pivotRow;
    }

    private void eliminate(int k, int start, int pivotRow, double[] pivotColumn, int pivotStart) {
        swap(own, start + k, start + pivotRow);
        addMultiple(own[start + k], pivotColumn, pivotStart + k + 1, own, start + k + 1, n - k - 1);
    }

    private static void swap(double[] array, int i, int j) {
        double value = array[i];
        array[i] = array[j];
        array[j] = value;
    }

    private static void addMultiple(double factor, double[] x, int xStart, double[] y, int yStart, int count) {
        for (int i = 0; i < count; i++) {
            y[yStart + i] += factor * x[xStart + i];
        }
    }

    /** Collects the factors at rank 0; returns null elsewhere. */
    @Nullable
    Whole collect() {
        long[] counts = new long[members];
        Arrays.setAll(counts, ofRank -> (long) count(ofRank) * (n + 1));
        Blocks blocks = Blocks.of(counts);
        double[] all = new double[rank == 0 ? n * (n + 1) : 0];
        member.gather(group, DirectBuffer.of(own), DirectBuffer.of(all), blocks, 0);
        int[] starts = new int[n];
        Arrays.setAll(starts, column -> (int) blocks.displacement(column % members) + start(column));
        return rank == 0 ? new Whole(n, all, starts) : null;
    }

    /**
     * All factors.
     *
     * @param columns column after column, in any order
     * @param starts where each column begins
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Whole(int n, double[] columns, int[] starts) {

        /** Returns the solution for a right side, which is overwritten with it. */
        double[] solve(double[] unknowns) {
            for (int k = 0; k < n; k++) {
                swap(unknowns, k, (int) columns[starts[k] + n]);
                addMultiple(unknowns[k], columns, starts[k] + k + 1, unknowns, k + 1, n - k - 1);
            }
            for (int k = n - 1; k >= 0; k--) {
                double pivot = columns[starts[k] + k];
                unknowns[k] = pivot == 0 ? 0 : unknowns[k] / pivot; // any value would do
                addMultiple(-unknowns[k], columns, starts[k], unknowns, 0, k);
            }
            return unknowns;
        }
    }
}
