package tutti.examples.annealing;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tutti.examples.support.InputException;

/** Reads places from a table with the columns latitude and longitude; the names are from the first column of text. */
final class PlacesFile {
    private static final List<String> NAMES = List.of("code", "name", "city");

    private PlacesFile() {}

    /** Reads a file: columns are separated by tabs if its name ends in .tsv, else by commas. */
    static Places read(Path file) throws InputException {
        if (!Files.isRegularFile(file)) {
            throw new InputException("%s: no such file; looked for %s".formatted(file, file.toAbsolutePath()));
        }
        List<String> names = new ArrayList<>();
        List<double[]> places = new ArrayList<>();
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder()
                .fieldSeparator(file.toString().endsWith(".tsv") ? '\t' : ',')
                .detectBomHeader(true)
                .ofNamedCsvRecord(file)) {
            for (NamedCsvRecord line : csv) {
                places.add(new double[] {degrees(file, line, "latitude", 90), degrees(file, line, "longitude", 180)});
                names.add(name(line));
            }
        } catch (CsvParseException e) {
            throw new InputException("%s: %s".formatted(file, e.getMessage()));
        } catch (IOException | UncheckedIOException e) {
            throw new InputException("%s: cannot be read: %s".formatted(file, e));
        }
        return new Places(
                String.valueOf(file.getFileName()),
                names.toArray(String[]::new),
                places.stream().mapToDouble(place -> place[0]).toArray(),
                places.stream().mapToDouble(place -> place[1]).toArray());
    }

    private static String name(NamedCsvRecord line) {
        return NAMES.stream()
                .flatMap(column -> line.findField(column).stream())
                .findFirst()
                .orElseGet(() -> "line " + line.getStartingLineNumber());
    }

    private static double degrees(Path file, NamedCsvRecord line, String column, double limit) throws InputException {
        String field = line.findField(column)
                .orElseThrow(() -> new InputException("%s:%d: no column=%s; it has %s"
                        .formatted(file, line.getStartingLineNumber(), column, String.join(", ", line.getHeader()))));
        try {
            double degrees = Double.parseDouble(field.strip());
            if (Math.abs(degrees) <= limit) {
                return degrees;
            }
        } catch (NumberFormatException e) { // said below
        }
        throw new InputException("%s:%d: %s=\"%s\" is not a number of degrees, limit=%s"
                .formatted(file, line.getStartingLineNumber(), column, field, limit));
    }
}
