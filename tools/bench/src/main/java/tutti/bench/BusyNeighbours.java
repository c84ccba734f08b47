package tutti.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Threads that use all the processor time they get, as other programs on the host would.
 *
 * <p>They are daemon threads of this JVM, so none of them outlives it, however it ends.
 */
final class BusyNeighbours implements AutoCloseable {
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    /** Starts so many threads. */
    BusyNeighbours(int count) {
        for (int i = 0; i < count; i++) {
            threads.add(
                    Thread.ofPlatform().daemon().name("tutti-bench-load-" + i).start(this::keepBusy));
        }
    }

    private void keepBusy() {
        while (!closed) {
            // without onSpinWait, which leaves parts of the core to others
        }
    }

    /** Returns the threads' identifiers. */
    LongStream ids() {
        return threads.stream().mapToLong(Thread::threadId);
    }

    /** Returns how many of them run. */
    long running() {
        return threads.stream().filter(Thread::isAlive).count();
    }

    /** Ends the threads, and returns when they have ended. */
    @Override
    public void close() {
        closed = true;
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
