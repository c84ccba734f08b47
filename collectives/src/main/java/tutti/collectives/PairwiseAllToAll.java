package tutti.collectives;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.messaging.Payload;

/**
 * AllToAll in P - 1 steps, in which each part goes straight to its member.
 *
 * <p>In step i a member sends to the rank i ahead and receives from the rank i behind, so that no member is everybody's target at
 * once. Sends do not wait for receives.
 */
final class PairwiseAllToAll {
    private PairwiseAllToAll() {}

    /** Sets what every member had for this one in this member's object; its own part goes by reference. */
    static void run(
            Peers peers, DividableDataObject<@Nullable Object> data, DividableDataObject<@Nullable Object> target) {
        int size = peers.size();
        for (int distance = 1; distance < size; distance++) {
            int destination = peers.at(distance);
            peers.send(destination, peers.capture(data.elementAt(destination, size)));
        }
        List<Payload> arrived = new ArrayList<>(size);
        for (int rank = 0; rank < size; rank++) {
            arrived.add(rank == peers.rank() ? peers.capture(null) : peers.receive(rank));
        }
        Arrived.setAll(target, arrived, peers.rank(), data.elementAt(peers.rank(), size));
    }
}
