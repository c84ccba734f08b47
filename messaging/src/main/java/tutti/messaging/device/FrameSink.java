package tutti.messaging.device;

import java.lang.foreign.MemorySegment;
import tutti.messaging.match.LentElements;

/** Where frames go that are read from memory. Called by one thread at a time; never blocks. */
public interface FrameSink {
    /** Of a header of which nothing is known from the one before. */
    int ANY_WORDS = -1;

    /**
     * Takes a frame.
     *
     * @param header used again for the next frame
     * @param changedWords which of its words may differ from the frame before, by bits
     * @param memory holds the chunk until this returns
     * @throws RuntimeException if the frame makes no sense
     */
    void take(byte[] header, int changedWords, MemorySegment memory, long chunkAt, int chunkLength);

    /**
     * Takes a frame as {@link #take} does, unless it begins a message that no buffer waits for.
     *
     * @return false if it has been left; then the same is offered again
     */
    default boolean takeUnlessEarly(
            byte[] header, int changedWords, MemorySegment memory, long chunkAt, int chunkLength) {
        take(header, changedWords, memory, chunkAt, chunkLength);
        return true;
    }

    /** What has become of a frame whose elements are lent. */
    enum Taken {
        /** The frame has been taken, and its elements copied. */
        YES,
        /** Nothing has been taken: the same comes again in frames of its own. */
        NO,
        /** Nothing has been taken, and the same may be offered again. */
        LATER
    }

    /**
     * Takes a frame whose elements are lent, if a buffer waits for them.
     *
     * @param header used again for the next frame
     * @param memory holds what precedes the elements until this returns, if the message begins with the frame
     * @param mayLeave whether a frame that begins a message, which no buffer waits for, can be offered again
     * @throws RuntimeException if the frame makes no sense
     */
    default Taken takeLent(
            byte[] header, MemorySegment memory, long headAt, int headBytes, LentElements elements, boolean mayLeave) {
        return Taken.NO;
    }

    /** Learns that what was read makes no sense, or that {@link #take} has thrown; nothing more will be read. */
    void malformed(RuntimeException failure);
}
