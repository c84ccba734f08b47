package tutti.examples.pagerank;

import java.util.Arrays;
import java.util.stream.LongStream;

/** Collects arcs between vertices that have numbers for names. */
final class NetworkBuilder {
    private final boolean undirected;
    private int arcs;
    private long[] from = new long[1024];
    private long[] to = new long[1024];

    /**
     * Starts a network.
     *
     * @param undirected whether every arc also leads back
     */
    NetworkBuilder(boolean undirected) {
        this.undirected = undirected;
    }

    void arc(long source, long target) {
        add(source, target);
        if (undirected && source != target) {
            add(target, source);
        }
    }

    private void add(long source, long target) {
        if (arcs == from.length) {
            from = Arrays.copyOf(from, 2 * arcs);
            to = Arrays.copyOf(to, 2 * arcs);
        }
        from[arcs] = source;
        to[arcs++] = target;
    }

    /** Builds a network of all vertices that an arc names, in the order of their names. */
    Network build(String origin) {
        long[] names = LongStream.concat(Arrays.stream(from, 0, arcs), Arrays.stream(to, 0, arcs))
                .sorted()
                .distinct()
                .toArray();
        return build(origin, names);
    }

    /** Builds a network of certain vertices, whose names are in order. */
    Network build(String origin, long[] names) {
        return new Network(origin, names, indices(names, from), indices(names, to));
    }

    private int[] indices(long[] names, long[] ends) {
        return Arrays.stream(ends, 0, arcs)
                .mapToInt(end -> Arrays.binarySearch(names, end))
                .toArray();
    }
}
