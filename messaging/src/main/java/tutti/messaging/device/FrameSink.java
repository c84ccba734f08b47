package tutti.messaging.device;

import java.lang.foreign.MemorySegment;

/** Where frames go that are read from memory. Called by one thread at a time; never blocks. */
public interface FrameSink {
    /**
     * Takes a frame.
     *
     * @param header used again for the next frame
     * @param memory holds the chunk until this returns
     * @throws RuntimeException if the frame makes no sense
     */
    void take(byte[] header, MemorySegment memory, long chunkAt, int chunkLength);

    /** Learns that what was read makes no sense, or that {@link #take} has thrown; nothing more will be read. */
    void malformed(RuntimeException failure);
}
