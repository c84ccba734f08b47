package programs.wild;

import mpi.MPI;
import mpi.Status;

/** A master deals out rows by tag, workers answer from any source, and an empty message with the last tag ends them. */
public class MatrixVector {
    private static final int ROWS = 25;
    private static final int DONE = ROWS;

    public static void main(String[] args) {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        double[] vector = new double[ROWS];
        if (me == 0) {
            for (int i = 0; i < ROWS; i++) {
                vector[i] = i;
            }
        }
        MPI.COMM_WORLD.Bcast(vector, 0, ROWS, MPI.DOUBLE, 0);
        if (me == 0) {
            master();
        } else {
            worker(vector);
        }
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }

    private static void master() {
        double[] product = new double[ROWS];
        int next = 0;
        int busy = 0;
        for (int worker = 1; worker < MPI.COMM_WORLD.Size(); worker++) {
            next = deal(next, worker);
            busy++;
        }
        while (busy > 0) {
            double[] answer = new double[1];
            Status status = MPI.COMM_WORLD.Recv(answer, 0, 1, MPI.DOUBLE, MPI.ANY_SOURCE, MPI.ANY_TAG);
            if (status.tag == DONE) {
                busy--;
                continue;
            }
            product[status.tag] = answer[0];
            next = deal(next, status.source);
        }
        for (int row = 0; row < ROWS; row++) {
            Check.that(product[row] == row * ROWS * (ROWS - 1) / 2.0, "row " + row + " gives " + product[row]);
        }
    }

    private static int deal(int row, int worker) {
        double[] elements = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            elements[i] = row;
        }
        if (row < ROWS) {
            MPI.COMM_WORLD.Ssend(elements, 0, ROWS, MPI.DOUBLE, worker, row);
            return row + 1;
        }
        MPI.COMM_WORLD.Send(null, 0, 0, MPI.DOUBLE, worker, DONE);
        return row;
    }

    private static void worker(double[] vector) {
        double[] row = new double[2 * ROWS]; // more than is sent
        while (true) {
            Status status = MPI.COMM_WORLD.Recv(row, 0, row.length, MPI.DOUBLE, 0, MPI.ANY_TAG);
            if (status.tag == DONE) {
                Check.same(0, status.Get_count(MPI.DOUBLE));
                MPI.COMM_WORLD.Send(row, 0, 0, MPI.DOUBLE, 0, DONE);
                return;
            }
            double[] sum = new double[1];
            for (int i = 0; i < status.Get_count(MPI.DOUBLE); i++) {
                sum[0] += row[i] * vector[i];
            }
            MPI.COMM_WORLD.Send(sum, 0, 1, MPI.DOUBLE, 0, status.tag);
        }
    }
}
