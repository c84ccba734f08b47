package tutti.collectives.algorithm;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The ranks that a member sends to and receives from in an exchange among neighbors.
 *
 * <p>Immutable. A rank may be there several times, and may be the member's own.
 */
public final class Neighbors {
    /** In place of a rank: nothing is sent there, or received. */
    public static final int NONE = -1;

    private final int[] sources;
    private final int[] destinations;
    private final List<Integer> receiveOrder;

    private Neighbors(int[] sources, int[] destinations, List<Integer> receiveOrder) {
        this.sources = sources;
        this.destinations = destinations;
        this.receiveOrder = receiveOrder;
    }

    /**
     * Makes neighbors of a graph: the i-th message from one member to another is that of the i-th edge between them.
     */
    public static Neighbors of(int[] sources, int[] destinations) {
        return new Neighbors(sources.clone(), destinations.clone(), present(sources, edge -> edge));
    }

    /**
     * Makes neighbors of a grid: what one sends downwards in a dimension, its neighbor below receives from above, also
     * if both neighbors are the same.
     *
     * @param ranks for each dimension the neighbor below and the one above
     */
    public static Neighbors ofGrid(int[] ranks) {
        // what was sent downwards came first, and comes from above
        return new Neighbors(ranks.clone(), ranks.clone(), present(ranks, edge -> edge ^ 1));
    }

    /** Returns the number of edges to this member. */
    public int sources() {
        return sources.length;
    }

    /** Returns the number of edges from this member. */
    public int destinations() {
        return destinations.length;
    }

    /** Returns the rank at the other end of an edge to this member, or {@link #NONE}. */
    public int source(int edge) {
        return sources[edge];
    }

    /** Returns the rank at the other end of an edge from this member, or {@link #NONE}. */
    public int destination(int edge) {
        return destinations[edge];
    }

    boolean hasDestination(int edge) {
        return destinations[edge] != NONE;
    }

    /** Returns the edges from this member that have a destination, in the order in which their messages are sent. */
    public List<Integer> sendOrder() {
        return present(destinations, edge -> edge);
    }

    private static List<Integer> present(int[] ranks, IntUnaryOperator edgeAt) {
        return IntStream.range(0, ranks.length)
                .map(edgeAt)
                .filter(edge -> ranks[edge] != NONE)
                .boxed()
                .toList();
    }

    /** Returns the edges to this member that have a source, in the order in which their messages were sent. */
    public List<Integer> receiveOrder() {
        return receiveOrder;
    }

    /** Returns the ranks that this member receives from, by edge. */
    public int[] allSources() {
        return sources.clone();
    }

    /** Returns the ranks that this member sends to, by edge. */
    public int[] allDestinations() {
        return destinations.clone();
    }

    @Override
    public String toString() {
        return "Neighbors[sources=%s destinations=%s]"
                .formatted(Arrays.toString(sources), Arrays.toString(destinations));
    }
}
