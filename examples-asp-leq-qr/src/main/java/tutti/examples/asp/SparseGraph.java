package tutti.examples.asp;

import java.util.Arrays;
import tutti.examples.support.InputException;

/** A sparse graph: a list of arcs, as a graph file has it. */
final class SparseGraph implements Problem {
    private static final long serialVersionUID = 1;

    private final String origin;
    private final int size;
    private final int[] from;
    private final int[] to;
    private final int[] weight;

    private SparseGraph(String origin, int size, int[] from, int[] to, int[] weight) {
        this.origin = origin;
        this.size = size;
        this.from = from;
        this.to = to;
        this.weight = weight;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long arcs() {
        return from.length;
    }

    @Override
    public String origin() {
        return origin;
    }

    @Override
    public int[][] table(int first, int last) {
        int[][] table = new int[size][0];
        for (int i = first; i < last; i++) {
            table[i] = new int[size];
            Arrays.fill(table[i], Floyd.INFINITY);
            table[i][i] = 0;
        }
        for (int arc = 0; arc < from.length; arc++) {
            int[] row = table[from[arc]];
            if (row.length > 0) {
                row[to[arc]] = Math.min(row[to[arc]], weight[arc]); // of parallel arcs the shortest
            }
        }
        return table;
    }

    /** Collects the arcs of a graph; vertices count from 0. */
    static final class Builder {
        private final int size;
        private int arcs;
        private int[] from = new int[1024];
        private int[] to = new int[1024];
        private int[] weight = new int[1024];

        Builder(int size) {
            this.size = size;
        }

        void arc(int source, int target, int arcWeight) {
            if (arcs == from.length) {
                from = Arrays.copyOf(from, 2 * arcs);
                to = Arrays.copyOf(to, 2 * arcs);
                weight = Arrays.copyOf(weight, 2 * arcs);
            }
            from[arcs] = source;
            to[arcs] = target;
            weight[arcs++] = arcWeight;
        }

        /** Builds the graph, unless a path in it can be too long for an int. */
        SparseGraph build(String origin) throws InputException {
            long bound = longestPathBound();
            if (bound >= Floyd.INFINITY) {
                throw new InputException("%s: a path can be %d long, limit=%d; divide all weights by %d"
                        .formatted(origin, bound, Floyd.INFINITY - 1, bound / Floyd.INFINITY + 1));
            }
            return new SparseGraph(origin, size, trimmed(from), trimmed(to), trimmed(weight));
        }

        /** A shortest path leaves no vertex twice, so each vertex counts with its longest arc. */
        private long longestPathBound() {
            int[] longest = new int[size];
            for (int arc = 0; arc < arcs; arc++) {
                longest[from[arc]] = Math.max(longest[from[arc]], weight[arc]);
            }
            return Arrays.stream(longest).asLongStream().sum();
        }

        private int[] trimmed(int[] values) {
            return Arrays.copyOf(values, arcs);
        }
    }
}
