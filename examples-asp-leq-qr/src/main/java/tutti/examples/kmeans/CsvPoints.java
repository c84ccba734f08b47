package tutti.examples.kmeans;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.examples.support.InputException;

/** Reads points from a table whose first line may name its columns. */
final class CsvPoints {
    private final Path file;
    private final List<String> wanted;

    private List<String> titles = List.of();
    private int[] columns = {};
    private final DoubleStream.Builder coordinates = DoubleStream.builder();
    private long count;

    private CsvPoints(Path file, List<String> wanted) {
        this.file = file;
        this.wanted = wanted;
    }

    /**
     * Reads a file.
     *
     * @param separator what stands between two columns; null for a tab in a file named {@code .tsv}, else a comma
     * @param columns the columns to take, by name or by number from 1 on; none for all that begin with a number
     */
    static Points read(Path file, @Nullable Character separator, List<String> columns) throws InputException {
        if (!Files.exists(file)) {
            throw new InputException("%s: no such file; looked for %s".formatted(file, file.toAbsolutePath()));
        }
        if (Files.isDirectory(file)) {
            throw new InputException("%s: is a folder; name a file in it".formatted(file));
        }
        char between = separator != null ? separator : file.toString().endsWith(".tsv") ? '\t' : ',';
        try (CsvReader<CsvRecord> csv = CsvReader.builder()
                .fieldSeparator(between)
                .detectBomHeader(true)
                .allowMissingFields(true) // refused below, where they matter
                .ofCsvRecord(file)) {
            return new CsvPoints(file, columns).read(csv.iterator());
        } catch (CsvParseException e) {
            String reason = e.getCause() == null ? "" : ": " + e.getCause().getMessage();
            throw new InputException("%s: %s%s".formatted(file, e.getMessage(), reason));
        } catch (IOException | UncheckedIOException e) {
            throw new InputException("%s: cannot be read: %s".formatted(file, e));
        } catch (IllegalArgumentException e) { // a separator that is a quote or ends a line
            throw new InputException("--separator: " + e.getMessage());
        }
    }

    private Points read(Iterator<CsvRecord> lines) throws InputException {
        if (!lines.hasNext()) {
            throw new InputException(file + ": the file is empty");
        }
        CsvRecord line = lines.next();
        boolean titled = line.getFields().stream().noneMatch(CsvPoints::isNumber);
        titles = titled
                ? line.getFields().stream().map(String::strip).toList()
                : IntStream.rangeClosed(1, line.getFieldCount())
                        .mapToObj(column -> "column " + column)
                        .toList();
        if (titled) {
            if (!lines.hasNext()) {
                throw new InputException(file + ": no points; the file has only a line of titles");
            }
            line = lines.next();
        }
        columns = wanted.isEmpty() ? numbersIn(line) : namedColumns();
        add(line);
        while (lines.hasNext()) {
            add(lines.next());
        }
        List<String> names =
                Arrays.stream(columns).mapToObj(column -> titles.get(column)).toList();
        return new Points(
                String.valueOf(file.getFileName()), names, coordinates.build().toArray());
    }

    private int[] numbersIn(CsvRecord line) throws InputException {
        int[] numbers = IntStream.range(0, Math.min(titles.size(), line.getFieldCount()))
                .filter(column -> isNumber(line.getField(column)))
                .toArray();
        if (numbers.length == 0) {
            throw error(line, "no column is a number; is the separator another? (--separator)");
        }
        return numbers;
    }

    private int[] namedColumns() throws InputException {
        List<Integer> found = new ArrayList<>();
        for (String name : wanted) {
            int column = titles.indexOf(name);
            if (column < 0 && name.matches("\\d{1,9}")) {
                column = Integer.parseInt(name) - 1;
            }
            if (column < 0 || column >= titles.size()) {
                throw new InputException(
                        "%s: no column=%s; it has %s".formatted(file, name, String.join(", ", titles)));
            }
            found.add(column);
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    private void add(CsvRecord line) throws InputException {
        for (int column : columns) {
            if (column >= line.getFieldCount()) {
                throw error(line, "too few columns: %d of %d".formatted(line.getFieldCount(), titles.size()));
            }
            String field = line.getField(column).strip();
            if (!isNumber(field)) {
                throw error(
                        line,
                        "%s=\"%s\" is not a number; correct it, or leave the column out (--columns)"
                                .formatted(titles.get(column), field));
            }
            double number = Double.parseDouble(field);
            if (Math.abs(number) > Points.LARGEST) {
                throw error(line, "%s=%s is too large, limit=%s".formatted(titles.get(column), field, Points.LARGEST));
            }
            coordinates.add(number);
        }
        count += columns.length;
        if (count > Integer.MAX_VALUE - 8) {
            throw error(line, "too many numbers, limit=%d; take fewer columns".formatted(Integer.MAX_VALUE - 8));
        }
    }

    private static boolean isNumber(String field) {
        try {
            return Double.isFinite(Double.parseDouble(field));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private InputException error(CsvRecord line, String reason) {
        return new InputException("%s:%d: %s".formatted(file, line.getStartingLineNumber(), reason));
    }
}
