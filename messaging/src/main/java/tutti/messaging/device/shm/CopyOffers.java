package tutti.messaging.device.shm;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;

/**
 * A writer's offers to its reader to copy elements straight out of a buffer, in place of a copy into the ring and one
 * out of it.
 *
 * <p>The writer waits for the copy, and takes the offer back if the reader does not begin or does not end soon: then
 * the elements go through the ring. Messages of a size for which the ring is faster, also because offers are in vain,
 * are not offered. Used under the writer's lock, but for {@link #awaitCopy}.
 */
final class CopyOffers {
    /** Below, two copies never take longer than the call of the system for one. */
    static final int LEAST_BYTES = 16 * 1024;

    /** Most bytes that are offered at once: the reader looks at nothing else meanwhile. */
    static final int MOST_BYTES = 256 * 1024;

    private static final int MOST_UNREAD_BYTES = 4 * 1024; // else the reader is behind
    private static final long BEGIN_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long COPY_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final int NANOS_PER_BYTE = 1; // many times as long as a copy takes
    /** Shorter messages that follow each other at once are copied by both sides, each while the other copies one. */
    private static final int STREAMED_BYTES = 128 * 1024;

    private static final long AT_ONCE_NANOS = TimeUnit.MICROSECONDS.toNanos(1);
    private static final int LOOKS_PER_TIME_CHECK = 16;

    private final MemorySegment memory;
    private final CopyCosts costs = new CopyCosts();
    private boolean hasAsked; // whether the reader can copy
    private boolean isUnderWay; // an offer
    private long wroteNanos = System.nanoTime() - AT_ONCE_NANOS;

    CopyOffers(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * Returns whether an offer may be made, and begins it then; {@link #ended} must follow.
     *
     * @param position of what will be written next
     * @param bytes of the elements
     * @param messageBytes of the whole message
     */
    boolean mayBegin(long position, long bytes, long messageBytes) {
        if (isUnderWay || !doesReaderCopy() || !costs.isCopyWanted(messageBytes)) {
            return false;
        }
        if (bytes < STREAMED_BYTES && System.nanoTime() - wroteNanos < AT_ONCE_NANOS) {
            return false;
        }
        isUnderWay = RingLayout.acquire(memory, RingLayout.READER_SLEEPS_AT) == 0
                && position - RingLayout.acquire(memory, RingLayout.READ_POSITION_AT) <= MOST_UNREAD_BYTES;
        return isUnderWay;
    }

    private boolean doesReaderCopy() {
        if (RingLayout.acquire(memory, RingLayout.READER_COPIES_AT) != 0) {
            return true;
        }
        if (!hasAsked) {
            hasAsked = true;
            RingLayout.release(memory, RingLayout.READER_ASKED_AT, 1);
        }
        return false;
    }

    /**
     * A whole message that could be copied has been, or has been written.
     *
     * @param wasOffered whether an offer was made
     * @param nanos how long that took
     */
    void took(long messageBytes, boolean wasOffered, long nanos) {
        costs.took(messageBytes, wasOffered, nanos, RingLayout.acquire(memory, RingLayout.READER_NANOS_AT));
    }

    /** Elements of a large message have been written, or copied by the reader. */
    void wrote() {
        wroteNanos = System.nanoTime();
    }

    /** Makes an offer with the record that begins there, which is to be published. */
    void make(long position) {
        RingLayout.release(memory, RingLayout.OFFER_AT, RingLayout.offer(position, RingLayout.OFFERED));
    }

    /** Waits until the reader has copied what is offered, for a short time; returns whether it has. */
    boolean awaitCopy(long position, long bytes) {
        long offered = RingLayout.offer(position, RingLayout.OFFERED);
        long copying = RingLayout.offer(position, RingLayout.COPYING);
        long begunNanos = System.nanoTime();
        for (int looks = 1; ; looks++) {
            long state = RingLayout.acquire(memory, RingLayout.OFFER_AT);
            if (state != offered && state != copying) {
                return state == RingLayout.offer(position, RingLayout.COPIED);
            }
            if (looks % LOOKS_PER_TIME_CHECK == 0) {
                long mostNanos = state == copying ? COPY_NANOS + bytes * NANOS_PER_BYTE : BEGIN_NANOS;
                if (System.nanoTime() - begunNanos > mostNanos
                        && RingLayout.compareAndSet(
                                memory,
                                RingLayout.OFFER_AT,
                                state,
                                RingLayout.offer(position, RingLayout.TAKEN_BACK))) {
                    return false;
                }
            }
            Thread.onSpinWait();
        }
    }

    /** The offer has ended. */
    void ended() {
        isUnderWay = false;
        wrote();
    }
}
