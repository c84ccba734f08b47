package tutti.examples.asp;

import org.jspecify.annotations.Nullable;
import tutti.examples.support.InputException;
import tutti.examples.support.Lines;
import tutti.examples.support.MatrixMarket;

/**
 * The DIMACS format of shortest-path problems, usually named {@code .gr}.
 *
 * <pre>
 * c any comment
 * p sp VERTICES ARCS
 * a FROM TO WEIGHT
 * </pre>
 */
final class Dimacs {
    private Dimacs() {}

    static Arcs read(Lines lines, boolean undirected, SizeLimit limit) throws InputException {
        Arcs arcs = null;
        do {
            String[] fields = lines.fields();
            switch (fields[0]) {
                case "", "c" -> {}
                case "p" -> arcs = header(lines, fields, arcs, undirected, limit);
                case "a" -> {
                    if (arcs == null) {
                        throw lines.error("an arc before the header; the file must begin with p sp VERTICES ARCS");
                    }
                    if (fields.length != 4) {
                        throw lines.error("not an arc: " + lines.quoted() + "; expected a FROM TO WEIGHT");
                    }
                    arcs.add(vertex(lines, fields[1]), vertex(lines, fields[2]), fields[3]);
                }
                default ->
                    throw lines.error("unknown line " + lines.quoted()
                            + "; a DIMACS line starts with c, p or a, a Matrix Market file with "
                            + MatrixMarket.BANNER);
            }
        } while (lines.next() != null);
        if (arcs == null) {
            throw lines.error("the file ends without its header; expected p sp VERTICES ARCS");
        }
        return arcs;
    }

    private static int vertex(Lines lines, String field) throws InputException {
        return lines.whole("vertex", field, Integer.MIN_VALUE) - 1;
    }

    private static Arcs header(
            Lines lines, String[] fields, @Nullable Arcs earlier, boolean undirected, SizeLimit limit)
            throws InputException {
        if (earlier != null) {
            throw lines.error("a second header " + lines.quoted() + "; a file holds one graph");
        }
        if (fields.length != 4 || !fields[1].equals("sp")) {
            throw lines.error("not a shortest-path header: " + lines.quoted() + "; expected p sp VERTICES ARCS");
        }
        return new Arcs(
                lines, lines.whole("vertices", fields[2], 1), lines.whole("arcs", fields[3], 0), undirected, limit);
    }
}
