package programs.wild;

import mpi.Cartcomm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.ShiftParms;

/** Multiplies matrices whose blocks travel round a square of ranks; those that do not fit into the square look on. */
public class Cannon {
    private static final int N = 12;

    private static double[] matrix(int seed) {
        double[] elements = new double[N * N];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (i * seed) % 17 - 8;
        }
        return elements;
    }

    private static void multiply(double[] a, double[] b, double[] c, int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < n; k++) {
                    c[i * n + j] += a[i * n + k] * b[k * n + j];
                }
            }
        }
    }

    /** Deals out the blocks of a matrix that rank 0 has. */
    private static double[] scatter(Cartcomm grid, double[] whole, int n) {
        Datatype block = Datatype.Vector(n, n, N, MPI.DOUBLE);
        block.Commit();
        double[] own = new double[n * n];
        Request[] sends = new Request[grid.Size()];
        for (int i = 0; grid.Rank() == 0 && i < sends.length; i++) {
            int[] coords = grid.Coords(i);
            sends[i] = grid.Isend(whole, coords[0] * n * N + coords[1] * n, 1, block, i, 7);
        }
        grid.Recv(own, 0, n * n, MPI.DOUBLE, 0, 7);
        Request.Waitall(sends);
        return own;
    }

    /** Puts the blocks together at rank 0. */
    private static double[] gather(Cartcomm grid, double[] own, int n) {
        Datatype block = Datatype.Vector(n, n, N, MPI.DOUBLE);
        block.Commit();
        double[] whole = new double[N * N];
        Request[] receives = new Request[grid.Size()];
        for (int i = 0; grid.Rank() == 0 && i < receives.length; i++) {
            int[] coords = grid.Coords(i);
            receives[i] = grid.Irecv(whole, coords[0] * n * N + coords[1] * n, 1, block, i, 8);
        }
        grid.Send(own, 0, n * n, MPI.DOUBLE, 0, 8);
        Request.Waitall(receives);
        return whole;
    }

    private static void move(Cartcomm grid, double[] block, int direction, int distance) {
        ShiftParms shift = grid.Shift(direction, distance);
        grid.Sendrecv_replace(block, 0, block.length, MPI.DOUBLE, shift.rank_dest, 1, shift.rank_source, 1);
    }

    private static double[] product(Intracomm square, int side) {
        Cartcomm grid = square.Create_cart(new int[] {side, side}, new boolean[] {true, true}, false);
        int n = N / side;
        int[] coords = grid.Coords(grid.Rank());
        double[] a = scatter(grid, matrix(5), n);
        double[] b = scatter(grid, matrix(7), n);
        double[] c = new double[n * n];
        move(grid, a, 1, -coords[0]);
        move(grid, b, 0, -coords[1]);
        for (int step = 0; step < side; step++) {
            multiply(a, b, c, n);
            move(grid, a, 1, -1);
            move(grid, b, 0, -1);
        }
        double[] sums = new double[n]; // of the columns of this block, then of all blocks above and below
        for (int i = 0; i < c.length; i++) {
            sums[i % n] += c[i];
        }
        Cartcomm column = grid.Sub(new boolean[] {true, false});
        column.Allreduce(sums, 0, sums, 0, n, MPI.DOUBLE, MPI.SUM);
        double[] whole = gather(grid, c, n);
        for (int i = 0; grid.Rank() == 0 && i < n; i++) {
            double sum = 0;
            for (int row = 0; row < N; row++) {
                sum += whole[row * N + i];
            }
            Check.that(sum == sums[i], "column " + i + ": " + sums[i] + " is not " + sum);
        }
        column.Free();
        grid.Free();
        return whole;
    }

    public static void main(String[] args) {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int side = (int) Math.sqrt(MPI.COMM_WORLD.Size());
        Intracomm square = MPI.COMM_WORLD.Split(me < side * side ? 0 : MPI.UNDEFINED, me);
        Check.that((square == null) == (me >= side * side), "who is in the square");
        double[] result = new double[N * N];
        if (square != null) {
            result = product(square, side);
            square.Free();
        }
        MPI.COMM_WORLD.Bcast(result, 0, N * N, MPI.DOUBLE, 0);
        double[] expected = new double[N * N];
        multiply(matrix(5), matrix(7), expected, N);
        double trace = 0;
        for (int i = 0; i < N * N; i++) {
            Check.that(result[i] == expected[i], "at " + i + ": " + result[i] + " is not " + expected[i]);
            trace += i % (N + 1) == 0 ? result[i] : 0;
        }
        if (me == 0) {
            System.out.println("cannon: trace=" + trace);
        }
        MPI.Finalize();
    }
}
