package tutti.examples.asp;

import java.nio.file.Path;
import tutti.examples.support.InputException;
import tutti.examples.support.Lines;
import tutti.examples.support.MatrixMarket;

/** Reads a graph file of either format. */
final class GraphReader {
    private GraphReader() {}

    /**
     * Reads a file in DIMACS or Matrix Market format, whichever its first line shows.
     *
     * @param undirected whether every arc also leads back, whatever the format says
     */
    static SparseGraph read(Path file, boolean undirected, SizeLimit limit) throws InputException {
        try (Lines lines = new Lines(file)) {
            String first = lines.next();
            if (first == null) {
                throw lines.error("the file is empty");
            }
            Arcs arcs = first.startsWith(MatrixMarket.BANNER)
                    ? arcs(MatrixMarket.open(lines), lines, undirected, limit)
                    : Dimacs.read(lines, undirected, limit);
            return arcs.graph(String.valueOf(file.getFileName()));
        }
    }

    /** Takes entry (i, j) of a matrix as an arc from i to j. */
    private static Arcs arcs(MatrixMarket matrix, Lines lines, boolean undirected, SizeLimit limit)
            throws InputException {
        if (matrix.isArray()) {
            throw lines.error("a whole matrix; a graph is one of coordinate entries, which are its arcs");
        }
        if (matrix.rows() != matrix.columns()) {
            throw lines.error("not square: rows=%d columns=%d; a graph has a row and a column for each vertex"
                    .formatted(matrix.rows(), matrix.columns()));
        }
        Arcs arcs = new Arcs(lines, matrix.rows(), matrix.entries(), undirected || matrix.isSymmetric(), limit);
        while (matrix.next()) {
            arcs.add(matrix.row(), matrix.column(), matrix.text());
        }
        return arcs;
    }
}
