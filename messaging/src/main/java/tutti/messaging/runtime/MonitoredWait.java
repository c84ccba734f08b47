package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.progress.WaitQueue;
import tutti.serialization.TuttiException;

/** A wait of a member in an operation, whose monitor is made only when the thread is about to park. */
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
    public final String what() {
        return monitor().what();
    }

    @Override
    public long tick(long waitedNanos) {
        return monitor().tick(waitedNanos);
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
        monitor().over();
    }
}
