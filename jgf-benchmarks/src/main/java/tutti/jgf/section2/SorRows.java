package tutti.jgf.section2;

import java.util.Arrays;
import java.util.Random;
import tutti.collectives.Blocks;
import tutti.collectives.Partition;
import tutti.group.ColGroup;
import tutti.jgf.suite.SuiteMember;
import tutti.serialization.DirectBuffer;

/**
 * One member's rows of the grid, with the row before and the row after: of the border, or copies of the neighbours'
 * rows.
 *
 * <p>Inner rows are divided among the members; of more members than rows some have none, and take no part in exchanges.
 */
final class SorRows {
    private static final double OMEGA = 1.25;
    private static final int NOBODY = -1;

    private final int n;
    private final Partition blocks; // of the inner rows: row 1 of the grid is the first
    private final SuiteMember member;
    private final ColGroup group;
    private final int first; // row of the grid that is the first of this member's
    private final int count;
    private final int before; // rank of the member with the row before
    private final int after;
    private final double[] grid; // count + 2 rows; row 0 here is row first - 1 there

    SorRows(int n, Partition blocks, SuiteMember member) {
        this.n = n;
        this.blocks = blocks;
        this.member = member;
        group = member.group();
        int rank = member.rank();
        first = 1 + blocks.offset(rank);
        count = blocks.size(rank);
        before = ownerOfInner(first - 2);
        after = ownerOfInner(first - 1 + count);
        grid = new double[(count + 2) * n];
    }

    private int ownerOfInner(int row) {
        return count == 0 || row < 0 || row >= blocks.elements() ? NOBODY : blocks.owner(row);
    }

    /** Fills the rows with their part of the whole grid's random numbers, which are drawn row by row. */
    void fill(Random random, double scale) {
        for (int row = 0; row < n; row++) {
            int here = row - first + 1;
            boolean isHere = here >= 0 && here <= count + 1;
            for (int column = 0; column < n; column++) {
                double value = random.nextDouble() * scale;
                if (isHere) {
                    grid[here * n + column] = value;
                }
            }
        }
    }

    /**
     * Updates the points of a colour, and exchanges rows with both neighbours; those that they need are updated first.
     */
    void sweep(int colour) {
        if (count == 0) {
            return;
        }
        update(1, colour);
        if (count > 1) {
            update(count, colour);
        }
        send(1, before);
        send(count, after);
        for (int row = 2; row < count; row++) {
            update(row, colour);
        }
        receive(0, before);
        receive(count + 1, after);
    }

    private void update(int row, int colour) {
        relax(grid, row * n, n, 1 + (first - 1 + row + 1 + colour) % 2);
    }

    /** Updates every second point of a row, from a column on, between the border's. */
    private static void relax(double[] grid, int row, int n, int column) {
        for (int j = column; j < n - 1; j += 2) {
            int i = row + j;
            grid[i] = OMEGA / 4 * (grid[i - n] + grid[i + n] + grid[i - 1] + grid[i + 1]) + (1 - OMEGA) * grid[i];
        }
    }

    private void send(int row, int neighbour) {
        if (neighbour != NOBODY) {
            member.sendAsync(group, row(row), neighbour);
        }
    }

    private void receive(int row, int neighbour) {
        if (neighbour != NOBODY) {
            member.receive(group, row(row), neighbour);
        }
    }

    private DirectBuffer row(int row) {
        return DirectBuffer.of(grid, row * n, n);
    }

    /** Adds up the inner points of the whole grid, in row order, at rank 0; returns 0 elsewhere. */
    double sumAtRoot() {
        long[] counts = new long[blocks.parts()];
        Arrays.setAll(counts, rank -> (long) blocks.size(rank) * n);
        double[] all = new double[member.rank() == 0 ? blocks.elements() * n : 0];
        member.gather(group, DirectBuffer.of(grid, n, count * n), DirectBuffer.of(all), Blocks.of(counts), 0);
        double sum = 0;
        for (int i = 0; i < all.length; i++) {
            if (i % n > 0 && i % n < n - 1) {
                sum += all[i];
            }
        }
        return sum;
    }
}
