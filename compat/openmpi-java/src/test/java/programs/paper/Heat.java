package programs.paper;

import mpi.CartComm;
import mpi.CartParms;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;
import mpi.Status;

/** Heat in a plate: in each step ranks exchange the edges of their blocks, rows and columns, in a grid of ranks. */
public class Heat {
    public static void main(String[] args) throws MPIException {
        args = MPI.Init(args);
        int cells = Integer.parseInt(args[0]);
        int steps = Integer.parseInt(args[1]);
        int[] dims = new int[2];
        CartComm.createDims(MPI.COMM_WORLD.getSize(), dims);
        CartComm grid = MPI.COMM_WORLD.createCart(dims, new boolean[2], false);
        CartParms place = grid.getTopo();
        int height = extent(cells, dims[0], place.getCoord(0)) + 2;
        int width = extent(cells, dims[1], place.getCoord(1)) + 2;
        ShiftParms vertical = grid.shift(0, 1);
        ShiftParms horizontal = grid.shift(1, 1);
        Datatype column = Datatype.createVector(height - 2, 1, width, MPI.DOUBLE);
        column.commit();

        double[] now = new double[height * width];
        double[] next = new double[height * width];
        for (int j = 0; j < width && place.getCoord(0) == 0; j++) {
            now[j] = 100;
            next[j] = 100;
        }
        for (int step = 0; step < steps; step++) {
            exchangeRows(grid, now, width, height, vertical);
            exchangeColumns(grid, now, width, column, horizontal);
            for (int i = 1; i < height - 1; i++) {
                for (int j = i * width + 1; j < i * width + width - 1; j++) {
                    next[j] = (now[j - width] + now[j + width] + now[j - 1] + now[j + 1]) / 4;
                }
            }
            double[] computed = next;
            next = now;
            now = computed;
        }
        double[] heat = {0};
        for (int i = 1; i < height - 1; i++) {
            for (int j = 1; j < width - 1; j++) {
                heat[0] += now[i * width + j];
            }
        }
        grid.reduce(heat, 1, MPI.DOUBLE, MPI.SUM, 0);
        if (grid.getRank() == 0) {
            System.out.printf(java.util.Locale.ROOT, "mean temperature: %.6f%n", heat[0] / cells / cells);
        }
        column.free();
        grid.free();
        MPI.Finalize();
    }

    /** Returns how many rows or columns of cells a block has; the first blocks have one more if need be. */
    private static int extent(int cells, int blocks, int block) {
        return cells / blocks + (block >= blocks - cells % blocks ? 1 : 0);
    }

    private static void exchangeRows(CartComm grid, double[] cells, int width, int height, ShiftParms shift)
            throws MPIException {
        int above = shift.getRankSource();
        int below = shift.getRankDest();
        int row = width - 2;
        double[] edge = new double[row];
        System.arraycopy(cells, width + 1, edge, 0, row);
        Status status = grid.sendRecvReplace(edge, row, MPI.DOUBLE, above, 1, below, 1);
        if (status.getSource() != MPI.PROC_NULL) {
            System.arraycopy(edge, 0, cells, (height - 1) * width + 1, row);
        }
        System.arraycopy(cells, (height - 2) * width + 1, edge, 0, row);
        status = grid.sendRecvReplace(edge, row, MPI.DOUBLE, below, 2, above, 2);
        if (status.getSource() != MPI.PROC_NULL) {
            System.arraycopy(edge, 0, cells, 1, row);
        }
    }

    private static void exchangeColumns(CartComm grid, double[] cells, int width, Datatype column, ShiftParms shift)
            throws MPIException {
        int left = shift.getRankSource();
        int right = shift.getRankDest();
        grid.sendRecv(
                MPI.slice(cells, width + 1), 1, column, left, 3, MPI.slice(cells, 2 * width - 1), 1, column, right, 3);
        grid.sendRecv(
                MPI.slice(cells, 2 * width - 2), 1, column, right, 4, MPI.slice(cells, width), 1, column, left, 4);
    }
}
