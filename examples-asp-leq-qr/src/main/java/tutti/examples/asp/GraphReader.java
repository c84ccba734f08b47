package tutti.examples.asp;

import java.nio.file.Path;

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
                    ? MatrixMarket.read(lines, undirected, limit)
                    : Dimacs.read(lines, undirected, limit);
            return arcs.graph(String.valueOf(file.getFileName()));
        }
    }
}
