package tutti.examples.matmul;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;
import tutti.group.CartesianCommunicator;
import tutti.group.CartesianGrid;
import tutti.group.Communicator;
import tutti.group.Request;

/**
 * C = A B on a grid of members, each of which holds one block of each matrix (SUMMA: van de Geijn and Watts, 1997,
 * doi:10.1002/(SICI)1096-9128(199704)9:4&lt;255::AID-CPE250&gt;3.0.CO;2-2).
 *
 * <p>In each step the members that hold some columns of A broadcast these along their rows of the grid, and those that
 * hold the same rows of B broadcast them along their columns. All members multiply the two panels, while those of the
 * next step are on their way. The grid need not be square, nor the blocks equal.
 */
final class Summa {
    private static final double[][] ELSEWHERE = {};

    private final Communicator acrossColumns; // members of this row of the grid
    private final Communicator acrossRows; // members of this column of the grid
    private final int panelWidth;
    private final Partition columnsOfA;
    private final Partition rowsOfB;
    private final int inner;
    private final double[][] a;
    private final double[][] b;
    private final double[][] c;
    private final int firstRow;
    private final int firstColumn;
    private long waitNanos;

    /** An entry of a matrix, by its place. */
    interface Entries {
        double at(int row, int column);
    }

    /**
     * What is multiplied: A has rows * inner entries, and B inner * columns.
     *
     * @param rows at least 1, as all
     */
    record Shape(int rows, int inner, int columns) {}

    /** A member's block of C. */
    static final class Block implements Serializable {
        private static final long serialVersionUID = 1;

        final int firstRow;
        final int firstColumn;
        final double[][] rows;

        Block(int firstRow, int firstColumn, double[][] rows) {
            this.firstRow = firstRow;
            this.firstColumn = firstColumn;
            this.rows = rows;
        }
    }

    /** What a step multiplies, on its way. */
    private record Panels(Request<double[][]> ofA, Request<double[][]> ofB, int end) {}

    /**
     * Makes this member's blocks; called by all members.
     *
     * @param panelWidth columns of A, and rows of B, that travel in one step
     */
    Summa(Communicator world, Shape shape, int panelWidth, Entries entriesOfA, Entries entriesOfB) {
        CartesianCommunicator grid = CartesianCommunicator.of(world, grid(world.size()));
        acrossColumns = grid.sub(false, true).communicator();
        acrossRows = grid.sub(true, false).communicator();
        this.panelWidth = panelWidth;
        int[] places = grid.grid().dimensions();
        int[] place = grid.coordinates();
        Partition rows = new Partition(shape.rows, places[0]);
        Partition columns = new Partition(shape.columns, places[1]);
        columnsOfA = new Partition(shape.inner, places[1]);
        rowsOfB = new Partition(shape.inner, places[0]);
        inner = shape.inner;
        firstRow = rows.offset(place[0]);
        firstColumn = columns.offset(place[1]);
        a = block(entriesOfA, rows, place[0], columnsOfA, place[1]);
        b = block(entriesOfB, rowsOfB, place[0], columns, place[1]);
        c = new double[rows.size(place[0])][columns.size(place[1])];
    }

    /** Returns the places of so many members. */
    static CartesianGrid grid(int members) {
        return CartesianGrid.of(CartesianGrid.dimensions(members, 0, 0));
    }

    private static double[][] block(Entries entries, Partition rows, int i, Partition columns, int j) {
        double[][] block = new double[rows.size(i)][columns.size(j)];
        for (int row = 0; row < block.length; row++) {
            for (int column = 0; column < block[row].length; column++) {
                block[row][column] = entries.at(rows.offset(i) + row, columns.offset(j) + column);
            }
        }
        return block;
    }

    /** Computes this member's block of C; called by all members. */
    void multiply() {
        for (double[] row : c) {
            Arrays.fill(row, 0);
        }
        waitNanos = 0;
        Panels next = start(0);
        while (next != null) {
            long start = System.nanoTime();
            double[][] panelOfA = next.ofA.await();
            double[][] panelOfB = next.ofB.await();
            waitNanos += System.nanoTime() - start;
            next = start(next.end);
            Product.add(c, 0, Elements.copyOf(panelOfA), panelOfB, 0, 0, c.length == 0 ? 0 : c[0].length);
        }
    }

    /** Returns this member's block of C. */
    Block product() {
        return new Block(firstRow, firstColumn, c);
    }

    /** Returns how long this member has waited for panels. */
    long waitNanos() {
        return waitNanos;
    }

    /** Sends this member's part of the step that begins with a column of A, and receives the others'. */
    private @Nullable Panels start(int from) {
        if (from == inner) {
            return null;
        }
        int ownerOfA = columnsOfA.owner(from);
        int ownerOfB = rowsOfB.owner(from);
        int end = Math.min(from + panelWidth, Math.min(columnsOfA.offset(ownerOfA + 1), rowsOfB.offset(ownerOfB + 1)));
        double[][] ownOfA = ELSEWHERE;
        if (acrossColumns.rank() == ownerOfA) {
            int first = columnsOfA.offset(ownerOfA);
            ownOfA = Arrays.stream(a)
                    .map(row -> Arrays.copyOfRange(row, from - first, end - first))
                    .toArray(double[][]::new);
        }
        double[][] ownOfB = ELSEWHERE;
        if (acrossRows.rank() == ownerOfB) {
            int first = rowsOfB.offset(ownerOfB);
            ownOfB = Arrays.copyOfRange(b, from - first, end - first);
        }
        return new Panels(
                acrossColumns.nonBlocking().broadcast(ownOfA, ownerOfA),
                acrossRows.nonBlocking().broadcast(ownOfB, ownerOfB),
                end);
    }
}
