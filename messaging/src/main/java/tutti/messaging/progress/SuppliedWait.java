package tutti.messaging.progress;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.TuttiException;

/** A wait that is put together of what is looked for and of who looks after it. */
record SuppliedWait<T>(Supplier<@Nullable T> glances, Supplier<@Nullable T> looks, WaitMonitor monitor)
        implements WaitQueue.WaitCondition<T> {

    @Override
    public @Nullable T fastCheck() {
        return glances.get();
    }

    @Override
    public @Nullable T look() {
        return looks.get();
    }

    @Override
    public String what() {
        return monitor.what();
    }

    @Override
    public int awaitedProcess() {
        return monitor.awaitedProcess();
    }

    @Override
    public long tick(long waitedNanos) {
        return monitor.tick(waitedNanos);
    }

    @Override
    public boolean isPrecise() {
        return monitor.isPrecise();
    }

    @Override
    public TuttiException expired() {
        return monitor.expired();
    }

    @Override
    public boolean isTimed() {
        return monitor.isTimed();
    }

    @Override
    public void waited(long nanos) {
        monitor.waited(nanos);
    }

    @Override
    public void over() {
        monitor.over();
    }
}
