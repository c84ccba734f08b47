package tutti.examples.pagerank;

import java.util.Arrays;
import tutti.collectives.DividableDataObject;
import tutti.collectives.Partition;

/**
 * A directed network as rank 0 reads it, which is divided into sub-graphs of objects.
 *
 * <p>The part of a member is a block of consecutive vertices. To put parts together again means to take the values of
 * their vertices.
 */
final class Network implements DividableDataObject<SubGraph> {
    private final String origin;
    private final long[] names;
    private final int[] starts; // where the links of each vertex start, and one more
    private final int[] targets;
    private final double[] values;

    /**
     * Makes a network of arcs in any order.
     *
     * @param origin where it comes from, for the report
     * @param names what each vertex is called
     * @param from first vertex of each arc, by index
     * @param to last vertex of each arc
     */
    Network(String origin, long[] names, int[] from, int[] to) {
        this.origin = origin;
        this.names = names;
        this.starts = new int[names.length + 1];
        this.targets = new int[to.length];
        this.values = new double[names.length];
        for (int source : from) {
            starts[source + 1]++;
        }
        Arrays.parallelPrefix(starts, Integer::sum);
        int[] next = Arrays.copyOf(starts, names.length);
        for (int arc = 0; arc < to.length; arc++) {
            targets[next[from[arc]]++] = to[arc];
        }
    }

    String origin() {
        return origin;
    }

    int size() {
        return names.length;
    }

    int arcs() {
        return targets.length;
    }

    /** Returns what a vertex is called in the file. */
    long name(int vertex) {
        return names[vertex];
    }

    /** Returns the vertices that one links to, by index; of parallel links, each. */
    int[] links(int vertex) {
        return Arrays.copyOfRange(targets, starts[vertex], starts[vertex + 1]);
    }

    /** Returns what was found out of a vertex. */
    double value(int vertex) {
        return values[vertex];
    }

    @Override
    public SubGraph elementAt(int index, int groupSize) {
        Partition blocks = new Partition(size(), groupSize);
        int first = blocks.offset(index);
        int last = blocks.offset(index + 1);
        Vertex[] vertices = new Vertex[last - first];
        Arrays.setAll(vertices, i -> new Vertex(first + i));
        for (Vertex vertex : vertices) {
            int[] links = links(vertex.index());
            vertex.link(
                    Arrays.stream(links)
                            .filter(target -> first <= target && target < last)
                            .mapToObj(target -> vertices[target - first])
                            .toArray(Vertex[]::new),
                    Arrays.stream(links)
                            .filter(target -> target < first || last <= target)
                            .toArray());
        }
        return new SubGraph(first, vertices);
    }

    @Override
    public void setElementAt(int index, int groupSize, SubGraph element) {
        for (Vertex vertex : element.vertices()) {
            values[vertex.index()] = vertex.value();
        }
    }
}
