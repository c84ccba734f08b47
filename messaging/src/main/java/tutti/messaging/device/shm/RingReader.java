package tutti.messaging.device.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tutti.messaging.device.FrameFormat;
import tutti.messaging.device.FrameSink;
import tutti.messaging.device.FullHeap;
import tutti.messaging.match.LentElements;
import tutti.messaging.progress.Inward;
import tutti.serialization.TuttiException;

/**
 * The reading end of a ring.
 *
 * <p>Thread-safe: one thread reads at a time, and others that want to meanwhile go away.
 */
public final class RingReader implements Inward {
    private static final int LOOK_AFTER_BYTES = RingLayout.FRAGMENT_BYTES;
    private static final int MAX_FRAMES_AT_ONCE = 256; // then others may have their turn
    private static final int LARGE_BYTES = 4 * 1024; // of a chunk: its copy takes longer than looking at it again
    private static final int TAKE_ALL = Integer.MAX_VALUE;
    private static final int PIECES_PER_TIMED = 4;

    private final int process;
    private final MemorySegment memory;
    private final FrameSink sink;
    private final Runnable writersBell;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile boolean lookAgain;
    private boolean isNewsAlone; // nothing was here at the last look; any thread writes it, a stale one does no harm
    private final byte[] header = new byte[FrameFormat.HEADER_BYTES]; // of the frame read last; guarded by reading
    private long position; // guarded by reading
    private long lookedAt; // position at which this has last looked whether the writer sleeps; guarded by reading
    private boolean wasOffer; // the last record; guarded by reading
    private boolean hasAnswered; // whether this can copy the writer's memory; guarded by reading
    private @Nullable ProcessMemory writersMemory; // null if this can't copy it; guarded by reading
    private int largePieces; // guarded by reading
    private long pieceNanos; // for a piece of the largest size; guarded by reading
    private long toldNanos; // about the same, as the writer knows it; guarded by reading
    private boolean hasLeft; // a message, at the last look; guarded by reading
    private boolean closed; // guarded by reading

    /**
     * Makes the reading end of a new ring.
     *
     * @param process the process that writes
     * @param sink takes what was read
     * @param writersBell wakes the writer, which sleeps until there is room
     */
    public RingReader(int process, MemorySegment memory, FrameSink sink, Runnable writersBell) {
        this.process = process;
        this.memory = memory;
        this.sink = sink;
        this.writersBell = writersBell;
    }

    /**
     * Reads what is there, unless another thread does, which then looks once more; returns whether there was anything.
     */
    @Override
    public boolean poll() {
        return read(TAKE_ALL);
    }

    /**
     * Does the same, but leaves a large message that no buffer waits for as long as the writer has room: the receive
     * that is posted next will mostly be the one for it, and saves a copy.
     *
     * <p>Of the process that is awaited, the first frame is taken in any case, since what is awaited may lie behind it.
     */
    @Override
    public boolean poll(int awaitedProcess) {
        boolean isAwaited = awaitedProcess == process || awaitedProcess == Inward.ANY_PROCESS;
        return read(isAwaited ? 1 : 0);
    }

    /**
     * Reads.
     *
     * @param taken how many frames are taken, before large messages are left that no buffer waits for
     */
    private boolean read(int taken) {
        boolean found = false;
        do {
            if (isEmpty()) {
                isNewsAlone = true;
                return found;
            }
            if (!tryToRead()) {
                return found;
            }
            try {
                if (lookAgain) { // mostly not, and writing it would cost more
                    lookAgain = false;
                }
                found |= read(taken, isNewsAlone ? 1 : MAX_FRAMES_AT_ONCE) > 0;
                isNewsAlone = false;
            } finally {
                reading.unlock();
            }
        } while (lookAgain);
        return found;
    }

    /** Takes the lock, or makes the thread that holds it look once more after giving it back. */
    private boolean tryToRead() {
        if (reading.tryLock()) {
            return true;
        }
        lookAgain = true;
        return reading.tryLock(); // the other may have given it back before it could see that
    }

    /** Reads all that is there, and nothing more ever: the writer has ended. */
    public void finish() {
        reading.lock();
        try {
            while (read(TAKE_ALL, MAX_FRAMES_AT_ONCE) > 0) {
                // until nothing is left
            }
            closed = true;
        } finally {
            reading.unlock();
        }
    }

    /** The writer rings this side's bell from now on. What it wrote just before may still have to be read. */
    @Override
    public void arm() {
        if (RingLayout.acquire(memory, RingLayout.READER_SLEEPS_AT) == 0) {
            RingLayout.release(memory, RingLayout.READER_SLEEPS_AT, 1);
            VarHandle.fullFence();
        }
    }

    /** The writer need not ring: a thread polls. */
    @Override
    public void disarm() {
        if (RingLayout.acquire(memory, RingLayout.READER_SLEEPS_AT) != 0) {
            RingLayout.release(memory, RingLayout.READER_SLEEPS_AT, 0);
        }
    }

    private boolean isEmpty() {
        long published = RingLayout.acquire(memory, RingLayout.READ_POSITION_AT);
        return RingLayout.acquire(memory, RingLayout.at(published)) == RingLayout.EMPTY;
    }

    private int read(int taken, int most) {
        int frames = 0;
        hasLeft = false;
        try {
            while (frames < most && !closed && readNext(frames >= taken)) {
                frames++;
            }
        } catch (RuntimeException e) {
            closed = true; // first, since the one that is told may end this ring at once
            sink.malformed(e);
        } catch (OutOfMemoryError e) {
            closed = true;
            sink.malformed(FullHeap.of(process, e));
        }
        if (frames > 0 || hasLeft) {
            wakeWriter();
        }
        return frames;
    }

    private boolean readNext(boolean mayLeave) {
        long published = RingLayout.acquire(memory, RingLayout.at(position));
        if (published == RingLayout.WRAP) {
            position += RingLayout.untilEnd(position);
            RingLayout.release(memory, RingLayout.READ_POSITION_AT, position); // the next message may be left
            published = RingLayout.acquire(memory, RingLayout.at(position));
        }
        if (published == RingLayout.EMPTY) {
            return false;
        }
        int words = RingLayout.words(published);
        int length = (int) published;
        int chunkBytes = length - Integer.bitCount(words) * Long.BYTES;
        if (!RingLayout.isRecord(published)
                || chunkBytes < 0
                || chunkBytes > RingLayout.FRAGMENT_BYTES + RingLayout.LONGER_BYTES
                || RingLayout.recordBytes(length) > RingLayout.untilEnd(position)) {
            throw new TuttiException("malformed ring: record=%#x".formatted(published));
        }
        long at = RingLayout.at(position) + RingLayout.LENGTH_BYTES;
        for (int left = words; left != 0; left &= left - 1) {
            FrameFormat.setWord(header, Integer.numberOfTrailingZeros(left), memory.get(ValueLayout.JAVA_LONG, at));
            at += Long.BYTES;
        }
        if (chunkBytes >= LARGE_BYTES && !hasAnswered && RingLayout.acquire(memory, RingLayout.READER_ASKED_AT) != 0) {
            answer();
        }
        int changed = wasOffer ? FrameSink.ANY_WORDS : words;
        wasOffer = RingLayout.isOffer(published);
        if (wasOffer) {
            hasLeft = !takeOffer(mayLeave && !isRoomWanted(), at, chunkBytes);
        } else {
            boolean isTimed = chunkBytes >= CopyOffers.LEAST_BYTES
                    && writersMemory != null
                    && largePieces++ % PIECES_PER_TIMED == 0;
            long begunNanos = isTimed ? System.nanoTime() : 0;
            if (!mayLeave || chunkBytes < LARGE_BYTES || isRoomWanted()) {
                sink.take(header, changed, memory, at, chunkBytes);
            } else {
                hasLeft = !sink.takeUnlessEarly(header, changed, memory, at, chunkBytes);
            }
            if (isTimed && !hasLeft) {
                tookPiece((System.nanoTime() - begunNanos) * RingLayout.FRAGMENT_BYTES / chunkBytes);
            }
        }
        if (hasLeft) {
            return false;
        }
        position = RingLayout.after(position, length);
        RingLayout.release(memory, RingLayout.READ_POSITION_AT, position);
        return true;
    }

    /** Tells the writer about how long a piece takes that it might let this side copy out of its memory. */
    private void tookPiece(long nanos) {
        pieceNanos = CopyCosts.follow(pieceNanos, nanos);
        if (Math.abs(pieceNanos - toldNanos) > toldNanos / 8) {
            toldNanos = pieceNanos;
            RingLayout.release(memory, RingLayout.READER_NANOS_AT, pieceNanos);
        }
    }

    /** Finds out whether this can copy the writer's memory; not at the start, where it would take most jobs time. */
    private void answer() {
        hasAnswered = true;
        writersMemory = ProcessMemory.of(
                memory.get(ValueLayout.JAVA_LONG, RingLayout.PROCESS_AT),
                memory.asSlice(RingLayout.KEY_AT, RingLayout.KEY_BYTES),
                memory.get(ValueLayout.JAVA_LONG, RingLayout.KEY_ADDRESS_AT));
        RingLayout.release(memory, RingLayout.READER_COPIES_AT, writersMemory == null ? 0 : 1);
    }

    /** Takes an offer, or refuses it; returns false if it is left. */
    private boolean takeOffer(boolean mayLeave, long at, int chunkBytes) {
        if (chunkBytes < RingLayout.OFFER_BYTES) {
            throw new TuttiException("malformed ring: bytes of an offer=" + chunkBytes);
        }
        if (!change(RingLayout.OFFERED, RingLayout.COPYING)) {
            return true;
        }
        long lengthBytes = memory.get(ValueLayout.JAVA_LONG, at + Long.BYTES);
        if (lengthBytes <= 0 || lengthBytes > CopyOffers.MOST_BYTES) {
            throw new TuttiException("malformed ring: bytes offered=" + lengthBytes);
        }
        Offer offer = new Offer(memory.get(ValueLayout.JAVA_LONG, at), (int) lengthBytes);
        FrameSink.Taken taken = sink.takeLent(
                header, memory, at + RingLayout.OFFER_BYTES, chunkBytes - RingLayout.OFFER_BYTES, offer, mayLeave);
        return switch (taken) {
            case YES -> true;
            case NO -> {
                change(RingLayout.COPYING, RingLayout.REFUSED);
                yield true;
            }
            case LATER -> !change(RingLayout.COPYING, RingLayout.OFFERED);
        };
    }

    /** Changes the state of the offer at the position, unless the writer has taken it back. */
    private boolean change(int from, int to) {
        return RingLayout.compareAndSet(
                memory, RingLayout.OFFER_AT, RingLayout.offer(position, from), RingLayout.offer(position, to));
    }

    /** Elements in the writer's memory. */
    private final class Offer implements LentElements {
        private final long address;
        private final int lengthBytes;

        Offer(long address, int lengthBytes) {
            this.address = address;
            this.lengthBytes = lengthBytes;
        }

        @Override
        public int lengthBytes() {
            return lengthBytes;
        }

        @Override
        public boolean copyTo(MemorySegment target) {
            ProcessMemory from = writersMemory;
            if (from == null || !from.copyTo(target, address)) {
                RingLayout.release(memory, RingLayout.READER_COPIES_AT, 0);
                return false;
            }
            return change(RingLayout.COPYING, RingLayout.COPIED);
        }
    }

    /** Returns whether the writer waits for more room than there is. */
    private boolean isRoomWanted() {
        return RingLayout.acquire(memory, RingLayout.WRITER_SLEEPS_AT) > position;
    }

    /**
     * Wakes the writer if it sleeps and has the room that it wants.
     *
     * <p>A writer sleeps only if it has filled a third of the ring or more since a read position that it has seen. It
     * has seen the one of the last look here, or that look has seen that it sleeps. What it has filled is read on then,
     * unless a message is left.
     */
    private void wakeWriter() {
        if (position - lookedAt < LOOK_AFTER_BYTES && !hasLeft) {
            return; // as mostly, since the fence takes as long as all of a small record
        }
        lookedAt = position;
        VarHandle.fullFence(); // the room is visible before we look whether the writer sleeps
        long wanted = RingLayout.acquire(memory, RingLayout.WRITER_SLEEPS_AT);
        if (wanted != 0 && position >= wanted && RingLayout.exchange(memory, RingLayout.WRITER_SLEEPS_AT, 0) != 0) {
            writersBell.run();
        }
    }
}
