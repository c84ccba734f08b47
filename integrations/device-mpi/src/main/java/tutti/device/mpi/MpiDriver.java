package tutti.device.mpi;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The one thread that calls the library, where that lets no other do so; it is the one that makes this.
 *
 * <p>Others leave their calls in a queue, and ask it to look for messages. While they do it spins; else it looks every
 * few microseconds. Thread-safe.
 */
final class MpiDriver {
    private static final int SPINS = 500;
    private static final long PAUSE_NANOS = 50_000;

    private final Thread thread = Thread.currentThread();
    private final Queue<Runnable> calls = new ConcurrentLinkedQueue<>();
    private volatile boolean asked;

    /** Has the thread make a call, after those that it has been given before. */
    void call(Runnable call) {
        calls.add(call);
        asked = true;
        LockSupport.unpark(thread);
    }

    /** Has the thread look soon whether messages have come. */
    void ask() {
        if (!asked) {
            asked = true; // not each time: others read it
        }
    }

    /** Tells whether the caller is the thread. */
    boolean isHere() {
        return thread.equals(Thread.currentThread());
    }

    /**
     * Works until there is an end, and makes the calls that are left.
     *
     * @param poll looks for messages, and returns whether any have come
     */
    void drive(BooleanSupplier poll, BooleanSupplier hasEnded) {
        int idle = 0;
        while (!hasEnded.getAsBoolean()) {
            boolean isBusy = asked;
            asked = false;
            makeCalls();
            isBusy |= poll.getAsBoolean();
            idle = isBusy ? 0 : idle + 1;
            if (idle < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        }
        makeCalls();
    }

    private void makeCalls() {
        for (Runnable call = calls.poll(); call != null; call = calls.poll()) {
            call.run();
        }
    }
}
