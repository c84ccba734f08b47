package tutti.messaging.match;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tutti.serialization.DirectBuffer;

/**
 * The copy of a large buffer into another of the same process, in pieces: its sender begins at one end, threads that
 * wait for it at the other. Two cores copy up to three times as fast as one, since more fits into two caches: each
 * copies the same part again the next time, and in the other direction.
 *
 * <p>Thread-safe. The memory of both is their owners' again when {@link #run} returns.
 */
final class SharedCopy {
    /** What is smaller is copied before another thread could begin. */
    private static final long FROM_BYTES = 64 << 10;

    private static final int MOST_PIECES = 32; // of a buffer that is not very large
    private static final long LEAST_PIECE_BYTES = 16 << 10;
    private static final long MOST_PIECE_BYTES = 64 << 10;
    private static final int SPINS = 10_000; // more than a piece takes
    private static final long PAUSE_NANOS = 50_000;

    private static final long ONE_BEHIND = 1L << Integer.SIZE;

    private final DirectBuffer source;
    private final DirectBuffer target;
    private final boolean isSenderFirst;
    private final long pieceLength;
    private final int pieces;
    private final AtomicLong begun = new AtomicLong(); // low half: number of the first; high half: of the last
    private final AtomicInteger copied = new AtomicInteger(); // or failed
    private volatile @Nullable RuntimeException failure;

    private SharedCopy(DirectBuffer source, DirectBuffer target, boolean isSenderFirst) {
        this.source = source;
        this.target = target;
        this.isSenderFirst = isSenderFirst;
        long pieceBytes = Math.clamp(source.lengthBytes() / MOST_PIECES, LEAST_PIECE_BYTES, MOST_PIECE_BYTES);
        pieceLength = pieceBytes / source.type().elementBytes();
        pieces = Math.toIntExact(Math.ceilDiv(source.length(), pieceLength));
    }

    /**
     * Prepares to copy all elements of a buffer into another; returns null if others cannot help.
     *
     * @param isSenderFirst whether the sender begins with the first elements, and others with the last
     */
    static @Nullable SharedCopy ofLarge(DirectBuffer source, DirectBuffer target, boolean isSenderFirst) {
        return source.lengthBytes() >= FROM_BYTES
                        && source.matches(target)
                        && !source.overlaps(target) // else the order of the elements matters
                ? new SharedCopy(source, target, isSenderFirst)
                : null;
    }

    /**
     * Copies pieces as long as there are any, and waits for those that others have begun.
     *
     * @throws IllegalStateException if the memory of either is closed
     * @throws WrongThreadException if the memory of either is another thread's
     */
    void run() {
        while (copyNext(isSenderFirst)) {
            // another piece
        }
        for (int looks = 0; copied.get() < pieces; looks++) {
            if (looks < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(this, PAUSE_NANOS); // the one that helps has lost its core
            }
        }
        RuntimeException reason = failure;
        if (reason != null) {
            throw reason;
        }
    }

    /** Copies a piece for the sender, if the calling thread may access both buffers and there is one left. */
    void help() {
        try {
            source.requireAccessible();
            target.requireAccessible();
        } catch (IllegalStateException | WrongThreadException e) {
            return; // the sender finds out
        }
        copyNext(!isSenderFirst);
    }

    /** Copies the first piece that is left, or the last; returns false if there is none. */
    private boolean copyNext(boolean first) {
        while (true) {
            long taken = begun.get();
            int before = (int) taken;
            int behind = (int) (taken >>> Integer.SIZE);
            if (before + behind >= pieces) {
                return false;
            }
            if (begun.compareAndSet(taken, taken + (first ? 1 : ONE_BEHIND))) {
                copy(first ? before : pieces - 1 - behind);
                return true;
            }
        }
    }

    private void copy(int piece) {
        try {
            long from = piece * pieceLength;
            long length = Math.min(pieceLength, source.length() - from);
            target.slice(from, length).copyFrom(source.slice(from, length));
        } catch (RuntimeException e) {
            failure = e;
        } finally {
            copied.getAndIncrement();
        }
    }
}
