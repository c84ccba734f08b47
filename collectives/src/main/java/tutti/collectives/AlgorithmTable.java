package tutti.collectives;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import tutti.collectives.signature.Operation;

/**
 * Which algorithm an operation on buffers uses, by the number of those who exchange messages and the size of one
 * contribution.
 *
 * <p>Text of rows, of which the first that fits counts; {@code #} begins a comment:
 *
 * <pre>
 * broadcast members&lt;=any bytes&lt;=64k binomial
 * broadcast members&lt;=any bytes&lt;=any chain
 * </pre>
 *
 * <p>The algorithm {@value #SHARED}, which some operations have, is for processes that share memory. Rows with it are
 * passed over where they do not, so an operation needs a row without it for every case.
 *
 * <p>Immutable. All processes of a job must have the same.
 */
public final class AlgorithmTable {
    /** The algorithm for processes that share memory. */
    public static final String SHARED = "shared";

    private static final String RESOURCE = "algorithms.txt";
    private static final String ANY = "any";
    private static final String MEMBERS = "members<=";
    private static final String BYTES = "bytes<=";
    private static final int COLUMNS = 4;
    private static final String UNITS = "kmg";
    private static final int UNIT_BITS = 10;
    private static final Map<String, List<String>> ALGORITHMS = algorithmsByOperation();

    private static final class Standard {
        static final AlgorithmTable TABLE = ofResource();
    }

    private final List<Row> rows;
    private final Map<String, List<Row>> byOperation;

    private AlgorithmTable(List<Row> rows) {
        this.rows = List.copyOf(rows);
        byOperation = rows.stream().collect(Collectors.groupingBy(Row::operation));
    }

    /** One line; a limit that does not limit is {@link Long#MAX_VALUE}. */
    private record Row(String operation, long members, long bytes, String algorithm) {

        boolean fits(long someMembers, long someBytes) {
            return someMembers <= members && someBytes <= bytes;
        }

        boolean isShared() {
            return algorithm.equals(SHARED);
        }

        /** Returns whether another row after this one would never count. */
        boolean hides(Row later) {
            return operation.equals(later.operation)
                    && fits(later.members, later.bytes)
                    && (!isShared() || later.isShared());
        }

        boolean isForAll() {
            return !isShared() && members == Long.MAX_VALUE && bytes == Long.MAX_VALUE;
        }

        @Override
        public String toString() {
            return operation + " " + MEMBERS + limit(members) + " " + BYTES + limit(bytes) + " " + algorithm;
        }

        private static String limit(long number) {
            return number == Long.MAX_VALUE ? ANY : Long.toString(number);
        }
    }

    /** Returns the table that is used unless another is given. */
    public static AlgorithmTable standard() {
        return Standard.TABLE;
    }

    private static AlgorithmTable ofResource() {
        try (InputStream file = AlgorithmTable.class.getResourceAsStream(RESOURCE)) {
            return parse(new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8), RESOURCE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads a table.
     *
     * @throws IllegalArgumentException if the file cannot be read, or is no table
     */
    public static AlgorithmTable read(Path file) {
        try {
            return parse(Files.readString(file), file.toString());
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "cannot read the algorithm table: file=%s: %s; give the path of a file that all processes can read"
                            .formatted(file, e),
                    e);
        }
    }

    /**
     * Makes a table of its text.
     *
     * @param source where the text comes from, for messages
     * @throws IllegalArgumentException if a row is wrong, or can never count, or an operation has no row for some case
     */
    public static AlgorithmTable parse(String text, String source) {
        List<Row> rows = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            int comment = line.indexOf('#');
            String content = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (!content.isEmpty()) {
                rows.add(new Line(content, source, number).toRow(rows));
            }
        }
        for (String operation : operations()) {
            if (rows.stream().noneMatch(row -> row.operation().equals(operation) && row.isForAll())) {
                throw new IllegalArgumentException(
                        "algorithm table has no row for every case: table=%s operation=%s; end its rows with '%s %sany %sany %s'"
                                .formatted(
                                        source,
                                        operation,
                                        operation,
                                        MEMBERS,
                                        BYTES,
                                        algorithms(operation).getFirst()));
            }
        }
        return new AlgorithmTable(rows);
    }

    /** A line of text with something in it. */
    private record Line(String content, String source, int number) {

        Row toRow(List<Row> before) {
            String[] columns = content.split("\\s+", -1);
            if (columns.length != COLUMNS) {
                throw wrong("needs 'OPERATION members<=N bytes<=B ALGORITHM'", content);
            }
            List<String> algorithms = algorithms(columns[0]);
            if (algorithms.isEmpty()) {
                throw wrong("operation must be one of " + operations(), columns[0]);
            }
            String algorithm = columns[COLUMNS - 1];
            if (!algorithms.contains(algorithm)) {
                throw wrong("algorithm of %s must be one of %s".formatted(columns[0], algorithms), algorithm);
            }
            Row row = new Row(columns[0], limit(columns[1], MEMBERS), limit(columns[2], BYTES), algorithm);
            for (Row earlier : before) {
                if (earlier.hides(row)) {
                    throw new IllegalArgumentException(
                            "algorithm table has a row that never counts: at=%s:%d row=[%s], because of row=[%s]; put the narrower row first"
                                    .formatted(source, number, row, earlier));
                }
            }
            return row;
        }

        private long limit(String column, String prefix) {
            String text = column.startsWith(prefix) ? column.substring(prefix.length()) : "";
            if (text.equals(ANY)) {
                return Long.MAX_VALUE;
            }
            int unit = text.isEmpty() || !prefix.equals(BYTES)
                    ? -1
                    : UNITS.indexOf(text.toLowerCase(Locale.ROOT).charAt(text.length() - 1));
            try {
                long number = Long.parseLong(unit < 0 ? text : text.substring(0, text.length() - 1));
                if (number >= 0 && number <= Long.MAX_VALUE >> (UNIT_BITS * (unit + 1))) {
                    return number << (UNIT_BITS * (unit + 1));
                }
            } catch (NumberFormatException e) {
                // said below
            }
            throw wrong(
                    "limit must be %sN, N a whole number (of bytes also with k, m or g) or any".formatted(prefix),
                    column);
        }

        private IllegalArgumentException wrong(String rule, String got) {
            return new IllegalArgumentException(
                    "algorithm table is wrong: at=%s:%d: %s: got=%s".formatted(source, number, rule, got));
        }
    }

    /** Returns the algorithm for a call of an operation whose members exchange messages. */
    public String choose(String operation, int members, long bytes) {
        for (Row row : rowsOf(operation)) {
            if (!row.isShared() && row.fits(members, bytes)) {
                return row.algorithm();
            }
        }
        throw new IllegalStateException("no row fits: " + operation); // parse sees to it that one does
    }

    /** Returns whether some calls of an operation use memory that processes share. */
    public boolean mayBeShared(String operation) {
        for (Row row : rowsOf(operation)) {
            if (row.isShared()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a call uses memory that processes share, if they do. */
    public boolean isShared(String operation, int members, long bytes) {
        for (Row row : rowsOf(operation)) {
            if (row.fits(members, bytes)) {
                return row.isShared();
            }
        }
        return false;
    }

    private List<Row> rowsOf(String operation) {
        return byOperation.getOrDefault(operation, List.of());
    }

    /** Returns the rows, one a line, without comments: two tables are the same if these texts are. */
    public String text() {
        return rows.stream().map(Row::toString).collect(Collectors.joining("\n"));
    }

    /** Returns the operations that a table must have rows for. */
    public static List<String> operations() {
        return List.copyOf(ALGORITHMS.keySet());
    }

    /** Returns the names of an operation's algorithms; none if a table has no rows for it. */
    public static List<String> algorithms(String operation) {
        return ALGORITHMS.getOrDefault(operation, List.of());
    }

    private static Map<String, List<String>> algorithmsByOperation() {
        Map<String, List<String>> algorithms = new LinkedHashMap<>();
        for (Operation operation : Operation.values()) {
            if (operation.isChosen()) {
                List<String> names = new ArrayList<>(operation.algorithms());
                if (operation.mayUseSegment()) {
                    names.add(SHARED);
                }
                algorithms.put(operation.tableName(), List.copyOf(names));
            }
        }
        return algorithms;
    }

    @Override
    public String toString() {
        return text();
    }
}
