package tutti.examples.cg;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads a symmetric matrix in the coordinate format of Matrix Market ({@code real} or {@code integer}, {@code symmetric}). */
final class MatrixFile {
    private final Path file;
    private final BufferedReader reader;
    private int number;

    private MatrixFile(Path file, BufferedReader reader) {
        this.file = file;
        this.reader = reader;
    }

    static SparseMatrix read(Path file) throws InputException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            return new MatrixFile(file, reader).matrix();
        } catch (IOException e) {
            throw new InputException("%s: cannot be read: %s".formatted(file, e));
        }
    }

    private SparseMatrix matrix() throws IOException, InputException {
        String banner = reader.readLine();
        number++;
        if (banner == null
                || !banner.strip()
                        .matches("(?i)%%MatrixMarket\\s+matrix\\s+coordinate\\s+(real|integer)\\s+symmetric")) {
            throw error("expected %%MatrixMarket matrix coordinate real|integer symmetric");
        }
        String[] sizes = fields("ROWS COLUMNS ENTRIES");
        int size = index(sizes[0], Integer.MAX_VALUE);
        int count = (int) number(sizes[2]);
        if (!sizes[0].equals(sizes[1]) || count < 0 || count > Integer.MAX_VALUE / 4) {
            throw error("not the sizes of a square matrix: " + String.join(" ", sizes));
        }
        return entries(size, count);
    }

    private SparseMatrix entries(int size, int count) throws IOException, InputException {
        int[] rows = new int[2 * count];
        int[] columns = new int[2 * count];
        double[] values = new double[2 * count];
        int used = 0;
        for (int i = 0; i < count; i++) {
            String[] entry = fields("ROW COLUMN VALUE");
            int row = index(entry[0], size) - 1;
            int column = index(entry[1], size) - 1;
            for (int turn = 0; turn < (row == column ? 1 : 2); turn++) { // the other half is not in the file
                rows[used] = turn == 0 ? row : column;
                columns[used] = turn == 0 ? column : row;
                values[used++] = number(entry[2]);
            }
        }
        return new SparseMatrix(
                size, Arrays.copyOf(rows, used), Arrays.copyOf(columns, used), Arrays.copyOf(values, used));
    }

    private String[] fields(String what) throws IOException, InputException {
        @Nullable String line;
        do {
            line = reader.readLine();
            number++;
        } while (line != null && (line.isBlank() || line.startsWith("%")));
        String[] fields = line == null ? new String[0] : line.strip().split("\\s+");
        if (fields.length != 3) {
            throw error((line == null ? "the file ends" : "cannot use \"" + line.strip() + '"') + "; expected " + what);
        }
        return fields;
    }

    private int index(String text, int limit) throws InputException {
        double value = number(text);
        if (value < 1 || value > limit || value != Math.rint(value)) {
            throw error("not an index from 1 to %d: %s".formatted(limit, text));
        }
        return (int) value;
    }

    private double number(String text) throws InputException {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw error("not a number: " + text);
        }
    }

    private InputException error(String reason) {
        return new InputException("%s:%d: %s".formatted(file, number, reason));
    }
}
