package tutti.collectives.algorithm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.messaging.match.Payload;

/**
 * AllGather in ceil(log2 P) rounds for any P, in which each contribution reaches each member once.
 *
 * <p>Before round k a member holds the contributions of the 2^k ranks from its own on, or of all; it sends as many as
 * are missing to the member 2^k behind. Bruck et al.: "Efficient algorithms for all-to-all communications in multiport
 * message-passing systems", 1997, doi:10.1109/71.642949.
 */
public final class BruckAllGather {
    private BruckAllGather() {}

    /** Sets every member's contribution in this member's object; its own goes by reference. */
    public static void run(Peers peers, DividableDataObject<@Nullable Object> target, @Nullable Object value) {
        int size = peers.size();
        List<Payload> held = new ArrayList<>(size); // of the ranks from this one on, round the ring
        held.add(peers.capture(value));
        for (int distance = 1; distance < size; distance *= 2) {
            List<Payload> part = List.copyOf(held.subList(0, Math.min(distance, size - distance)));
            part.forEach(Payload::share);
            peers.send(peers.at(-distance), Payload.bundle(part));
            held.addAll(peers.receive(peers.at(distance)).takeParts());
        }
        Collections.rotate(held, peers.rank()); // now in rank order
        RankOrder.setAll(target, held, peers.rank(), value);
    }
}
