package tutti.examples.matrix;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import tutti.examples.support.Heap;
import tutti.examples.support.InputException;
import tutti.examples.support.Lines;
import tutti.examples.support.MatrixMarket;

/** Reads and writes matrices in the format of Matrix Market. */
public final class MatrixFile {
    private static final int BYTES_PER_ENTRY = 40; // while it is read

    private MatrixFile() {}

    /** Reads a whole matrix, dense if the file is an array, else sparse. */
    public static Matrix read(Path file) throws InputException {
        return read(file, false);
    }

    /** Reads a whole matrix from a file that says that it is symmetric. */
    public static Matrix readSymmetric(Path file) throws InputException {
        return read(file, true);
    }

    private static Matrix read(Path file, boolean mustBeSymmetric) throws InputException {
        try (Lines lines = new Lines(file)) {
            lines.next();
            MatrixMarket entries = MatrixMarket.open(lines);
            if (mustBeSymmetric && !entries.isSymmetric()) {
                throw lines.error("the matrix must be symmetric, and the first line of its file must say so");
            }
            Heap.require(
                    "%s: a matrix with rows=%d columns=%d entries=%d"
                            .formatted(file, entries.rows(), entries.columns(), entries.entries()),
                    entries.isArray()
                            ? (double) entries.rows() * entries.columns() * Double.BYTES
                            : entries.rows() * 64.0);
            return entries.isArray() ? readDense(entries) : readSparse(file, entries);
        }
    }

    private static DenseMatrix readDense(MatrixMarket entries) throws InputException {
        DenseMatrix matrix = new DenseMatrix(entries.rows(), entries.columns());
        while (entries.next()) {
            matrix.set(entries.row(), entries.column(), entries.value());
            if (entries.isSymmetric()) {
                matrix.set(entries.column(), entries.row(), entries.value());
            }
        }
        return matrix;
    }

    private static SparseMatrix readSparse(Path file, MatrixMarket entries) throws InputException {
        int[] rows = new int[1024];
        int[] columns = new int[1024];
        double[] values = new double[1024];
        int used = 0;
        while (entries.next()) {
            if (used + 2 > rows.length) {
                Heap.require(file + ": " + used + " entries and more", 2.0 * used * BYTES_PER_ENTRY);
                rows = Arrays.copyOf(rows, 2 * used);
                columns = Arrays.copyOf(columns, 2 * used);
                values = Arrays.copyOf(values, 2 * used);
            }
            rows[used] = entries.row();
            columns[used] = entries.column();
            values[used++] = entries.value();
            if (entries.isSymmetric() && entries.row() != entries.column()) {
                rows[used] = entries.column();
                columns[used] = entries.row();
                values[used++] = entries.value();
            }
        }
        return SparseMatrix.of(
                entries.rows(),
                entries.columns(),
                Arrays.copyOf(rows, used),
                Arrays.copyOf(columns, used),
                Arrays.copyOf(values, used));
    }

    /**
     * Writes a matrix: a dense one as an array, a sparse one as coordinates; gzipped if the file's name ends in {@code
     * .gz}.
     */
    public static void write(Matrix matrix, Path file) throws IOException {
        try (Writer out = open(file)) {
            switch (matrix) {
                case DenseMatrix dense -> writeDense(dense, out);
                case SparseMatrix sparse -> writeSparse(sparse, out);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @SuppressWarnings("MustBeClosedChecker") // the caller does
    private static Writer open(Path file) throws IOException {
        return file.toString().endsWith(".gz")
                ? new BufferedWriter(new OutputStreamWriter(
                        new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.US_ASCII))
                : Files.newBufferedWriter(file, StandardCharsets.US_ASCII);
    }

    private static void writeDense(DenseMatrix matrix, Writer out) throws IOException {
        out.write(MatrixMarket.BANNER + " matrix array real general\n");
        out.write(matrix.rows() + " " + matrix.columns() + "\n");
        for (int column = 0; column < matrix.columns(); column++) {
            for (int row = 0; row < matrix.rows(); row++) {
                out.write(matrix.get(row, column) + "\n");
            }
        }
    }

    private static void writeSparse(SparseMatrix matrix, Writer out) throws IOException {
        out.write(MatrixMarket.BANNER + " matrix coordinate real general\n");
        out.write(matrix.rows() + " " + matrix.columns() + " " + matrix.entries() + "\n");
        for (int i = 0; i < matrix.rows(); i++) {
            int row = i + 1;
            matrix.forEach(i, (column, value) -> {
                try {
                    out.write(row + " " + (column + 1) + " " + value + "\n");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
