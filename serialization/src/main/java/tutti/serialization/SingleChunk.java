package tutti.serialization;

import java.util.Objects;

/**
 * Encoded bytes of one chunk, which is there from the start.
 *
 * @param chunk all bytes
 */
record SingleChunk(Chunk chunk) implements Encoded {
    @Override
    public long lengthBytes() {
        return chunk.length();
    }

    @Override
    public Chunk poll(int index) {
        Objects.checkIndex(index, 1);
        return chunk;
    }

    @Override
    public Chunk await(int index) {
        return poll(index);
    }

    @Override
    public boolean failed() {
        return false;
    }

    @Override
    public void onArrival(int index, Runnable action) {
        action.run();
    }
}
