package tutti.messaging.device;

import java.lang.foreign.MemorySegment;

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

    /** Learns that what was read makes no sense, or that {@link #take} has thrown; nothing more will be read. */
    void malformed(RuntimeException failure);
}
