package tutti.collectives;

import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * All that an algorithm on buffers knows: its member's rank, the group's size, and how to reach the others.
 *
 * <p>Messages from one member to another keep their order. A send never waits for the receiver's call.
 */
interface BufferPeers {

    int rank();

    int size();

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
