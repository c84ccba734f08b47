package tutti.collectives.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.messaging.match.Payload;

/**
 * AllToAll in P - 1 steps, in which each part goes straight to its member.
 *
 * <p>In step i a member sends to the rank i ahead and receives from the rank i behind, so that no member is everybody's
 * target at once. Sends do not wait for receives. All parts are captured before the first is sent, so that if that
 * fails in one member, it fails in all.
 */
public final class PairwiseAllToAll {
    private PairwiseAllToAll() {}

    /** Sets what every member had for this one in this member's object; its own part goes by reference. */
    public static void run(
            Peers peers, DividableDataObject<@Nullable Object> data, DividableDataObject<@Nullable Object> target) {
        int size = peers.size();
        Object own = data.elementAt(peers.rank(), size);
        List<Payload> parts = new ArrayList<>(size); // by distance, from 1 on
        for (int distance = 1; distance < size; distance++) {
            parts.add(peers.capture(data.elementAt(peers.at(distance), size)));
        }
        for (int distance = 1; distance < size; distance++) {
            peers.send(peers.at(distance), parts.get(distance - 1));
        }
        List<Payload> arrived = new ArrayList<>(size);
        for (int rank = 0; rank < size; rank++) {
            arrived.add(rank == peers.rank() ? peers.capture(null) : peers.receive(rank));
        }
        RankOrder.setAll(target, arrived, peers.rank(), own);
    }
}
