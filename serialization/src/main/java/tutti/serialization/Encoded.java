package tutti.serialization;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An encoded object: a known number of bytes, in chunks that may still be arriving.
 *
 * <p>Chunks are numbered from 0 and their lengths add up to {@link #lengthBytes()}, which may pass 2 GiB.
 * Implementations are thread-safe: several readers may follow the same bytes, each at its own pace, which is how a
 * member in the middle of a tree forwards a message while it reads it.
 */
public interface Encoded {

    /** Returns the number of bytes of all chunks together. */
    long lengthBytes();

    /** Returns a chunk if it has arrived, and null if it has not; never blocks. */
    @Nullable
    Chunk poll(int index);

    /**
     * Returns a chunk, waiting until it has arrived.
     *
     * @throws TuttiException if the chunk can no longer arrive, or the thread was interrupted
     */
    Chunk await(int index);

    /** Returns why the chunks that have not arrived never will, or null if they may. */
    @Nullable
    TuttiException failure();

    /**
     * Runs an action once, as soon as the chunk with this index has arrived or can no longer arrive.
     *
     * <p>The action runs in the calling thread if that is the case already, else in the thread that brings the chunk;
     * it must not block.
     */
    void onArrival(int index, Runnable action);

    /** Hands every chunk to an action, in order, waiting for those that have not arrived. */
    default void forEach(Consumer<Chunk> action) {
        long seen = 0;
        for (int index = 0; seen < lengthBytes(); index++) {
            Chunk chunk = await(index);
            action.accept(chunk);
            seen += chunk.length();
        }
    }

    /** Returns bytes that are complete from the start, made of these chunks. */
    static Encoded of(List<Chunk> chunks) {
        return chunks.size() == 1 ? chunks.getFirst() : new CompleteBytes(chunks);
    }
}
