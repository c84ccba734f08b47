package tutti.device.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.BufferFragments;
import tutti.messaging.device.FrameFormat;
import tutti.serialization.Chunk;
import tutti.serialization.DirectBuffer;

/**
 * A frame on its way to another process: one message of MPI, or two if it is large.
 *
 * <p>A small one is the header and the chunk; of a header like the one before, only the number. A large one is the
 * header, the number of bytes that follow by a message of their own, and the first bytes of the chunk; what follows
 * lies in memory of this object, or in that of a buffer.
 *
 * <p>Used again and again by one writer, whose lock guards what is written here before it starts; after that the one
 * around the library does, until nothing is under way.
 */
final class MpiSend {
    /** Chunks of so many bytes travel by a message of their own. */
    static final int LARGE_FROM_BYTES = 16 * 1024;

    private static final int MOST_PREFIX_BYTES = 256; // of a buffer; it is much shorter

    /** Most bytes of a message that holds a header. */
    static final int MESSAGE_BYTES = FrameFormat.HEADER_BYTES + Long.BYTES + MOST_PREFIX_BYTES + LARGE_FROM_BYTES;

    /** Where the number of bytes that follow stands. */
    static final long REST_BYTES_AT = FrameFormat.HEADER_BYTES;

    /** Where the first bytes of a large chunk lie. */
    static final long HEAD_AT = REST_BYTES_AT + Long.BYTES;

    /** What a message of which the reader knows the rest of the header begins with. */
    static final int SEQUENCE_BYTES = Long.BYTES;

    /** A message's tag is that of its writer and its kind: a frame, or the end. */
    static final int FRAME = 0;

    /** The kind of what announces a large chunk. */
    static final int LARGE = 1;

    /** The kind of a frame that differs from the one before only in the number of the message, which precedes it. */
    static final int LIKE_BEFORE = 2;

    /** Tags of writers are multiples of this. */
    static final int KINDS = 4;

    private static final int HEAD_BYTES = 64; // more than precedes the elements of a buffer
    private static final long PAGE_BYTES = 4096;

    private final MpiWriter writer;
    private final MemorySegment message = Arena.global().allocate(MESSAGE_BYTES, 64);
    private final MemorySegment request = Arena.global().allocate(MpiLibrary.REQUEST_BYTES, Long.BYTES);
    private final MemorySegment restRequest = Arena.global().allocate(MpiLibrary.REQUEST_BYTES, Long.BYTES);
    private @Nullable MemorySegment copy;
    private @Nullable MemorySegment rest;
    private @Nullable Loan loan;
    private int kind;
    private int messageBytes;
    private final AtomicBoolean underWay = new AtomicBoolean(); // written without a fence: others look again

    MpiSend(MpiWriter writer) {
        this.writer = writer;
    }

    /** A piece that is read from a buffer of a sender, who waits. */
    static final class Loan {
        private final int pieceBytes;
        private volatile boolean over;

        Loan(int pieceBytes) {
            this.pieceBytes = pieceBytes;
        }

        int pieceBytes() {
            return pieceBytes;
        }

        boolean isOver() {
            return over;
        }
    }

    // ---------------------------------------------------------------- what is sent

    /** Makes this a message that says that nothing follows. */
    void setEnd() {
        set(0, null, null);
    }

    /** Makes this a frame whose chunk lies in an array. */
    void set(byte[] header, Chunk chunk) {
        putHeader(header);
        if (chunk.length() < LARGE_FROM_BYTES) {
            put(chunk, 0, message, header.length, chunk.length());
            set(header.length + chunk.length(), null, null);
            return;
        }
        int restBytes = chunk.length() - HEAD_BYTES;
        MemorySegment memory = copy().asSlice(0, restBytes);
        put(chunk, 0, message, HEAD_AT, HEAD_BYTES);
        put(chunk, HEAD_BYTES, memory, 0, restBytes);
        set((int) HEAD_AT + HEAD_BYTES, memory, null);
    }

    private static void put(Chunk chunk, int from, MemorySegment memory, long at, int length) {
        MemorySegment.copy(chunk.array(), chunk.offset() + from, memory, ValueLayout.JAVA_BYTE, at, length);
    }

    /**
     * Makes this the next piece of a buffer.
     *
     * @param lent memory of the whole buffer, of which the piece is sent; null if it must be copied
     * @return what the sender must wait for, or null if there is nothing
     */
    @Nullable
    Loan set(BufferFragments piece, int length, @Nullable MemorySegment lent) {
        byte[] header = piece.header();
        byte[] prefix = piece.prefix();
        long offset = piece.written();
        int prefixed = offset == 0 ? prefix.length : 0;
        long position = offset + prefixed - prefix.length;
        int restBytes = length - prefixed;
        boolean isLarge = restBytes >= LARGE_FROM_BYTES;
        putHeader(header);
        if (offset > 0) {
            FrameFormat.addToOffset(message, 0, offset);
        }
        long headAt = isLarge ? HEAD_AT : header.length;
        MemorySegment.copy(prefix, 0, message, ValueLayout.JAVA_BYTE, headAt, prefixed);
        int headEnd = (int) headAt + prefixed;
        if (!isLarge) {
            piece.data().getBytes(position, message, headEnd, restBytes);
            set(headEnd + restBytes, null, null);
            return null;
        }
        if (lent == null) {
            MemorySegment memory = copy().asSlice(0, restBytes);
            piece.data().getBytes(position, memory, 0, restBytes);
            set(headEnd, memory, null);
            return null;
        }
        Loan lending = new Loan(length);
        set(headEnd, lent.asSlice(position, restBytes), lending);
        return lending;
    }

    /** Makes this a small message of a buffer, of whose header the reader knows all but the number. */
    void setLikeBefore(long sequence, byte[] prefix, DirectBuffer data) {
        int dataBytes = (int) data.lengthBytes();
        message.set(ValueLayout.JAVA_LONG, 0, sequence);
        MemorySegment.copy(prefix, 0, message, ValueLayout.JAVA_BYTE, SEQUENCE_BYTES, prefix.length);
        data.getBytes(0, message, SEQUENCE_BYTES + prefix.length, dataBytes);
        set(SEQUENCE_BYTES + prefix.length + dataBytes, null, null);
        kind = LIKE_BEFORE;
    }

    private void putHeader(byte[] header) {
        MemorySegment.copy(header, 0, message, ValueLayout.JAVA_BYTE, 0, header.length);
    }

    private void set(int length, @Nullable MemorySegment following, @Nullable Loan lending) {
        messageBytes = length;
        kind = following == null ? FRAME : LARGE;
        rest = following;
        loan = lending;
        if (following != null) {
            message.set(ValueLayout.JAVA_LONG, REST_BYTES_AT, following.byteSize());
        }
        underWay.setRelease(true);
    }

    private MemorySegment copy() {
        MemorySegment memory = copy;
        if (memory == null) {
            memory = Arena.global().allocate(Chunk.MAX_BYTES, PAGE_BYTES);
            copy = memory;
        }
        return memory;
    }

    // ---------------------------------------------------------------- on its way

    int bytes() {
        return messageBytes + (rest == null ? 0 : (int) rest.byteSize());
    }

    /** Starts it; a message for the rest comes first, so that it is there when it is announced. */
    void start(MpiLibrary library, int rank, int tag, long restsCommunicator) {
        if (rest != null) {
            library.send(rest, (int) rest.byteSize(), rank, tag, restsCommunicator, restRequest);
        }
        library.send(message, messageBytes, rank, tag + kind, library.abi().world(), request);
    }

    /** Returns whether the library needs none of the memory any more. */
    boolean isDone(MpiLibrary library) {
        return library.isDone(request) && (rest == null || library.isDone(restRequest));
    }

    /** The library needs none of the memory any more; it may be used again. */
    void over() {
        int bytes = bytes();
        Loan lending = loan;
        rest = null;
        loan = null;
        if (lending != null) {
            lending.over = true;
        }
        underWay.setRelease(false);
        writer.sent(bytes);
    }

    void failed(MpiException e) {
        writer.failed(e);
    }

    /** Returns whether a sender waits until its buffer is not read any more. */
    boolean isLent() {
        return loan != null;
    }

    boolean isUnderWay() {
        return underWay.getAcquire();
    }
}
