package tutti.examples.support;

import org.jspecify.annotations.Nullable;

/**
 * Reads a file in the format of Matrix Market, usually named {@code .mtx}, entry by entry.
 *
 * <pre>
 * %%MatrixMarket matrix coordinate pattern|integer|real general|symmetric
 * % any comment
 * ROWS COLUMNS ENTRIES
 * ROW COLUMN VALUE (no value for a pattern: each counts 1)
 *
 * %%MatrixMarket matrix array integer|real general|symmetric
 * ROWS COLUMNS
 * VALUE (column by column; of a symmetric matrix only from the diagonal down)
 * </pre>
 *
 * <p>Of a symmetric matrix the entries above the diagonal are not in the file, and not given here: the program that
 * reads mirrors them.
 */
public final class MatrixMarket {
    /** How the first line of every such file begins. */
    public static final String BANNER = "%%MatrixMarket";

    private final Lines lines;
    private final boolean array;
    private final boolean pattern;
    private final boolean symmetric;
    private int rows;
    private int columns;
    private int entries;

    private int read;
    private int row = -1;
    private int column;
    private String text = "1";

    private MatrixMarket(Lines lines, String layout, String field, String symmetry) {
        this.lines = lines;
        this.array = layout.equalsIgnoreCase("array");
        this.pattern = field.equalsIgnoreCase("pattern");
        this.symmetric = symmetry.equalsIgnoreCase("symmetric");
    }

    /**
     * Reads the header.
     *
     * @param lines whose current line is the first, and which the caller closes
     */
    public static MatrixMarket open(Lines lines) throws InputException {
        String[] kind = lines.fields();
        if (kind.length != 5
                || !kind[0].equals(BANNER)
                || !String.join(" ", kind[1], kind[2], kind[3], kind[4])
                        .matches("(?i)matrix (coordinate (pattern|integer|real)|array (integer|real))"
                                + " (general|symmetric)")) {
            throw lines.error("cannot use " + lines.quoted() + "; expected " + BANNER
                    + " matrix coordinate pattern|integer|real general|symmetric, or array integer|real");
        }
        MatrixMarket matrix = new MatrixMarket(lines, kind[2], kind[3], kind[4]);
        matrix.readSizes();
        return matrix;
    }

    /** Whether all entries are given, column by column, and not only those that are not zero. */
    public boolean isArray() {
        return array;
    }

    /** Whether each entry off the diagonal stands for its mirror image, too. */
    public boolean isSymmetric() {
        return symmetric;
    }

    /** Returns the number of rows, at least 1. */
    public int rows() {
        return rows;
    }

    /** Returns the number of columns, at least 1. */
    public int columns() {
        return columns;
    }

    /** Returns the number of entries in the file. */
    public int entries() {
        return entries;
    }

    /** Goes to the next entry; returns false after the last. */
    public boolean next() throws InputException {
        String line = data();
        if (line == null) {
            if (read != entries) {
                throw lines.error("the file ends after %d of entries=%d; it was cut off, or its header is wrong"
                        .formatted(read, entries));
            }
            return false;
        }
        if (read == entries) {
            throw lines.error("more than the entries=%d of the header; correct the header".formatted(entries));
        }
        read++;
        if (array) {
            nextOfArray();
        } else {
            nextOfCoordinates();
        }
        return true;
    }

    /** Returns the row of the current entry; the first is 0. */
    public int row() {
        return row;
    }

    /** Returns the column of the current entry; the first is 0. */
    public int column() {
        return column;
    }

    /** Returns the value of the current entry as it stands in the file. */
    public String text() {
        return text;
    }

    /** Returns the value of the current entry. */
    public double value() throws InputException {
        return lines.number("value", text);
    }

    private void readSizes() throws InputException {
        String expected = array ? "ROWS COLUMNS" : "ROWS COLUMNS ENTRIES";
        if (data() == null) {
            throw lines.error("the file ends without its sizes; expected " + expected);
        }
        String[] fields = lines.fields();
        if (fields.length != (array ? 2 : 3)) {
            throw lines.error("not the sizes: " + lines.quoted() + "; expected " + expected);
        }
        rows = lines.whole("rows", fields[0], 1);
        columns = lines.whole("columns", fields[1], 1);
        if (symmetric && rows != columns) {
            throw lines.error("a symmetric matrix is square: rows=%d columns=%d".formatted(rows, columns));
        }
        if (array) {
            long all = symmetric ? (rows + 1L) * rows / 2 : (long) rows * columns;
            if (all > Integer.MAX_VALUE) {
                throw lines.error(
                        "too large: rows=%d columns=%d entries=%d limit=%d; use the coordinate format, without zeros"
                                .formatted(rows, columns, all, Integer.MAX_VALUE));
            }
            entries = (int) all;
        } else {
            entries = lines.whole("entries", fields[2], 0);
        }
    }

    private void nextOfArray() throws InputException {
        if (++row == rows) {
            column++;
            row = symmetric ? column : 0;
        }
        String[] fields = lines.fields();
        if (fields.length != 1) {
            throw lines.error("not an entry: " + lines.quoted() + "; expected VALUE, as the first line says array");
        }
        text = fields[0];
    }

    private void nextOfCoordinates() throws InputException {
        String[] fields = lines.fields();
        if (fields.length != (pattern ? 2 : 3)) {
            throw lines.error("not an entry: " + lines.quoted() + "; expected ROW COLUMN"
                    + (pattern ? ", as the first line says pattern" : " VALUE"));
        }
        row = index("row", fields[0], rows);
        column = index("column", fields[1], columns);
        if (!pattern) {
            text = fields[2];
        }
    }

    private int index(String name, String field, int limit) throws InputException {
        int index = lines.whole(name, field, Integer.MIN_VALUE);
        if (index < 1 || index > limit) {
            throw lines.error("%s=%d is not in the matrix; it has %ss 1 to %d".formatted(name, index, name, limit));
        }
        return index - 1;
    }

    private @Nullable String data() throws InputException {
        String line = lines.next();
        while (line != null && (line.isEmpty() || line.startsWith("%"))) {
            line = lines.next();
        }
        return line;
    }
}
