package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.progress.WaitQueue;
import tutti.serialization.TuttiException;

/** A wait of a member in an operation, whose monitor is made only when it lasts. */
abstract class MonitoredWait<T> implements WaitQueue.WaitCondition<T> {
    private final CallContext call;
    private @Nullable WaitMonitor monitor;

    MonitoredWait(CallContext call) {
        this.call = call;
    }

    final CallContext call() {
        return call;
    }

    /** Makes what looks after the wait. */
    abstract WaitMonitor newMonitor();

    private WaitMonitor monitor() {
        WaitMonitor made = monitor;
        if (made == null) {
            made = newMonitor();
            monitor = made;
        }
        return made;
    }

    @Override
    public String what() {
        return monitor().what();
    }

    /** Does nothing in a short wait, and makes nothing: of many members that wait, each would hold it. */
    @Override
    public long tick(long waitedNanos) {
        boolean isShort = monitor == null && waitedNanos < MemberWaitMonitor.QUIET_NANOS;
        return isShort && call.limit() == null
                ? MemberWaitMonitor.QUIET_NANOS - waitedNanos
                : monitor().tick(waitedNanos);
    }

    @Override
    public final boolean isPrecise() {
        return call.limit() != null;
    }

    @Override
    public final TuttiException expired() {
        return monitor().expired();
    }

    @Override
    public final boolean isTimed() {
        return call.record() != null;
    }

    @Override
    public final void waited(long nanos) {
        monitor().waited(nanos);
    }

    @Override
    public void over() {
        WaitMonitor made = monitor;
        if (made != null) {
            made.over();
        }
    }
}
