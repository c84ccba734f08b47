package tutti.examples.asp;

import java.math.BigDecimal;
import tutti.examples.support.InputException;
import tutti.examples.support.Lines;

/** Takes the arcs of a graph file and checks each against the header. */
final class Arcs {
    private static final BigDecimal HEAVIEST = BigDecimal.valueOf(Floyd.INFINITY - 1);

    private final Lines lines;
    private final int vertices;
    private final int promised;
    private final boolean undirected;
    private final SparseGraph.Builder graph;
    private int read;

    Arcs(Lines lines, int vertices, int promised, boolean undirected, SizeLimit limit) throws InputException {
        this.lines = lines;
        this.vertices = vertices;
        this.promised = promised;
        this.undirected = undirected;
        if (vertices > limit.vertices()) {
            throw lines.error(limit.complaint(vertices));
        }
        this.graph = new SparseGraph.Builder(vertices);
    }

    /** Adds an arc; vertices count from 0. */
    void add(int source, int target, String weight) throws InputException {
        if (read == promised) {
            throw lines.error("more than the arcs=%d of the header; correct the header".formatted(promised));
        }
        read++;
        check(source);
        check(target);
        int length = weight(weight);
        graph.arc(source, target, length);
        if (undirected) {
            graph.arc(target, source, length);
        }
    }

    SparseGraph graph(String origin) throws InputException {
        if (read != promised) {
            throw lines.error("the file ends after %d of arcs=%d; it was cut off, or its header is wrong"
                    .formatted(read, promised));
        }
        return graph.build(origin);
    }

    private void check(int vertex) throws InputException {
        if (vertex < 0 || vertex >= vertices) {
            throw lines.error(
                    "vertex=%d is not in the graph; vertices count from 1 to %d".formatted(vertex + 1, vertices));
        }
    }

    private int weight(String field) throws InputException {
        BigDecimal weight;
        try {
            weight = new BigDecimal(field).stripTrailingZeros();
        } catch (NumberFormatException e) {
            throw lines.error("weight=" + field + " is not a number");
        }
        if (weight.signum() < 0) {
            throw lines.error(
                    "weight=" + field + " is negative; shortest paths need 0 or more: correct or drop the arc");
        }
        if (weight.scale() > 0) {
            throw lines.error("weight=" + field
                    + " is not a whole number; distances are ints: scale all weights (say, from km to m) and"
                    + " round them");
        }
        if (weight.compareTo(HEAVIEST) > 0) {
            throw lines.error("weight=%s is too large, limit=%s; divide all weights".formatted(field, HEAVIEST));
        }
        return weight.intValueExact();
    }
}
