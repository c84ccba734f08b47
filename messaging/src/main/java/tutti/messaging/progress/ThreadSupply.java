package tutti.messaging.progress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import tutti.messaging.JoinException;
import tutti.serialization.OperationInterruptedException;

/**
 * Finds out, when a process starts, whether the system gives it the threads that it needs later.
 *
 * <p>A thread that the JVM creates on demand, to carry virtual threads or to end their timed waits, may be missing
 * without any exception in the thread that waits: the wait would never end.
 */
public final class ThreadSupply {
    private static final System.Logger LOG = System.getLogger(ThreadSupply.class.getName());

    /** What to do where the system creates no thread. */
    public static final String CURE =
            "raise the limit on threads (ulimit -u, pids.max of the container, TasksMax of systemd), or start fewer"
                    + " JVMs here";

    /**
     * Threads besides the carriers: event loop, heartbeat, timers of the JVM, gRPC's executors, handlers of signals,
     * shutdown.
     */
    private static final int OTHERS = 8;

    private static final long STACK_BYTES = 64 * 1024;
    private static final Duration TIMED_WAIT_LIMIT = Duration.ofSeconds(10);

    private ThreadSupply() {}

    /**
     * Creates what the JVM needs for virtual threads, if there is room for it and for this process' other threads.
     *
     * @throws JoinException if the system does not create them
     */
    public static void check(int process) {
        int needed = Runtime.getRuntime().availableProcessors() + OTHERS;
        List<Thread> created = new ArrayList<>();
        CountDownLatch checked = new CountDownLatch(1);
        try {
            while (created.size() < needed) {
                Thread probe = new Thread(null, () -> awaitUninterruptibly(checked), "tutti-probe", STACK_BYTES);
                probe.setDaemon(true);
                probe.start();
                created.add(probe);
            }
        } catch (OutOfMemoryError e) {
            throw missing(process, needed, e);
        } finally {
            checked.countDown();
            end(created);
        }
        createTimers(process, needed);
    }

    /** Returns whether a failure is that the system has created no thread; its text is the JVM's. */
    public static boolean isMissing(Throwable failure) {
        return failure instanceof OutOfMemoryError
                && String.valueOf(failure.getMessage()).contains("native thread");
    }

    /** A timed wait of a virtual thread, and one of a future, create the threads that end such waits. */
    private static void createTimers(int process, int needed) {
        CompletableFuture<Void> waited = new CompletableFuture<>();
        try {
            Thread.ofVirtual().name("tutti-probe").start(() -> {
                try {
                    LockSupport.parkNanos(1);
                    waited.complete(null);
                } catch (Throwable e) {
                    waited.completeExceptionally(e);
                }
            });
            var _ = new CompletableFuture<Void>().completeOnTimeout(null, 1, TimeUnit.NANOSECONDS);
            waited.get(TIMED_WAIT_LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (OutOfMemoryError | ExecutionException e) {
            throw missing(process, needed, e);
        } catch (TimeoutException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a virtual thread has not run for {0}; is this host overloaded?",
                    TIMED_WAIT_LIMIT);
        } catch (InterruptedException e) {
            throw new OperationInterruptedException("interrupted while starting: process=" + process, e);
        }
    }

    private static JoinException missing(int process, int needed, Throwable cause) {
        return new JoinException(
                "cannot create threads: process=%d needed=%d: %s; %s"
                        .formatted(process, needed, cause.getMessage(), CURE),
                cause);
    }

    /** The system counts a thread until it has ended. */
    private static void end(List<Thread> threads) {
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

    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // no one has a reason to
            }
        }
    }
}
