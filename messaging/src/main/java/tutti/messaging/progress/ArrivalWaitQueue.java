package tutti.messaging.progress;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.inbound.ArrivingBytes;

/** Where readers wait for the rest of a message; the member that has received it looks after their waits. */
public final class ArrivalWaitQueue implements ArrivingBytes.Waiters {
    private final WaitQueue waiting;
    private volatile Function<Supplier<String>, WaitMonitor> vigils = what -> what::get;

    public ArrivalWaitQueue(IdleStrategy idleStrategy) {
        waiting = new WaitQueue(idleStrategy);
    }

    /** Lets a member look after the waits that begin from now on. */
    public void lookedAfterBy(Function<Supplier<String>, WaitMonitor> newVigils) {
        vigils = newVigils;
    }

    @Override
    public <T> T await(Supplier<@Nullable T> look, Supplier<String> what) {
        return waiting.await(look, look, vigils.apply(what));
    }

    @Override
    public void changed() {
        waiting.changed();
    }
}
