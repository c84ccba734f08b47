package tutti.messaging.progress;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that drive the event loop again and again, for which Netty keeps buffers and objects to use again: a small
 * message over gRPC makes a fifth less garbage. For other threads it keeps nothing.
 */
public final class DrivingThreads {
    private static final int MOST = 64; // each keeps up to 60 KiB, and members may be many

    private static final AtomicInteger RUNNING = new AtomicInteger();

    private DrivingThreads() {}

    /** Runs the work of a thread that has not begun to drive; what is kept for it is given back when it returns. */
    public static void run(Runnable work) {
        if (Thread.currentThread().isVirtual()) {
            work.run();
            return;
        }
        try {
            if (RUNNING.incrementAndGet() > MOST) {
                work.run();
            } else {
                FastThreadLocalThread.runWithFastThreadLocal(work);
            }
        } finally {
            RUNNING.decrementAndGet();
        }
    }
}
