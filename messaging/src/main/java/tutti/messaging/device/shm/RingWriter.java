package tutti.messaging.device.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import tutti.messaging.device.BoundedWriter;
import tutti.messaging.device.BufferFragments;
import tutti.messaging.device.Frame;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.match.Envelope;
import tutti.messaging.match.OpenMemory;
import tutti.messaging.match.WireMemory;
import tutti.serialization.Chunk;
import tutti.serialization.DirectBuffer;

/**
 * The writing end of a ring.
 *
 * <p>Thread-safe: threads take turns. Nothing here waits.
 */
public final class RingWriter implements BoundedWriter {
    private static final int CLEARED_BYTES = 2048;
    private static final long BYTES_FOR_ANY = bytesFor(Chunk.MAX_BYTES);

    private final MemorySegment memory;
    private final Runnable readersBell;
    private final byte[] header = new byte[FrameFormat.HEADER_BYTES]; // guarded by this
    private final RecordHeaders headers; // guarded by this
    private long position; // guarded by this
    private long clearedTo; // from the position to there all is empty, if it lies ahead; guarded by this
    private long readPositionSeen; // guarded by this
    private long membersPosition; // of the end of what members wait for, or a notice behind it; guarded by this
    private final CopyOffers offers; // guarded by this

    /**
     * Makes the writing end of a new ring.
     *
     * @param readersBell wakes the reader, which sleeps
     */
    public RingWriter(MemorySegment memory, Runnable readersBell) {
        this.memory = memory;
        this.readersBell = readersBell;
        headers = new RecordHeaders(memory);
        offers = new CopyOffers(memory);
    }

    @Override
    public boolean tryWrite(Frame frame, Chunk body) {
        return tryWrite(frame, body, bytesFor(body.length()) + BYTES_FOR_ANY);
    }

    @Override
    public void write(Frame frame, Chunk body) {
        if (!tryWrite(frame, body, bytesFor(body.length()))) {
            throw new IllegalStateException("no room in the ring: bytes=" + body.length());
        }
    }

    private boolean tryWrite(Frame frame, Chunk body, long roomNeeded) {
        synchronized (this) {
            if (!hasRoom(roomNeeded)) {
                return false;
            }
            FrameFormat.putHeader(frame, header);
            writeRecords(body);
        }
        wakeReader();
        return true;
    }

    @Override
    public boolean tryWrite(Envelope message, Chunk whole) {
        synchronized (this) {
            if (!hasRoom(bytesFor(whole.length()) + BYTES_FOR_ANY)) {
                return false;
            }
            FrameFormat.putHeader(message, whole.length(), 0, header);
            writeRecords(whole);
        }
        wakeReader();
        return true;
    }

    private void writeRecords(Chunk body) {
        headers.forgetEnvelope();
        int from = 0;
        do {
            int length = Math.min(body.length() - from, RingLayout.FRAGMENT_BYTES);
            writeRecord(from, body, length);
            from += length;
        } while (from < body.length());
    }

    @Override
    public synchronized void wroteForMembers() {
        membersPosition = position;
    }

    @Override
    public synchronized long unreadByMembers() {
        return Math.max(0, membersPosition - readPosition());
    }

    /** Returns how far the reader has come. */
    @Override
    public long readPosition() {
        return RingLayout.acquire(memory, RingLayout.READ_POSITION_AT);
    }

    @Override
    public int pieceBytes() {
        return RingLayout.FRAGMENT_BYTES;
    }

    @Override
    public boolean tryWrite(BufferFragments message) {
        MemorySegment elements = message.lengthBytes() < CopyOffers.LEAST_BYTES ? null : WireMemory.of(message.data());
        if (elements == null) {
            return writePiece(message);
        }
        message.begin();
        if (!letCopy(message, elements) && !writePiece(message)) {
            return false;
        }
        if (message.isDone()) {
            took(message);
        }
        return true;
    }

    private synchronized void took(BufferFragments message) {
        offers.took(message.lengthBytes(), message.wasOffered(), System.nanoTime() - message.begunNanos());
    }

    /** Lets the reader copy the next elements of a large message out of the buffer; returns whether it has. */
    private boolean letCopy(BufferFragments message, MemorySegment elements) {
        if (message.restBytes() < CopyOffers.LEAST_BYTES || !mayOffer(elements.byteSize(), message.lengthBytes())) {
            return false;
        }
        message.offer();
        long from = Math.max(0, message.written() - message.prefix().length);
        MemorySegment offered = elements.asSlice(from, Math.min(elements.byteSize() - from, CopyOffers.MOST_BYTES));
        boolean[] copied = {false};
        try {
            OpenMemory.during(offered, () -> copied[0] = offer(message, offered));
        } finally {
            endOffer();
        }
        return copied[0];
    }

    private synchronized boolean mayOffer(long bytes, long messageBytes) {
        return hasRoomForAny() && offers.mayBegin(position, bytes, messageBytes);
    }

    private synchronized void endOffer() {
        offers.ended();
    }

    private boolean offer(BufferFragments message, MemorySegment elements) {
        byte[] prefix = message.prefix();
        int prefixed = message.written() == 0 ? prefix.length : 0;
        int length = RingLayout.OFFER_BYTES + prefixed;
        long begin;
        synchronized (this) {
            long at = begin(length);
            begin = position;
            offers.make(begin);
            long bodyAt = headers.write(at, message, message.written());
            memory.set(ValueLayout.JAVA_LONG, bodyAt, elements.address());
            memory.set(ValueLayout.JAVA_LONG, bodyAt + Long.BYTES, elements.byteSize());
            MemorySegment.copy(prefix, 0, memory, ValueLayout.JAVA_BYTE, bodyAt + RingLayout.OFFER_BYTES, prefixed);
            publish(at, bodyAt + length, RingLayout.OFFER_BIT);
            membersPosition = position;
        }
        wakeReader();
        if (!offers.awaitCopy(begin, elements.byteSize())) {
            return false;
        }
        message.advance(prefixed + elements.byteSize());
        return true;
    }

    private boolean writePiece(BufferFragments message) {
        long offset = message.written();
        int length = message.nextLength(RingLayout.LONGER_BYTES);
        synchronized (this) {
            if (!hasRoom(bytesFor(length) + BYTES_FOR_ANY)) {
                return false;
            }
            long at = begin(length);
            long bodyAt = headers.write(at, message, offset);
            byte[] prefix = message.prefix();
            int prefixed = offset == 0 ? prefix.length : 0;
            MemorySegment.copy(prefix, 0, memory, ValueLayout.JAVA_BYTE, bodyAt, prefixed);
            message.data().getBytes(offset + prefixed - prefix.length, memory, bodyAt + prefixed, length - prefixed);
            publishForMembers(at, bodyAt + length);
            if (length >= CopyOffers.LEAST_BYTES) {
                offers.wrote();
            }
        }
        message.advance(length);
        wakeReader();
        return true;
    }

    @Override
    public boolean tryWrite(Envelope message, byte[] prefix, DirectBuffer data) {
        int length = prefix.length + (int) data.lengthBytes();
        synchronized (this) {
            if (!hasRoom(bytesFor(length) + BYTES_FOR_ANY)) {
                return false;
            }
            long at = begin(length);
            long bodyAt = headers.write(at, message, length);
            MemorySegment.copy(prefix, 0, memory, ValueLayout.JAVA_BYTE, bodyAt, prefix.length);
            data.getBytes(0, memory, bodyAt + prefix.length, length - prefix.length);
            publishForMembers(at, bodyAt + length);
        }
        wakeReader();
        return true;
    }

    /**
     * Returns whether a frame of the largest size can be written.
     *
     * <p>If not, this side's bell rings when it can.
     */
    @Override
    public boolean isReady() {
        if (hasRoomForAny()) {
            return true;
        }
        askForRoom(BYTES_FOR_ANY);
        return hasRoomForAny();
    }

    /** The reader reads what is in the memory, whatever becomes of the writer. */
    @Override
    public boolean finish(Duration idleLimit) {
        return true;
    }

    @Override
    public void askForRoom(BufferFragments message) {
        askForRoom(bytesFor(message.nextLength(RingLayout.LONGER_BYTES)) + BYTES_FOR_ANY);
    }

    /** Says how far the reader must come. Asking for less or more afterwards replaces that; all are woken together. */
    private synchronized void askForRoom(long bytes) {
        RingLayout.release(
                memory, RingLayout.WRITER_SLEEPS_AT, Math.max(1, position + bytes - RingLayout.CAPACITY_BYTES));
        VarHandle.fullFence();
    }

    /** Returns whether a frame of the largest size can be written now. */
    private synchronized boolean hasRoomForAny() {
        return hasRoom(BYTES_FOR_ANY);
    }

    private static long bytesFor(int bodyBytes) {
        long whole = bodyBytes / RingLayout.FRAGMENT_BYTES;
        long perFragment = RingLayout.recordBytes(FrameFormat.HEADER_BYTES + RingLayout.FRAGMENT_BYTES);
        long last = RingLayout.recordBytes(FrameFormat.HEADER_BYTES + bodyBytes % RingLayout.FRAGMENT_BYTES);
        long wasted = perFragment; // at the end of the ring, when a record does not fit there
        return whole * perFragment + last + wasted + RingLayout.LENGTH_BYTES + RingLayout.LINE_BYTES;
    }

    private boolean hasRoom(long bytes) {
        if (RingLayout.CAPACITY_BYTES - (position - readPositionSeen) >= bytes) {
            return true;
        }
        readPositionSeen = RingLayout.acquire(memory, RingLayout.READ_POSITION_AT);
        return RingLayout.CAPACITY_BYTES - (position - readPositionSeen) >= bytes;
    }

    private void writeRecord(int from, Chunk body, int length) {
        long at = begin(length);
        long bodyAt = headers.write(at, header, from);
        MemorySegment.copy(body.array(), body.offset() + from, memory, ValueLayout.JAVA_BYTE, bodyAt, length);
        publish(at, bodyAt + length);
    }

    /** Returns where a record with a chunk begins, at the beginning of the ring if it may not fit before its end. */
    private long begin(int chunkBytes) {
        if (headers.isUnpublished()) { // the record before has failed, and left bytes where the end of this one may be
            clearedTo = Math.min(clearedTo, position);
        }
        long untilEnd = RingLayout.untilEnd(position);
        if (untilEnd < RingLayout.recordBytes(FrameFormat.HEADER_BYTES + (long) chunkBytes)) {
            RingLayout.release(memory, RingLayout.RECORDS_AT, RingLayout.EMPTY);
            RingLayout.release(memory, RingLayout.at(position), RingLayout.WRAP);
            position += untilEnd;
        }
        return RingLayout.at(position);
    }

    private void publishForMembers(long recordAt, long end) {
        publish(recordAt, end);
        membersPosition = position;
        clearAhead();
    }

    private void publish(long recordAt, long end) {
        publish(recordAt, end, 0);
    }

    private void publish(long recordAt, long end, long kind) {
        long length = end - recordAt - RingLayout.LENGTH_BYTES;
        position = RingLayout.after(position, length);
        if (position >= clearedTo) {
            RingLayout.release(memory, RingLayout.at(position), RingLayout.EMPTY);
            clearedTo = position + RingLayout.LENGTH_BYTES;
        }
        RingLayout.release(memory, recordAt, kind | RingLayout.record((int) length, headers.words()));
        headers.published();
    }

    /**
     * Lets the places of the next small records be empty, so that a record's publication waits for one line of the
     * cache only. There is room for that, as for a record of the largest size.
     */
    private void clearAhead() {
        if (clearedTo - position > CLEARED_BYTES / 4) {
            return;
        }
        long from = Math.max(clearedTo, position);
        long bytes = Math.min(CLEARED_BYTES, RingLayout.untilEnd(from));
        memory.asSlice(RingLayout.at(from), bytes).fill((byte) RingLayout.EMPTY);
        clearedTo = from + bytes;
    }

    private void wakeReader() {
        VarHandle.fullFence(); // the record is visible before we look whether the reader sleeps
        if (RingLayout.acquire(memory, RingLayout.READER_SLEEPS_AT) != 0
                && RingLayout.exchange(memory, RingLayout.READER_SLEEPS_AT, 0) != 0) {
            readersBell.run();
        }
    }
}
