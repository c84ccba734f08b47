package tutti.group.member;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tutti.messaging.device.FullHeap;

/**
 * What is to be done when the {@code run} of a member throws, also if the heap is full: then again, until there is
 * memory. Else other members would wait for this one without end.
 *
 * <p>Used by the member's thread; made before the heap can be full.
 */
public final class FailedRun {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Predicate<Throwable> note;
    private final Consumer<Throwable> breakGroups;
    private boolean isNoted;
    private boolean isUnreported;
    private boolean areGroupsBroken;

    /**
     * Prepares.
     *
     * @param note tells the process; returns whether no thread waits for the failure
     * @param breakGroups tells the other members
     */
    public FailedRun(Predicate<Throwable> note, Consumer<Throwable> breakGroups) {
        this.note = note;
        this.breakGroups = breakGroups;
        FullHeap.prepare();
    }

    /** Tells the process, the other members, and if no one waits for it the thread's handler. */
    public void tell(Throwable failure) {
        long beganNanos = System.nanoTime();
        while (true) {
            try {
                proceed(failure);
                return;
            } catch (OutOfMemoryError | LinkageError e) { // a class may not have been needed before
                FullHeap.giveBackReserve();
                boolean isOfHandler = areGroupsBroken && e instanceof LinkageError;
                if (isOfHandler || System.nanoTime() - beganNanos > LIMIT_NANOS) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void proceed(Throwable failure) {
        if (!isNoted) {
            isUnreported = note.test(failure);
            isNoted = true;
        }
        if (!areGroupsBroken) {
            breakGroups.accept(failure);
            areGroupsBroken = true;
        }
        if (isUnreported) {
            Thread self = Thread.currentThread();
            self.getUncaughtExceptionHandler().uncaughtException(self, failure);
        }
    }
}
