package tutti.messaging.progress;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What a process knows of time, and how its threads sleep: the JVM's own way, or one that a test simulates.
 *
 * <p>Thread-safe. No one calls it while holding a lock that another thread of the process may want, except for {@link
 * #unpark}, {@link #start} and {@link #interrupt}.
 */
public interface Scheduling {
    /** The JVM's clock and threads. */
    Scheduling OF_JVM = new Scheduling() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void park(Object blocker) {
            LockSupport.park(blocker);
        }

        @Override
        public void parkNanos(Object blocker, long nanos) {
            LockSupport.parkNanos(blocker, nanos);
        }

        @Override
        public void unpark(Thread thread) {
            LockSupport.unpark(thread);
        }

        @Override
        public void repeat(String name, long nanos, BooleanSupplier task) {
            Thread.ofPlatform().daemon().name(name).start(() -> {
                do {
                    LockSupport.parkNanos(nanos);
                } while (isWantedAgain(task));
            });
        }

        private static boolean isWantedAgain(BooleanSupplier task) {
            try {
                return task.getAsBoolean();
            } catch (OutOfMemoryError e) {
                return true; // the program may give memory back
            }
        }

        @Override
        public Thread start(String name, Runnable work) {
            return Thread.ofPlatform()
                    .daemon()
                    .name(name)
                    .inheritInheritableThreadLocals(false)
                    .start(work);
        }

        @Override
        public void interrupt(Thread thread) {
            thread.interrupt();
        }
    };

    /** As {@link System#nanoTime}. */
    long nanoTime();

    /** As {@link LockSupport#park(Object)}. */
    void park(Object blocker);

    /** As {@link LockSupport#parkNanos(Object, long)}. */
    void parkNanos(Object blocker, long nanos);

    /** As {@link LockSupport#unpark}. */
    void unpark(Thread thread);

    /**
     * Runs a task again and again, each time after a pause.
     *
     * @param name of the thread, if it gets one
     * @param task returns whether it wants to run once more; never blocks
     */
    void repeat(String name, long nanos, BooleanSupplier task);

    /** Starts a thread that does not keep the JVM alive, and may wait. */
    Thread start(String name, Runnable work);

    /** As {@link Thread#interrupt}. */
    void interrupt(Thread thread);
}
