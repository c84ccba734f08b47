package tutti.collectives.algorithm;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.PerRank;
import tutti.messaging.match.Payload;
import tutti.serialization.DirectBuffer;

/**
 * An exchange in which each member sends to some others, and does not know who sends to it.
 *
 * <p>First all members learn who sends to whom, in ceil(log2 P) steps ({@link BruckAllGather} of the ranks that each
 * sends to), then each value goes straight to its receiver. So a member waits for those alone that send to it, and
 * takes them in rank order. All values are captured before the first is sent, so that if that fails in one member, it
 * fails in all.
 */
public final class SparseExchange {
    private SparseExchange() {}

    /**
     * Returns what others have sent to this member, by rank; its own value goes by reference.
     *
     * @param values by the ranks of their receivers, which have been checked
     */
    public static SortedMap<Integer, @Nullable Object> run(
            Peers peers, Map<Integer, ? extends @Nullable Object> values) {
        int[] destinations = destinations(peers, values);
        Map<Integer, Payload> captured = new HashMap<>();
        for (int destination : destinations) {
            captured.put(destination, peers.capture(values.get(destination)));
        }
        int[] sources = sources(peers, destinations);
        for (int destination : destinations) {
            peers.send(destination, Objects.requireNonNull(captured.get(destination)));
        }
        SortedMap<Integer, @Nullable Object> received = new TreeMap<>();
        for (int source : sources) {
            received.put(source, peers.receive(source).take());
        }
        if (values.containsKey(peers.rank())) {
            received.put(peers.rank(), values.get(peers.rank()));
        }
        return received;
    }

    /** Returns the elements that others have sent to this member, in new arrays; its own buffer is the one given. */
    public static SortedMap<Integer, DirectBuffer> runOnBuffers(Peers peers, Map<Integer, DirectBuffer> values) {
        int[] destinations = destinations(peers, values);
        int[] sources = sources(peers, destinations);
        for (int destination : destinations) {
            peers.send(destination, Objects.requireNonNull(values.get(destination)));
        }
        SortedMap<Integer, DirectBuffer> received = new TreeMap<>();
        for (int source : sources) {
            Object array = peers.receive(source).take();
            received.put(source, Objects.requireNonNull(DirectBuffer.ofArray(array)));
        }
        DirectBuffer own = values.get(peers.rank());
        if (own != null) {
            received.put(peers.rank(), own);
        }
        return received;
    }

    /** Returns the others that this member has something for, in order. */
    private static int[] destinations(Peers peers, Map<Integer, ?> values) {
        return values.keySet().stream()
                .mapToInt(rank -> rank)
                .filter(rank -> rank != peers.rank())
                .sorted()
                .toArray();
    }

    /** Tells all members whom this one sends to; returns those that send to it, in order. */
    @SuppressWarnings("unchecked")
    private static int[] sources(Peers peers, int[] destinations) {
        PerRank<int[]> all = PerRank.empty();
        BruckAllGather.run(peers, (PerRank<@Nullable Object>) (PerRank<?>) all, destinations);
        List<int[]> sends = all.list();
        return IntStream.range(0, peers.size())
                .filter(source -> Arrays.binarySearch(sends.get(source), peers.rank()) >= 0)
                .toArray();
    }
}
