package tutti.collectives.algorithm;

import org.jspecify.annotations.Nullable;
import tutti.collectives.operator.ArrayKernel;
import tutti.messaging.match.Payload;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * All that an algorithm knows: its member's rank, the group's size, and how to reach the others, with objects or
 * buffers.
 *
 * <p>Messages from one member to another keep their order. A send never waits for the receiver's call.
 */
public interface Peers {

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

    /** Sends elements, which are captured before this returns. */
    void send(int destination, DirectBuffer data);

    /**
     * Fills a buffer with the next message of this operation from a member.
     *
     * @throws tutti.messaging.BufferMismatchException if it does not fit; nothing is overwritten then
     */
    void receive(int source, DirectBuffer target);

    /**
     * Returns memory of the same type and length as a buffer, which is the algorithm's until the operation ends.
     *
     * <p>Equal parts of the two combine fastest: see {@link ArrayKernel}. What it holds is undefined.
     *
     * @param slot which of the memories; one operation may use several
     */
    DirectBuffer scratch(int slot, DirectBuffer like);

    /** Returns memory of a type and length, which is the algorithm's until the operation ends; the same as slot 0. */
    DirectBuffer scratch(ElementType type, long length);

    /** Returns the rank at a distance from this one, counting round the ring of all ranks. */
    default int at(int distance) {
        return Math.floorMod(rank() + distance, size());
    }
}
