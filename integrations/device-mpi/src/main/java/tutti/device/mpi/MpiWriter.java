package tutti.device.mpi;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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
 * Writes frames to one process by messages of MPI; some of them may be under way at a time.
 *
 * <p>What is written is copied first, but for the memory of a buffer outside the heap whose sender waits. Thread-safe:
 * threads take turns.
 */
final class MpiWriter implements BoundedWriter {
    /** Most bytes of a chunk that is sent from where it is. */
    static final int LARGEST_PIECE_BYTES = 4 << 20;

    private static final int MOST_UNDER_WAY = 8;
    private static final int PIECE_BYTES = 64 * 1024;
    private static final int LONGER_PIECE_BYTES = PIECE_BYTES + 1024; // rather than another piece for a few bytes
    private static final long POLL_NANOS = 100_000;

    private final MpiProcess mpi;
    private final int rank;
    private final int tag;
    private final Consumer<RuntimeException> giveUp;
    private final byte[] header = new byte[FrameFormat.HEADER_BYTES]; // guarded by this
    private final @Nullable MpiSend[] sends = new MpiSend[MOST_UNDER_WAY]; // used in turn; guarded by this
    private @Nullable Envelope
            knownEnvelope; // of the last frame, if it is a small message of a buffer; guarded by this
    private int knownBytes; // of that message; guarded by this
    private int next; // guarded by this
    private volatile boolean abandoned;
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
        if (!hasRoom(2)) {
            return false;
        }
        FrameFormat.putHeader(frame, header);
        post(body);
        return true;
    }

    @Override
    public synchronized boolean tryWrite(Envelope message, Chunk whole) {
        if (!hasRoom(2)) {
            return false;
        }
        FrameFormat.putHeader(message, whole.length(), 0, header);
        post(whole);
        return true;
    }

    @Override
    public synchronized void write(Frame frame, Chunk body) {
        if (!hasRoom(1)) {
            throw new IllegalStateException("no room for a message: rank=" + rank);
        }
        FrameFormat.putHeader(frame, header);
        post(body);
    }

    private void post(Chunk body) {
        knownEnvelope = null;
        MpiSend send = take();
        send.set(header, body);
        start(send);
    }

    @Override
    public boolean tryWrite(BufferFragments message) {
        return message.loan() instanceof MpiSend.Loan loan ? isOver(message, loan) : begin(message);
    }

    @Override
    public synchronized boolean tryWrite(Envelope message, byte[] prefix, DirectBuffer data) {
        int length = prefix.length + (int) data.lengthBytes();
        if (!isLikeBefore(message, length) || !hasRoom(2)) {
            return false;
        }
        sendLikeBefore(message, prefix, data);
        return true;
    }

    /** Returns whether a small message of a buffer differs from the last frame only in its number. */
    private boolean isLikeBefore(Envelope message, int length) {
        return length == knownBytes && message.isLike(knownEnvelope);
    }

    private void sendLikeBefore(Envelope message, byte[] prefix, DirectBuffer data) {
        knownEnvelope = null; // the buffer may be closed before it is read
        MpiSend send = take();
        send.setLikeBefore(message.sequence(), prefix, data);
        start(send);
        knownEnvelope = message;
        membersPosition = writtenBytes;
    }

    private synchronized boolean begin(BufferFragments message) {
        if (!hasRoom(2)) {
            return false;
        }
        MemorySegment lent = message.isHeld() ? WireMemory.of(message.data()) : null;
        long most = lent == null ? LONGER_PIECE_BYTES : LARGEST_PIECE_BYTES;
        long rest = message.restBytes();
        int length = (int) (rest <= most ? rest : lent == null ? PIECE_BYTES : most);
        boolean isWhole =
                message.written() == 0 && length == message.lengthBytes() && length < MpiSend.LARGE_FROM_BYTES;
        if (isWhole && isLikeBefore(message.envelope(), length)) {
            sendLikeBefore(message.envelope(), message.prefix(), message.data());
            message.advance(length);
            return true;
        }
        knownEnvelope = null; // the buffer may be closed before it is read
        MpiSend send = take();
        MpiSend.Loan loan = send.set(message, length, lent);
        start(send);
        if (isWhole) {
            knownEnvelope = message.envelope();
            knownBytes = length;
        }
        membersPosition = writtenBytes;
        if (loan == null) {
            message.advance(length);
            return true;
        }
        message.lend(loan);
        return false;
    }

    /** Messages are not sent from arrays in the heap, which move; what is held pins a virtual thread. */
    @Override
    public boolean mayBorrow(BufferFragments message) {
        return message.restBytes() >= MpiSend.LARGE_FROM_BYTES
                && mpi.callsAnywhere()
                && !Thread.currentThread().isVirtual()
                && WireMemory.of(message.data()) != null;
    }

    @Override
    public void hold(BufferFragments message, Runnable writing) {
        OpenMemory.during(Objects.requireNonNull(WireMemory.of(message.data()), "memory"), writing);
    }

    private static boolean isOver(BufferFragments message, MpiSend.Loan loan) {
        if (!loan.isOver()) {
            return false;
        }
        message.lend(null);
        message.advance(loan.pieceBytes());
        return true;
    }

    /**
     * The peer receives what comes even if no member of it wants it, so this ends soon unless its process stops: then
     * when that counts as lost, and no one may call the library any more, which could still read the memory.
     */
    @Override
    public void settle(BufferFragments message) {
        boolean interrupted = false;
        long wantedNanos = System.nanoTime();
        while (message.loan() instanceof MpiSend.Loan loan && !isOver(message, loan)) {
            mpi.poll();
            if (!abandoned) {
                wantedNanos = System.nanoTime();
            } else if (System.nanoTime() - wantedNanos > MpiRests.LONGEST_UNWANTED_NANOS) {
                mpi.stop("the process of rank=%d is lost in the middle of a message".formatted(rank));
                break;
            }
            LockSupport.parkNanos(this, POLL_NANOS);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The first piece of a buffer has a prefix as well, so a piece may be a little longer than this. */
    @Override
    public int pieceBytes() {
        return PIECE_BYTES;
    }

    private boolean hasRoom(int messages) {
        for (int i = 0; i < messages; i++) {
            MpiSend send = sends[(next + i) % MOST_UNDER_WAY];
            if (send != null && send.isUnderWay()) {
                return false;
            }
        }
        return true;
    }

    private MpiSend take() {
        MpiSend send = sends[next];
        if (send == null) {
            send = new MpiSend(this);
            sends[next] = send;
        }
        next = (next + 1) % MOST_UNDER_WAY;
        return send;
    }

    private void start(MpiSend send) {
        writtenBytes += send.bytes();
        try {
            mpi.send(send, rank, tag);
        } catch (MpiException e) {
            send.over();
            giveUp.accept(e);
        }
    }

    /** A message needs its memory no more. Called under the lock around the library, or when nothing can be sent. */
    void sent(int length) {
        sentBytes.setRelease(sentBytes.getPlain() + length);
    }

    /** A message cannot be sent. */
    void failed(MpiException e) {
        giveUp.accept(e);
    }

    @Override
    public synchronized boolean isReady() {
        return hasRoom(1);
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
            MpiSend send = take();
            send.setEnd();
            start(send);
        }
        return awaitUnderWay(0, idleLimit);
    }

    @Override
    public void abandon() {
        abandoned = true;
    }

    private synchronized int underWay() {
        int count = 0;
        for (MpiSend send : sends) {
            count += send != null && send.isUnderWay() ? 1 : 0;
        }
        return count;
    }

    private boolean awaitUnderWay(int most, Duration idleLimit) throws InterruptedException {
        long seen = readPosition();
        long since = System.nanoTime();
        while (underWay() > most) {
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
