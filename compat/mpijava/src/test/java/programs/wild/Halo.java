package programs.wild;

import mpi.CartParms;
import mpi.Cartcomm;
import mpi.Datatype;
import mpi.MPI;
import mpi.ShiftParms;

/** A grid of ranks whose blocks exchange rows and columns, with nobody beyond the border. */
public class Halo {
    private static final int N = 4; // inside of a block

    public static void main(String[] args) {
        MPI.Init(args);
        int[] dims = new int[2];
        Cartcomm.Dims_create(MPI.COMM_WORLD.Size(), dims);
        Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {false, true}, true);
        CartParms parms = grid.Get();
        double[] block = new double[(N + 2) * (N + 2)];
        for (int i = 1; i <= N; i++) {
            for (int j = 1; j <= N; j++) {
                block[i * (N + 2) + j] = grid.Rank() + 1;
            }
        }
        Datatype column = Datatype.Vector(N, 1, N + 2, MPI.DOUBLE);
        column.Commit();
        Check.same(N, column.Size());
        ShiftParms rows = grid.Shift(0, 1);
        ShiftParms columns = grid.Shift(1, 1);
        int first = N + 3;
        int last = N * (N + 2) + 1;
        grid.Sendrecv(block, last, N, MPI.DOUBLE, rows.rank_dest, 1, block, 1, N, MPI.DOUBLE, rows.rank_source, 1);
        grid.Sendrecv(
                block,
                first,
                N,
                MPI.DOUBLE,
                rows.rank_source,
                2,
                block,
                last + N + 2,
                N,
                MPI.DOUBLE,
                rows.rank_dest,
                2);
        grid.Sendrecv(
                block,
                first + N - 1,
                1,
                column,
                columns.rank_dest,
                3,
                block,
                first - 1,
                1,
                column,
                columns.rank_source,
                3);
        int above = parms.coords[0] == 0 ? 0 : grid.Rank(new int[] {parms.coords[0] - 1, parms.coords[1]}) + 1;
        int left = grid.Rank(new int[] {parms.coords[0], parms.coords[1] - 1}) + 1;
        for (int i = 1; i <= N; i++) {
            Check.that(block[i] == above, "above: " + block[i] + " is not " + above);
            Check.that(block[i * (N + 2)] == left, "left: " + block[i * (N + 2)] + " is not " + left);
        }
        Cartcomm line = grid.Sub(new boolean[] {false, true});
        int[] sum = {1};
        line.Allreduce(sum, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        Check.same(parms.dims[1], sum[0]);
        line.Free();
        grid.Free();
        MPI.Finalize();
    }
}
