package tutti.serialization;

import java.util.List;

/** Encoded bytes of which every chunk is there from the start. */
final class CompleteBytes implements ArrivedEncoding {
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
}
