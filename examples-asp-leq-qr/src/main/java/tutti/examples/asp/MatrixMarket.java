package tutti.examples.asp;

import org.jspecify.annotations.Nullable;

/**
 * The coordinate format of Matrix Market, usually named {@code .mtx}; entry (i, j) is an arc from i to j.
 *
 * <pre>
 * %%MatrixMarket matrix coordinate pattern|integer|real general|symmetric
 * % any comment
 * ROWS COLUMNS ENTRIES
 * ROW COLUMN WEIGHT (no weight for a pattern: each arc counts 1)
 * </pre>
 */
final class MatrixMarket {
    static final String BANNER = "%%MatrixMarket";

    private MatrixMarket() {}

    static Arcs read(Lines lines, boolean undirected, SizeLimit limit) throws InputException {
        String[] kind = lines.fields();
        if (kind.length != 5
                || !kind[1].equalsIgnoreCase("matrix")
                || !kind[2].equalsIgnoreCase("coordinate")
                || !kind[3].matches("(?i)pattern|integer|real")
                || !kind[4].matches("(?i)general|symmetric")) {
            throw lines.error("cannot use " + lines.quoted() + "; expected " + BANNER
                    + " matrix coordinate pattern|integer|real general|symmetric");
        }
        boolean pattern = kind[3].equalsIgnoreCase("pattern");
        Arcs arcs = sizes(lines, undirected || kind[4].equalsIgnoreCase("symmetric"), limit);
        for (String line = data(lines); line != null; line = data(lines)) {
            String[] fields = lines.fields();
            if (fields.length != (pattern ? 2 : 3)) {
                throw lines.error("not an entry: " + lines.quoted() + "; expected ROW COLUMN"
                        + (pattern ? ", as the first line says pattern" : " WEIGHT"));
            }
            arcs.add(fields[0], fields[1], pattern ? "1" : fields[2]);
        }
        return arcs;
    }

    private static Arcs sizes(Lines lines, boolean undirected, SizeLimit limit) throws InputException {
        String line = data(lines);
        if (line == null) {
            throw lines.error("the file ends without its sizes; expected ROWS COLUMNS ENTRIES");
        }
        String[] fields = lines.fields();
        if (fields.length != 3) {
            throw lines.error("not the sizes: " + lines.quoted() + "; expected ROWS COLUMNS ENTRIES");
        }
        if (!fields[0].equals(fields[1])) {
            throw lines.error("not square: rows=%s columns=%s; a graph has a row and a column for each vertex"
                    .formatted(fields[0], fields[1]));
        }
        return new Arcs(lines, fields[0], fields[2], undirected, limit);
    }

    private static @Nullable String data(Lines lines) throws InputException {
        String line = lines.next();
        while (line != null && (line.isEmpty() || line.startsWith("%"))) {
            line = lines.next();
        }
        return line;
    }
}
