package tutti.messaging.device;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Credit;
import tutti.messaging.match.Envelope;
import tutti.serialization.Chunk;
import tutti.serialization.DirectBuffer;

/** A message of a buffer's elements, piece by piece on its way to another process. */
public final class BufferFragments {
    /** Elements of all pieces but the first begin at multiples of this. */
    public static final int CACHE_LINE_BYTES = 64;

    private final Envelope envelope;
    private final byte[] prefix;
    private final DirectBuffer data;
    private final int pieceBytes;
    private final Credit credit;
    private byte @Nullable [] header; // made when it is asked for
    private long written;
    private boolean isHeld;
    private boolean hasGoneAhead;
    private boolean wasOffered;
    private long begunNanos; // 0: not yet
    private @Nullable Object loan;

    /**
     * Prepares to write a message.
     *
     * @param prefix what precedes the elements in their encoding
     * @param pieceBytes most bytes of a piece
     */
    public BufferFragments(Envelope envelope, byte[] prefix, DirectBuffer data, int pieceBytes, Credit credit) {
        this.pieceBytes = pieceBytes;
        this.prefix = prefix;
        this.data = data;
        this.credit = credit;
        this.envelope = envelope;
    }

    public Envelope envelope() {
        return envelope;
    }

    Credit credit() {
        return credit;
    }

    /** Returns whether the next piece may travel. */
    boolean mayGo() {
        return credit.allows(written);
    }

    /** Returns whether there is no room for the elements, so that only what precedes them may travel. */
    public boolean isAhead() {
        return written == 0 && !mayGo();
    }

    /** Returns what precedes the elements as a frame, and counts it as written. */
    Queue<Frame.MessageChunk> takeFirst() {
        advance(prefix.length);
        hasGoneAhead = true;
        return new ArrayDeque<>(List.of(first()));
    }

    /** Returns whether a piece has been written that the queue does not hold. */
    boolean hasBegun() {
        return written > (hasGoneAhead ? prefix.length : 0);
    }

    /** Returns the header of its first piece. */
    public byte[] header() {
        byte[] known = header;
        if (known == null) {
            known = FrameFormat.header(first());
            header = known;
        }
        return known;
    }

    /** Returns what precedes the elements. */
    private Frame.MessageChunk first() {
        return new Frame.MessageChunk(envelope, lengthBytes(), 0, new Chunk(prefix, 0, prefix.length));
    }

    public byte[] prefix() {
        return prefix;
    }

    public DirectBuffer data() {
        return data;
    }

    /** Its sender waits until all of it has been written, and its memory stays open. */
    void hold() {
        isHeld = true;
    }

    /**
     * Returns whether its sender waits until all of it has been written, and its memory stays open, so that a piece may
     * be read from the buffer as long as it does not count as written.
     */
    public boolean isHeld() {
        return isHeld;
    }

    /** Its first piece is about to be written, or has been before. */
    public void begin() {
        if (begunNanos == 0) {
            begunNanos = System.nanoTime();
        }
    }

    /** Returns when the first piece was about to be written, by {@link System#nanoTime}. */
    public long begunNanos() {
        return begunNanos;
    }

    /** Notes that the reader was asked to copy elements out of the buffer. */
    public void offer() {
        wasOffered = true;
    }

    public boolean wasOffered() {
        return wasOffered;
    }

    /** Returns what the way has noted of a piece that it reads from the buffer, or null if there is none. */
    public @Nullable Object loan() {
        return loan;
    }

    /** Notes that a piece is read from the buffer, or is no more. */
    public void lend(@Nullable Object noted) {
        loan = noted;
    }

    /** Returns how many bytes of the message have not been written. */
    public long restBytes() {
        return lengthBytes() - written;
    }

    /** Returns how many bytes the message has. */
    public long lengthBytes() {
        return prefix.length + data.lengthBytes();
    }

    /** Returns the length of the next piece, where the last may not be longer than others. */
    public int nextLength() {
        return nextLength(0);
    }

    /**
     * Returns the length of the next piece.
     *
     * <p>The first is a little shorter than the longest, so that the elements in all that follow begin at cache lines.
     *
     * @param longerBytes how much longer than others the last may be, rather than another one for a few bytes
     */
    public int nextLength(int longerBytes) {
        long most = written == 0 ? prefix.length + pieceBytes - CACHE_LINE_BYTES : pieceBytes;
        long rest = restBytes();
        return (int) (rest <= most + longerBytes ? rest : most);
    }

    /** Returns how many bytes of the message have been written. */
    public long written() {
        return written;
    }

    public boolean isDone() {
        return written == lengthBytes();
    }

    public void advance(long bytes) {
        written += bytes;
    }

    /** Copies the next piece into an array and returns it as a frame, without counting it as written. */
    public Frame.MessageChunk next(byte[] bytes) {
        int length = nextLength();
        int prefixed = written == 0 ? prefix.length : 0;
        System.arraycopy(prefix, 0, bytes, 0, prefixed);
        data.getBytes(written + prefixed - prefix.length, MemorySegment.ofArray(bytes), prefixed, length - prefixed);
        return piece(new Chunk(bytes, 0, length));
    }

    private Frame.MessageChunk piece(Chunk chunk) {
        return new Frame.MessageChunk(envelope, lengthBytes(), written, chunk);
    }

    /** Copies what has not been written, so that the caller may overwrite the buffer. */
    Queue<Frame.MessageChunk> captureRest() {
        Queue<Frame.MessageChunk> rest = new ArrayDeque<>();
        long captured = written;
        if (captured == 0) {
            rest.add(first());
            captured = prefix.length;
        }
        while (captured < lengthBytes()) {
            int length = (int) Math.min(lengthBytes() - captured, Chunk.MAX_BYTES);
            rest.add(new Frame.MessageChunk(
                    envelope, lengthBytes(), captured, Chunk.copyOf(prefix, data, captured, length)));
            captured += length;
        }
        written = captured; // only now: the memory may have been closed meanwhile
        return rest;
    }
}
