package programs.wild;

import java.nio.DoubleBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.DoubleComplex;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** A Fourier transform in two dimensions: rows, then columns, which are rows after a transposition by allToAllw. */
public class Spectrum {
    private static final int N = 15;
    private static final int BYTES = 16; // of a complex number

    private final Comm comm;
    private final int rows;
    private final int[] starts; // the first row of each rank
    private double[] matrix; // rows of complex numbers

    private Spectrum(Comm comm) throws MPIException {
        this.comm = comm;
        int size = comm.getSize();
        starts = new int[size + 1];
        for (int i = 0; i <= size; i++) {
            starts[i] = i * N / size;
        }
        int first = starts[comm.getRank()];
        rows = starts[comm.getRank() + 1] - first;
        matrix = new double[2 * N * rows];
        for (int i = 0; i < N * rows; i++) {
            DoubleComplex.get(matrix, i).putReal(value(first + i / N, i % N));
        }
    }

    private static double value(int row, int column) {
        return Math.cos(2 * Math.PI * 2 * row / N) + Math.sin(2 * Math.PI * 3 * column / N);
    }

    private void transformRows() {
        double[] result = new double[matrix.length];
        for (int row = 0; row < rows; row++) {
            for (int k = 0; k < N; k++) {
                double real = 0;
                double imaginary = 0;
                for (int j = 0; j < N; j++) {
                    DoubleComplex number = DoubleComplex.get(matrix, row * N + j);
                    double angle = -2 * Math.PI * j * k / N;
                    real += number.getReal() * Math.cos(angle) - number.getImag() * Math.sin(angle);
                    imaginary += number.getReal() * Math.sin(angle) + number.getImag() * Math.cos(angle);
                }
                DoubleComplex.get(result, row * N + k).putReal(real);
                DoubleComplex.get(result, row * N + k).putImag(imaginary);
            }
        }
        matrix = result;
    }

    /** Sends each rank a block of columns, and places what comes as columns. */
    private void transpose() throws MPIException {
        int size = comm.getSize();
        int[] sendCounts = new int[size];
        int[] receiveCounts = new int[size];
        int[] offsets = new int[size]; // in bytes
        Datatype[] sent = new Datatype[size];
        Datatype[] received = new Datatype[size];
        Datatype column = Datatype.createVector(rows, 1, N, MPI.DOUBLE_COMPLEX);
        Datatype columns = Datatype.createResized(column, 0, BYTES); // the next begins beside the first
        columns.commit();
        for (int i = 0; i < size; i++) {
            sent[i] = Datatype.createVector(rows, starts[i + 1] - starts[i], N, MPI.DOUBLE_COMPLEX);
            sent[i].commit();
            sendCounts[i] = 1;
            received[i] = columns;
            receiveCounts[i] = starts[i + 1] - starts[i];
            offsets[i] = BYTES * starts[i];
        }
        double[] turned = new double[matrix.length];
        comm.allToAllw(matrix, sendCounts, offsets, sent, turned, receiveCounts, offsets, received);
        matrix = turned;
        for (Datatype type : sent) {
            type.free();
        }
        columns.free();
        column.free();
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        Spectrum spectrum = new Spectrum(world);
        spectrum.transformRows();
        spectrum.transpose();
        spectrum.transformRows();
        spectrum.transpose();
        int peaks = 0;
        DoubleBuffer sum = MPI.newDoubleBuffer(2);
        int first = spectrum.starts[world.getRank()];
        for (int i = 0; i < N * spectrum.rows; i++) {
            DoubleComplex number = DoubleComplex.get(spectrum.matrix, i);
            int row = first + i / N;
            int column = i % N;
            boolean isPeak =
                    (column == 0 && (row == 2 || row == N - 2)) || (row == 0 && (column == 3 || column == N - 3));
            double size = Math.hypot(number.getReal(), number.getImag());
            Check.that(Math.abs(size - (isPeak ? N * N / 2.0 : 0)) < 1e-9, "at " + row + " " + column + ": " + size);
            peaks += isPeak ? 1 : 0;
            DoubleComplex total = DoubleComplex.get(sum);
            total.putReal(total.getReal() + number.getReal());
            total.putImag(total.getImag() + number.getImag());
        }
        world.allReduce(sum, 1, MPI.DOUBLE_COMPLEX, MPI.SUM); // N * N times the value at the origin
        int[] found = {peaks};
        world.reduce(found, 1, MPI.INT, MPI.SUM, 0);
        Intracomm host = world.splitType(Comm.TYPE_SHARED, world.getRank(), MPI.INFO_NULL);
        Check.same(world.getSize(), host.getSize());
        host.free();
        if (world.getRank() == 0) {
            System.out.printf("spectrum: peaks=%d origin=%.6f%n", found[0], sum.get(0) / (N * N));
        }
        MPI.Finalize();
    }
}
