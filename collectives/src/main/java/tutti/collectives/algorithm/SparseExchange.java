package tutti.collectives.algorithm;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.collectives.PerRank;
import tutti.messaging.match.Payload;

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
    @SuppressWarnings("unchecked")
    public static SortedMap<Integer, @Nullable Object> run(
            Peers peers, Map<Integer, ? extends @Nullable Object> values) {
        int self = peers.rank();
        int[] destinations = values.keySet().stream()
                .mapToInt(rank -> rank)
                .filter(rank -> rank != self)
                .sorted()
                .toArray();
        Map<Integer, Payload> captured = new HashMap<>();
        for (int destination : destinations) {
            captured.put(destination, peers.capture(values.get(destination)));
        }
        PerRank<int[]> all = PerRank.empty();
        BruckAllGather.run(peers, (PerRank<@Nullable Object>) (PerRank<?>) all, destinations);
        for (int destination : destinations) {
            peers.send(destination, java.util.Objects.requireNonNull(captured.get(destination)));
        }
        SortedMap<Integer, @Nullable Object> received = new TreeMap<>();
        List<int[]> sends = all.list();
        for (int source = 0; source < peers.size(); source++) {
            if (source == self) {
                if (values.containsKey(self)) {
                    received.put(self, values.get(self));
                }
            } else if (Arrays.binarySearch(sends.get(source), self) >= 0) {
                received.put(source, peers.receive(source).take());
            }
        }
        return received;
    }
}
