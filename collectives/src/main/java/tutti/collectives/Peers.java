package tutti.collectives;

import org.jspecify.annotations.Nullable;
import tutti.messaging.Payload;

/**
 * All that an algorithm knows: its member's rank, the group's size, and how to reach the others.
 *
 * <p>Messages from one member to another keep their order. A send never waits for the receiver's call.
 */
interface Peers {

    int rank();

    int size();

    /** Captures a value for members of the group; it is encoded at most once. */
    Payload capture(@Nullable Object value);

    /** Returns an independent copy of a value. */
    @Nullable
    Object copy(@Nullable Object value);

    /** Sends a payload and takes over the caller's hold on it. */
    void send(int destination, Payload payload);

    /** Waits for the next message of this operation from a member. */
    Payload receive(int source);

    /** Returns the rank at a distance from this one, counting round the ring of all ranks. */
    default int at(int distance) {
        return Math.floorMod(rank() + distance, size());
    }
}
