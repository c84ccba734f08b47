package tutti.device.mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import tutti.messaging.device.BoundedWriter;
import tutti.messaging.device.BufferFragments;
import tutti.messaging.device.Frame;
import tutti.messaging.device.FrameFormat;
import tutti.serialization.Chunk;

/**
 * Writes frames to one process, each as a message of MPI; some of them may be under way at a time.
 *
 * <p>Thread-safe: threads take turns.
 */
final class MpiWriter implements BoundedWriter {
    private static final int MOST_UNDER_WAY = 8;
    private static final int PIECE_BYTES = 64 * 1024;
    private static final long POLL_NANOS = 100_000;

    private final MpiProcess mpi;
    private final int rank;
    private final int tag;
    private final Consumer<RuntimeException> giveUp;
    private final byte[] header = new byte[FrameFormat.HEADER_BYTES]; // guarded by this
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicLong sentBytes = new AtomicLong();
    private long writtenBytes; // guarded by this
    private long membersPosition; // of the end of what members wait for, or a notice behind it; guarded by this

    /**
     * Makes what writes to a process.
     *
     * @param rank of the process, in MPI's world
     * @param tag by which the process knows who writes
     * @param giveUp told that nothing more can be written
     */
    MpiWriter(MpiProcess mpi, int rank, int tag, Consumer<RuntimeException> giveUp) {
        this.mpi = mpi;
        this.rank = rank;
        this.tag = tag;
        this.giveUp = giveUp;
    }

    @Override
    public synchronized boolean tryWrite(Frame frame, Chunk body) {
        if (underWay.get() + 1 >= MOST_UNDER_WAY) {
            return false;
        }
        post(frame, body);
        return true;
    }

    @Override
    public synchronized void write(Frame frame, Chunk body) {
        if (underWay.get() >= MOST_UNDER_WAY) {
            throw new IllegalStateException("no room for a message: underWay=" + underWay.get());
        }
        post(frame, body);
    }

    private void post(Frame frame, Chunk body) {
        FrameFormat.putHeader(frame, header);
        MpiProcess.Slot slot = mpi.slot();
        MemorySegment memory = slot.memory();
        MemorySegment.copy(header, 0, memory, ValueLayout.JAVA_BYTE, 0, header.length);
        MemorySegment.copy(body.array(), body.offset(), memory, ValueLayout.JAVA_BYTE, header.length, body.length());
        send(slot, header.length + body.length());
    }

    @Override
    public synchronized boolean tryWrite(BufferFragments message) {
        if (underWay.get() + 1 >= MOST_UNDER_WAY) {
            return false;
        }
        long offset = message.written();
        int length = message.nextLength();
        MpiProcess.Slot slot = mpi.slot();
        MemorySegment memory = slot.memory();
        byte[] frameHeader = message.header();
        MemorySegment.copy(frameHeader, 0, memory, ValueLayout.JAVA_BYTE, 0, frameHeader.length);
        if (offset > 0) {
            FrameFormat.addToOffset(memory, 0, offset);
        }
        byte[] prefix = message.prefix();
        int prefixed = offset == 0 ? prefix.length : 0;
        MemorySegment.copy(prefix, 0, memory, ValueLayout.JAVA_BYTE, frameHeader.length, prefixed);
        message.data()
                .getBytes(offset + prefixed - prefix.length, memory, frameHeader.length + prefixed, length - prefixed);
        send(slot, frameHeader.length + length);
        message.advance(length);
        membersPosition = writtenBytes;
        return true;
    }

    /** The first piece of a buffer has a prefix as well, so a piece may be a little longer than this. */
    @Override
    public int pieceBytes() {
        return PIECE_BYTES;
    }

    private void send(MpiProcess.Slot slot, int length) {
        underWay.incrementAndGet();
        writtenBytes += length;
        try {
            mpi.send(slot, length, rank, tag, this);
        } catch (MpiException e) {
            sent(length);
            giveUp.accept(e);
        }
    }

    /** A message needs its memory no more. */
    void sent(int length) {
        sentBytes.addAndGet(length);
        underWay.decrementAndGet();
    }

    /** A message cannot be sent. */
    void failed(MpiException e) {
        giveUp.accept(e);
    }

    @Override
    public boolean isReady() {
        return underWay.get() < MOST_UNDER_WAY;
    }

    @Override
    public void askForRoom(BufferFragments message) {
        // each poll looks what has been sent, and drains
    }

    @Override
    public synchronized void wroteForMembers() {
        membersPosition = writtenBytes;
    }

    @Override
    public long readPosition() {
        return sentBytes.get();
    }

    @Override
    public synchronized long unreadByMembers() {
        return Math.max(0, membersPosition - sentBytes.get());
    }

    @Override
    public boolean finish(Duration idleLimit) throws InterruptedException {
        if (!awaitUnderWay(MOST_UNDER_WAY - 1, idleLimit)) {
            return false;
        }
        synchronized (this) {
            send(mpi.slot(), 0);
        }
        return awaitUnderWay(0, idleLimit);
    }

    private boolean awaitUnderWay(int most, Duration idleLimit) throws InterruptedException {
        long seen = readPosition();
        long since = System.nanoTime();
        while (underWay.get() > most) {
            mpi.poll();
            LockSupport.parkNanos(this, POLL_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            long now = readPosition();
            if (now != seen) {
                seen = now;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > idleLimit.toNanos()) {
                return false;
            }
        }
        return true;
    }
}
