package tutti.collectives.algorithm;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.collectives.DividableDataObject;
import tutti.messaging.match.Payload;

/** The last step of every gathering operation: contributions, complete and in rank order, go into the user's object. */
final class RankOrder {
    private RankOrder() {}

    /**
     * Sets each member's contribution, in rank order.
     *
     * @param payloads one for each rank; the one of {@code self} is released unopened
     * @param own what the calling member contributes, by reference
     */
    static void setAll(
            DividableDataObject<@Nullable Object> target, List<Payload> payloads, int self, @Nullable Object own) {
        int size = payloads.size();
        for (int rank = 0; rank < size; rank++) {
            Payload payload = payloads.get(rank);
            if (rank == self) {
                payload.release();
                target.setElementAt(rank, size, own);
            } else {
                target.setElementAt(rank, size, payload.take());
            }
        }
    }
}
