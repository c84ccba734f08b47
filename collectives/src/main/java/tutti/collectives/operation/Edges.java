package tutti.collectives.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import tutti.collectives.algorithm.Neighbors;
import tutti.messaging.signature.Hashing;

/**
 * The messages of a call as one member expects them: to whom and from whom, and the number of elements of each. Both
 * ends of an edge must say the same.
 *
 * <p>Immutable.
 */
final class Edges {
    static final Edges NONE = new Edges(new TreeMap<>(), new TreeMap<>());

    private final SortedMap<Integer, List<Long>> sent;
    private final SortedMap<Integer, List<Long>> received;

    private Edges(SortedMap<Integer, List<Long>> sent, SortedMap<Integer, List<Long>> received) {
        this.sent = sent;
        this.received = received;
    }

    /**
     * Lists a member's edges.
     *
     * @param sent number of elements, by the edge to a destination
     * @param received number of elements, by the edge from a source
     */
    static Edges of(Neighbors neighbors, IntToLongFunction sent, IntToLongFunction received) {
        Edges edges = new Edges(new TreeMap<>(), new TreeMap<>());
        for (int edge : neighbors.sendOrder()) {
            add(edges.sent, neighbors.destination(edge), sent.applyAsLong(edge));
        }
        for (int edge : neighbors.receiveOrder()) {
            add(edges.received, neighbors.source(edge), received.applyAsLong(edge));
        }
        return edges;
    }

    private static void add(Map<Integer, List<Long>> lists, int rank, long count) {
        lists.computeIfAbsent(rank, none -> new ArrayList<>()).add(count);
    }

    /** Returns a number whose sum over all members is 0 if both ends of each edge say the same, else hardly ever. */
    long balance(int rank) {
        long balance = 0;
        for (Map.Entry<Integer, List<Long>> to : sent.entrySet()) {
            balance += hash(rank, to.getKey(), to.getValue());
        }
        for (Map.Entry<Integer, List<Long>> from : received.entrySet()) {
            balance -= hash(from.getKey(), rank, from.getValue());
        }
        return balance;
    }

    private static long hash(int from, int to, List<Long> counts) {
        long hash = Hashing.mix((long) from << Integer.SIZE | to);
        for (long count : counts) {
            hash = Hashing.mix(hash + count);
        }
        return hash;
    }

    /** Returns what {@link #read} reads at other members. */
    Object written() {
        return new Object[] {arrays(sent), arrays(received)};
    }

    private static long[][] arrays(Map<Integer, List<Long>> lists) {
        long[][] arrays = new long[lists.size()][];
        int next = 0;
        for (Map.Entry<Integer, List<Long>> list : lists.entrySet()) {
            long[] counts = new long[list.getValue().size() + 1];
            counts[0] = list.getKey();
            for (int i = 1; i < counts.length; i++) {
                counts[i] = list.getValue().get(i - 1);
            }
            arrays[next++] = counts;
        }
        return arrays;
    }

    static Edges read(@Nullable Object written) {
        Object[] both = (Object[]) Objects.requireNonNull(written);
        return new Edges(lists((long[][]) both[0]), lists((long[][]) both[1]));
    }

    private static SortedMap<Integer, List<Long>> lists(long[][] arrays) {
        SortedMap<Integer, List<Long>> lists = new TreeMap<>();
        for (long[] counts : arrays) {
            for (int i = 1; i < counts.length; i++) {
                add(lists, (int) counts[0], counts[i]);
            }
        }
        return lists;
    }

    /**
     * Two members whose edge does not match.
     *
     * @param sent numbers of elements that one will send the other, in order
     * @param received those that the other expects
     * @param more how many other pairs do not match
     */
    record Difference(int from, int to, List<Long> sent, List<Long> received, int more) {}

    /** Compares what all members say, by rank. */
    static Optional<Difference> difference(List<Edges> all) {
        List<Difference> found = new ArrayList<>();
        for (int from = 0; from < all.size(); from++) {
            for (int to = 0; to < all.size(); to++) {
                List<Long> sent = all.get(from).sent.getOrDefault(to, List.of());
                List<Long> received = all.get(to).received.getOrDefault(from, List.of());
                if (!sent.equals(received)) {
                    found.add(new Difference(from, to, sent, received, 0));
                }
            }
        }
        return found.stream()
                .findFirst()
                .map(first -> new Difference(first.from, first.to, first.sent, first.received, found.size() - 1));
    }
}
