package tutti.examples.pagerank;

import java.nio.file.Path;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tutti.examples.support.InputException;
import tutti.examples.support.Lines;
import tutti.examples.support.MatrixMarket;

/**
 * Reads a network: a Matrix Market file, or a list of arcs as the SNAP collection has them.
 *
 * <pre>
 * # any comment, also with %
 * FROM TO (numbers of 0 or more; what follows does not count)
 * </pre>
 */
final class NetworkReader {
    private NetworkReader() {}

    /**
     * Reads a file of either format; what an arc weighs does not count.
     *
     * @param undirected whether every arc also leads back, whatever the format says
     */
    static Network read(Path file, boolean undirected) throws InputException {
        try (Lines lines = new Lines(file)) {
            String first = lines.next();
            if (first == null) {
                throw lines.error("the file is empty");
            }
            String origin = String.valueOf(file.getFileName());
            return first.startsWith(MatrixMarket.BANNER)
                    ? readMatrix(lines, undirected, origin)
                    : readList(lines, first, undirected, origin);
        }
    }

    private static Network readMatrix(Lines lines, boolean undirected, String origin) throws InputException {
        MatrixMarket matrix = MatrixMarket.open(lines);
        if (matrix.isArray() || matrix.rows() != matrix.columns()) {
            throw lines.error(
                    "a network is a square matrix of coordinate entries, which are its arcs: rows=%d columns=%d"
                            .formatted(matrix.rows(), matrix.columns()));
        }
        NetworkBuilder network = new NetworkBuilder(undirected || matrix.isSymmetric());
        while (matrix.next()) {
            network.arc(matrix.row() + 1L, matrix.column() + 1L);
        }
        return network.build(origin, LongStream.rangeClosed(1, matrix.rows()).toArray());
    }

    private static Network readList(Lines lines, String first, boolean undirected, String origin)
            throws InputException {
        NetworkBuilder network = new NetworkBuilder(undirected);
        boolean empty = true;
        for (@Nullable String line = first; line != null; line = lines.next()) {
            if (!line.isEmpty() && !line.startsWith("#") && !line.startsWith("%")) {
                String[] fields = lines.fields();
                if (fields.length < 2) {
                    throw lines.error("not an arc: " + lines.quoted() + "; expected FROM TO");
                }
                network.arc(vertex(lines, fields[0]), vertex(lines, fields[1]));
                empty = false;
            }
        }
        if (empty) {
            throw lines.error("the file ends without an arc; expected lines FROM TO");
        }
        return network.build(origin);
    }

    private static long vertex(Lines lines, String field) throws InputException {
        try {
            long name = Long.parseLong(field);
            if (name >= 0) {
                return name;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw lines.error("vertex=" + field + " is not a whole number of 0 or more in " + lines.quoted()
                + "; expected FROM TO, or a Matrix Market file, which begins with " + MatrixMarket.BANNER);
    }
}
