package tutti.messaging.match;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The order in which the messages of one source are to be taken in: which is next, and those that have come too early.
 *
 * <p>One thread at a time has it. It is a lock of its own, taken by one atomic operation with the look whether a
 * message is the next, and given back by a plain write: mostly, one thread brings all messages of a source. Others spin
 * and yield for the few steps that it takes.
 */
final class ArrivalOrder {
    private static final int SPINS = 100;

    private final int source;
    private final long windowBytes;
    private final AtomicLong state = new AtomicLong(); // number of the next message; ~ that, while a thread has this
    private @Nullable EarlyMessages early; // made when a message comes before one that was sent sooner
    private volatile boolean hasKept; // one that is nowhere else yet; others look
    private long nextSequence;

    ArrivalOrder(int source, long windowBytes) {
        this.source = source;
        this.windowBytes = windowBytes;
    }

    int source() {
        return source;
    }

    /** Waits until the calling thread has this; {@link #giveBack} must follow. */
    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on the yield
    void take() {
        for (int i = 0; !tryTake(state.get()); i++) {
            if (i < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield(); // the other may have lost its core
            }
        }
    }

    /**
     * Gives this to the calling thread if a message is the next, and no thread has it; {@link #giveBack} must follow if
     * so.
     */
    boolean tryTakeForNext(long sequence) {
        if (!tryTake(sequence)) {
            return false;
        }
        if (hasKept()) {
            giveBack();
            return false;
        }
        return true;
    }

    private boolean tryTake(long next) {
        return next >= 0 && state.get() == next && state.compareAndSet(next, ~next);
    }

    void giveBack() {
        state.setRelease(nextSequence);
    }

    /** Returns whether a message is the next one, so that it need not be kept. */
    boolean isNext(long sequence) {
        return sequence == nextSequence && !hasKept();
    }

    /** Counts the next message. */
    void advance() {
        nextSequence++;
    }

    /** Counts the next message where a lock of the source keeps others out, so that this need not be taken. */
    void advanceAlone() {
        nextSequence++;
        giveBack();
    }

    /**
     * Keeps a message whose turn has not come; ignores one that has come before.
     *
     * @throws tutti.serialization.TuttiException if the sender has not kept to the window
     */
    void keep(Message message) {
        if (message.sequence() >= nextSequence) {
            EarlyMessages known = early;
            if (known == null) {
                known = new EarlyMessages(windowBytes);
                early = known;
            }
            known.add(message);
            hasKept = true;
        }
    }

    /** Takes out a message that was kept and whose turn has come, and counts it; null if it has not come. */
    @Nullable
    Message nextKept() {
        Message next = early == null ? null : early.remove(nextSequence);
        if (next != null) {
            nextSequence++;
        }
        return next;
    }

    /** Those that were taken out lie elsewhere now. */
    void keptLieElsewhere() {
        hasKept = early != null && !early.isEmpty();
    }

    /** Returns whether a message is kept; also for threads that have not taken this. */
    boolean hasKept() {
        return hasKept;
    }
}
