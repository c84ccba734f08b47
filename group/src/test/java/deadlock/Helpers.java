package deadlock;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import tutti.group.Communicator;

/** Threads of a program that are there before its members, and act for them the first time when these wait. */
final class Helpers implements AutoCloseable {
    private static final int THREADS = 4;

    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);

    @SuppressWarnings({"unchecked", "rawtypes"}) // all its tasks are delayed
    private final ThreadPoolExecutor delayed =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, (BlockingQueue) new DelayQueue<>());

    Helpers() {
        delayed.prestartAllCoreThreads();
        ((ThreadPoolExecutor) pool).prestartAllCoreThreads();
        for (int i = 0; i < THREADS; i++) {
            Thread.ofVirtual().start(this::serve);
        }
    }

    private void serve() {
        try {
            tasks.take().run();
        } catch (InterruptedException e) {
            throw new IllegalStateException("no one interrupts this thread", e);
        }
    }

    /** Lets a helper send late; returns whether it knows how. */
    boolean sendLate(String name, Communicator world, int destination) {
        Runnable send = () -> world.sendAsync("late", destination);
        switch (name) {
            case "timer of a future" ->
                CompletableFuture.delayedExecutor(4, TimeUnit.SECONDS, pool).execute(send);
            case "child process" ->
                pool.execute(() -> {
                    awaitChild();
                    send.run();
                });
            case "pool of delayed tasks" -> delayed.execute(new Late(send));
            case "virtual thread that sleeps" ->
                tasks.add(() -> {
                    sleep();
                    send.run();
                });
            case "virtual thread that computes" ->
                tasks.add(() -> {
                    compute();
                    send.run();
                });
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Is there for its pool after a while. */
    private record Late(Runnable task, long atNanos) implements Delayed, Runnable {
        Late(Runnable task) {
            this(task, System.nanoTime() + TimeUnit.SECONDS.toNanos(4));
        }

        @Override
        public void run() {
            task.run();
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(atNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    private static void awaitChild() {
        try {
            new ProcessBuilder("sleep", "4").start().waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("a child must run", e);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(4_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException("no one interrupts this thread", e);
        }
    }

    private static void compute() {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        pool.shutdown();
        delayed.shutdownNow();
    }
}
