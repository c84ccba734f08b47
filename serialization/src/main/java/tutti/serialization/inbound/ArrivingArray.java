package tutti.serialization.inbound;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import tutti.serialization.ArrayShape;
import tutti.serialization.Chunk;
import tutti.serialization.DirectBuffer;

/**
 * An encoded array of primitives whose elements a transport writes straight into the array that its reader gets.
 *
 * <p>Thread-safe; one thread at a time may append. The chunks that others read are copies.
 */
public final class ArrivingArray extends ArrivingBytes {
    private final DirectBuffer elements;
    private final byte[] prefix;
    private boolean isTaken; // guarded by this
    private boolean isShared; // guarded by this

    /**
     * Makes an array of which nothing has arrived yet.
     *
     * @param elements view of all of a new array
     * @param prefix what precedes the elements in the encoding; not copied
     * @param waiters how readers wait for more of it
     */
    public ArrivingArray(DirectBuffer elements, byte[] prefix, Waiters waiters) {
        super(prefix.length + elements.lengthBytes(), waiters);
        this.elements = elements;
        this.prefix = prefix;
    }

    public ArrayShape shape() {
        return new ArrayShape(elements.type(), elements.length());
    }

    /**
     * Adds the next bytes and wakes those who wait for them.
     *
     * @return whether all of them are there
     * @throws tutti.serialization.TuttiException if there would be more bytes than announced
     */
    public boolean append(MemorySegment memory, long at, long bytes) {
        requireRoom(bytes);
        long position = arrivedBytes() - prefix.length;
        long skipped = Math.clamp(-position, 0, bytes);
        if (bytes > skipped) {
            elements.putBytes(position + skipped, memory, at + skipped, bytes - skipped);
        }
        return arrived(bytes, () -> {});
    }

    @Override
    public boolean append(Chunk chunk) {
        return append(MemorySegment.ofArray(chunk.array()), chunk.offset(), chunk.length());
    }

    /** From now on several holders may each take the array, so that none gets it itself. */
    public synchronized void share() {
        isShared = true;
    }

    /** Waits for the rest; returns the array, or a copy of it if another holder has it or may want it. */
    public Object take() {
        awaitBytes(lengthBytes());
        synchronized (this) {
            if (!isTaken && !isShared) {
                isTaken = true;
                return Objects.requireNonNull(elements.array(), "views an array");
            }
        }
        return elements.toArray();
    }

    /** Copies the elements as they arrive into a buffer; returns false if it has another type or length. */
    public boolean copyTo(DirectBuffer target) {
        if (!target.matches(elements)) {
            return false;
        }
        long piece = Chunk.MAX_BYTES / elements.type().elementBytes();
        for (long from = 0; from < elements.length(); from += piece) {
            long length = Math.min(piece, elements.length() - from);
            awaitBytes(prefix.length + (from + length) * elements.type().elementBytes());
            target.slice(from, length).copyFrom(elements.slice(from, length));
        }
        return true;
    }

    @Override
    int chunkCount() {
        long arrived = arrivedBytes();
        long whole = arrived / Chunk.MAX_BYTES;
        return (int) (isComplete() && arrived % Chunk.MAX_BYTES > 0 ? whole + 1 : whole);
    }

    @Override
    Chunk chunk(int index) {
        long from = (long) index * Chunk.MAX_BYTES;
        return Chunk.copyOf(prefix, elements, from, (int) Math.min(Chunk.MAX_BYTES, lengthBytes() - from));
    }
}
