package programs.wild;

import java.nio.DoubleBuffer;
import mpi.CartComm;
import mpi.CartParms;
import mpi.Datatype;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.ShiftParms;

/**
 * Jacobi's iteration on a plate whose upper edge is hot: a block for each rank of a grid, edges by persistent requests,
 * columns by a derived type. All write the result to one file together, and each reads it alone.
 */
public class Plate {
    private static final int ROWS = 24;
    private static final int COLUMNS = 35;
    private static final int STEPS = 50;

    private final CartComm grid;
    private final int top;
    private final int left;
    private final int height;
    private final int width;
    private final int stride; // with the edges
    private final DoubleBuffer[] fields = new DoubleBuffer[2];
    private final Prequest[][] edges = new Prequest[2][];

    private Plate(Intracomm world) throws MPIException {
        int[] dims = new int[2];
        CartComm.createDims(world.getSize(), dims);
        grid = world.createCart(dims, new boolean[] {false, false}, true);
        CartParms place = grid.getTopo();
        top = place.getCoord(0) * ROWS / dims[0];
        left = place.getCoord(1) * COLUMNS / dims[1];
        height = (place.getCoord(0) + 1) * ROWS / dims[0] - top;
        width = (place.getCoord(1) + 1) * COLUMNS / dims[1] - left;
        stride = width + 2;
        Datatype column = Datatype.createVector(height, 1, stride, MPI.DOUBLE);
        column.commit();
        for (int i = 0; i < 2; i++) {
            fields[i] = MPI.newDoubleBuffer((height + 2) * stride);
            for (int j = 0; top == 0 && j < stride; j++) {
                fields[i].put(j, 1);
            }
            edges[i] = prepare(fields[i], column);
        }
    }

    /** Prepares the exchange of a field's edges, which ends at the border of the grid. */
    private Prequest[] prepare(DoubleBuffer field, Datatype column) throws MPIException {
        ShiftParms down = grid.shift(0, 1);
        ShiftParms right = grid.shift(1, 1);
        int first = stride + 1;
        int last = height * stride + 1;
        return new Prequest[] {
            grid.recvInit(MPI.slice(field, 1), width, MPI.DOUBLE, down.getRankSource(), 1),
            grid.recvInit(MPI.slice(field, last + stride), width, MPI.DOUBLE, down.getRankDest(), 2),
            grid.recvInit(MPI.slice(field, first - 1), 1, column, right.getRankSource(), 3),
            grid.recvInit(MPI.slice(field, first + width), 1, column, right.getRankDest(), 4),
            grid.sendInit(MPI.slice(field, last), width, MPI.DOUBLE, down.getRankDest(), 1),
            grid.sendInit(MPI.slice(field, first), width, MPI.DOUBLE, down.getRankSource(), 2),
            grid.sendInit(MPI.slice(field, first + width - 1), 1, column, right.getRankDest(), 3),
            grid.sendInit(MPI.slice(field, first), 1, column, right.getRankSource(), 4)
        };
    }

    /** Returns the largest change of the last step. */
    private double iterate() throws MPIException {
        double[] change = new double[1];
        for (int step = 0; step < STEPS; step++) {
            Prequest[] requests = edges[step % 2];
            Prequest.startAll(requests);
            Request.waitAll(requests);
            change[0] = relax(fields[step % 2], fields[1 - step % 2], height, width);
        }
        grid.allReduce(change, 1, MPI.DOUBLE, MPI.MAX);
        return change[0];
    }

    private static double relax(DoubleBuffer from, DoubleBuffer to, int rows, int columns) {
        double change = 0;
        int next = columns + 2;
        for (int i = 1; i <= rows; i++) {
            for (int at = i * next + 1; at <= i * next + columns; at++) {
                double value = 0.25 * (from.get(at - next) + from.get(at - 1) + from.get(at + 1) + from.get(at + next));
                change = Math.max(change, Math.abs(value - from.get(at)));
                to.put(at, value);
            }
        }
        return change;
    }

    private void write(String name) throws MPIException {
        Datatype block = Datatype.createVector(height, width, COLUMNS, MPI.DOUBLE);
        block.commit();
        Datatype inner = Datatype.createVector(height, width, stride, MPI.DOUBLE);
        inner.commit();
        File file = new File(grid, name, MPI.MODE_CREATE | MPI.MODE_WRONLY);
        file.setView(8L * (top * COLUMNS + left), MPI.DOUBLE, block, "native");
        int written = file.writeAtAll(0, MPI.slice(fields[STEPS % 2], stride + 1), 1, inner)
                .getCount(MPI.DOUBLE);
        Check.same(height * width, written);
        file.close();
        block.free();
        inner.free();
    }

    /** Reads the whole plate, and compares it with what one rank computes. */
    private static double read(String name, double change) throws MPIException {
        DoubleBuffer[] whole = new DoubleBuffer[2];
        for (int i = 0; i < 2; i++) {
            whole[i] = MPI.newDoubleBuffer((ROWS + 2) * (COLUMNS + 2));
            for (int j = 0; j < COLUMNS + 2; j++) {
                whole[i].put(j, 1);
            }
        }
        double expected = 0;
        for (int step = 0; step < STEPS; step++) {
            expected = relax(whole[step % 2], whole[1 - step % 2], ROWS, COLUMNS);
        }
        Check.that(expected == change, change + " is not " + expected);
        double[] plate = new double[ROWS * COLUMNS];
        File file = new File(MPI.COMM_SELF, name, MPI.MODE_RDONLY);
        Check.that(file.getSize() == 8L * plate.length, "bytes: " + file.getSize());
        file.readAt(0, plate, plate.length, MPI.DOUBLE);
        file.close();
        double sum = 0;
        for (int i = 0; i < plate.length; i++) {
            double wanted = whole[STEPS % 2].get((i / COLUMNS + 1) * (COLUMNS + 2) + i % COLUMNS + 1);
            Check.that(plate[i] == wanted, "at " + i + ": " + plate[i] + " is not " + wanted);
            sum += plate[i];
        }
        return sum;
    }

    /** Takes the name of the file. */
    public static void main(String[] args) throws MPIException {
        args = MPI.Init(args);
        Plate plate = new Plate(MPI.COMM_WORLD);
        double change = plate.iterate();
        plate.write(args[0]);
        double sum = read(args[0], change);
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.printf("plate: heat=%.6f change=%.6f%n", sum, change);
        }
        MPI.COMM_WORLD.barrier(); // all have read
        if (MPI.COMM_WORLD.getRank() == 0) {
            File.delete(args[0]);
        }
        for (Prequest[] requests : plate.edges) {
            for (Prequest request : requests) {
                request.free();
            }
        }
        plate.grid.free();
        MPI.Finalize();
    }
}
