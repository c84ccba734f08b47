package tutti.messaging;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.OperationInterruptedException;

/** A lock with one condition: the only place where members wait. */
final class Waiting {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Runs an action under the lock and wakes everybody who waits. */
    void change(Runnable action) {
        lock.lock();
        try {
            action.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Evaluates a condition under the lock until it gives a result, parking after each change that did not bring one.
     *
     * @param what names the wait in the exception, evaluated only then
     * @throws OperationInterruptedException if the thread is interrupted while it waits
     */
    <T> T await(Supplier<@Nullable T> result, Supplier<String> what) {
        lock.lock();
        try {
            while (true) {
                T value = result.get();
                if (value != null) {
                    return value;
                }
                changed.await();
            }
        } catch (InterruptedException e) {
            throw new OperationInterruptedException("interrupted while waiting for " + what.get(), e);
        } finally {
            lock.unlock();
        }
    }
}
