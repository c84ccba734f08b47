package tutti.group;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import tutti.group.member.MemberHost;
import tutti.messaging.MemberFailedException;
import tutti.messaging.device.FullHeap;

/**
 * What is to be done when the {@code run} of a member throws, also if the heap is full: then again, until there is
 * memory. Else other members would wait for this one without end.
 *
 * <p>Used by the member's thread; made before the heap can be full.
 */
final class FailedRun {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ColMember member;
    private final MemberHost<ColMember, ColGroup> host;
    private boolean isNoted;
    private boolean isUnreported;
    private boolean areGroupsBroken;

    FailedRun(ColMember member, MemberHost<ColMember, ColGroup> host) {
        this.member = member;
        this.host = host;
        FullHeap.prepare();
    }

    /** Tells the process, the other members, and if no one waits for it the thread's handler. */
    void tell(Throwable failure) {
        long beganNanos = System.nanoTime();
        while (true) {
            try {
                proceed(failure);
                return;
            } catch (OutOfMemoryError | LinkageError e) { // a class may not have been needed before
                FullHeap.giveBackReserve();
                if (System.nanoTime() - beganNanos > LIMIT_NANOS) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void proceed(Throwable failure) {
        if (!isNoted) {
            isUnreported = host.failed(member, named(failure));
            isNoted = true;
        }
        if (!areGroupsBroken) {
            member.fail(failure);
            areGroupsBroken = true;
        }
        if (isUnreported) {
            Thread self = Thread.currentThread();
            self.getUncaughtExceptionHandler().uncaughtException(self, failure);
        }
    }

    private MemberFailedException named(Throwable failure) {
        return failure instanceof MemberFailedException another
                ? another
                : member.group().communicator(member).endpoint().texts().failureBecauseOf(failure);
    }
}
