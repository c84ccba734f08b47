package tutti.serialization;

import java.util.List;

/** Encoded bytes of which every chunk is there from the start. */
final class CompleteBytes implements Encoded {
    private final List<Chunk> chunks;
    private final long lengthBytes;

    CompleteBytes(List<Chunk> chunks) {
        this.chunks = List.copyOf(chunks);
        long sum = 0;
        for (Chunk chunk : this.chunks) {
            sum += chunk.length();
        }
        lengthBytes = sum;
    }

    @Override
    public long lengthBytes() {
        return lengthBytes;
    }

    @Override
    public Chunk poll(int index) {
        return chunks.get(index);
    }

    @Override
    public Chunk await(int index) {
        return chunks.get(index);
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
