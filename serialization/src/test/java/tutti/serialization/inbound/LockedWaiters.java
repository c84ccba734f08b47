package tutti.serialization.inbound;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.OperationInterruptedException;

/** The plainest way to wait: a monitor. */
public final class LockedWaiters implements ArrivingBytes.Waiters {
    private int changes; // guarded by this

    @Override
    public <T> T await(Supplier<@Nullable T> look, Supplier<String> what) {
        while (true) {
            int seen = changes();
            T value = look.get();
            if (value != null) {
                return value;
            }
            try {
                awaitChangeAfter(seen);
            } catch (InterruptedException e) {
                throw new OperationInterruptedException("interrupted while waiting for " + what.get(), e);
            }
        }
    }

    private synchronized int changes() {
        return changes;
    }

    private synchronized void awaitChangeAfter(int seen) throws InterruptedException {
        while (changes == seen) {
            wait();
        }
    }

    @Override
    public synchronized void changed() {
        changes++;
        notifyAll();
    }
}
