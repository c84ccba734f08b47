package tutti.messaging.device.shm;

/**
 * Which is faster for large messages of a size: that the reader copies them out of the writer's memory by a call of the
 * system, or that they go through the ring.
 *
 * <p>Between processors that share a cache the two copies of a ring may take a third of the time of the call, and
 * between others twice as long; and a system moves its threads. So both ways are timed, and the slower one is tried
 * again with one message of many. Used under the writer's lock.
 */
final class CopyCosts {
    /** Of so many messages one goes the way that is slower as far as is known. */
    static final int TRIED_AGAIN = 128;

    private static final int LEAST_BITS = Integer.numberOfTrailingZeros(CopyOffers.LEAST_BYTES);
    private static final int SIZES = 9; // powers of two, the last without a limit

    private final long[] copyNanos = new long[SIZES]; // 0: not known
    private final long[] ringNanos = new long[SIZES];
    private final int[] messages = new int[SIZES];

    /** Returns whether the next message of so many bytes should be copied; the same until one of its size has gone. */
    boolean isCopyWanted(long bytes) {
        int size = size(bytes);
        if (copyNanos[size] == 0 || ringNanos[size] == 0) {
            return copyNanos[size] == 0;
        }
        boolean isFaster = copyNanos[size] <= ringNanos[size];
        return messages[size] % TRIED_AGAIN == 0 ? !isFaster : isFaster;
    }

    /**
     * Learns how long a whole message took its sender.
     *
     * @param wasOffered whether it was offered, although it may not have been copied
     * @param readerNanos how long the reader takes for a piece of {@link RingLayout#FRAGMENT_BYTES} in the ring; 0 if
     *     that is not known
     */
    void took(long bytes, boolean wasOffered, long nanos, long readerNanos) {
        int size = size(bytes);
        messages[size]++;
        if (wasOffered) {
            copyNanos[size] = follow(copyNanos[size], nanos);
        } else {
            ringNanos[size] = follow(ringNanos[size], untilRead(bytes, nanos, readerNanos));
        }
    }

    /** The reader takes a piece while the writer writes the next. */
    private static long untilRead(long bytes, long writerNanos, long readerNanos) {
        double pieces = Math.max(1, bytes / (double) RingLayout.FRAGMENT_BYTES);
        double written = writerNanos / pieces;
        double read =
                readerNanos <= 0 ? written : readerNanos * Math.min(1, bytes / (double) RingLayout.FRAGMENT_BYTES);
        return (long) (written + read + (pieces - 1) * Math.max(written, read));
    }

    private static int size(long bytes) {
        int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes);
        return Math.clamp(bits - LEAST_BITS, 0, SIZES - 1);
    }

    /** Follows what things take, but hardly what takes long once, perhaps because a thread lost its processor. */
    static long follow(long before, long nanos) {
        return before == 0 ? Math.max(1, nanos) : before + (Math.min(nanos, 2 * before) - before) / 4;
    }
}
