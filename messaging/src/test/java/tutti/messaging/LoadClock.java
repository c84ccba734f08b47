package tutti.messaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * The time that a thread gets: while twice as many threads want to run as there are cores, it passes half as fast as a
 * wall clock's.
 *
 * <p>Limits of tests are measured by it, so that they hold on a machine that does other work as well. Where the system
 * does not say how many threads want to run, it is the wall clock. Thread-safe.
 */
public final class LoadClock {
    private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long KEPT_MILLIS = TimeUnit.MINUTES.toMillis(10);
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final Path LOAD = Path.of("/proc/loadavg");
    private static final LoadClock OF_JVM = new LoadClock();

    private final NavigableMap<Long, Double> nanosByMillis =
            new ConcurrentSkipListMap<>(); // by System.currentTimeMillis
    private volatile double nanos;

    private LoadClock() {
        nanosByMillis.put(System.currentTimeMillis(), 0.0);
        Thread.ofPlatform().daemon().name("load-clock").start(this::sample);
    }

    private void sample() {
        long before = System.nanoTime();
        while (true) {
            LockSupport.parkNanos(SAMPLE_NANOS);
            long now = System.nanoTime();
            double passed = nanos + (now - before) * share();
            long millis = System.currentTimeMillis();
            nanosByMillis.put(millis, passed);
            nanosByMillis.headMap(millis - KEPT_MILLIS).clear();
            nanos = passed;
            before = now;
        }
    }

    /** Returns what part of a core each thread gets that wants to run, this one left out. */
    private static double share() {
        try {
            String running = Files.readString(LOAD).split(" ", 5)[3]; // running/all
            int others = Integer.parseInt(running.substring(0, running.indexOf('/'))) - 1;
            return Math.min(1.0, (double) CORES / Math.max(1, others));
        } catch (IOException | RuntimeException e) {
            return 1;
        }
    }

    /** Returns the time, from some point on. */
    public static long nanos() {
        return (long) OF_JVM.nanos;
    }

    /**
     * Returns how much time has passed between two times of {@link System#currentTimeMillis}; the first call begins to
     * measure.
     */
    public static Duration between(long fromMillis, long toMillis) {
        return Duration.ofNanos((long) (OF_JVM.at(toMillis) - OF_JVM.at(fromMillis)));
    }

    private double at(long millis) {
        Map.Entry<Long, Double> sample = nanosByMillis.floorEntry(millis);
        return sample == null ? 0 : sample.getValue();
    }

    /** Waits for a result for so long at most. */
    public static <T> T get(Future<T> future, Duration limit)
            throws ExecutionException, InterruptedException, TimeoutException {
        double end = OF_JVM.nanos + limit.toNanos();
        while (true) {
            try {
                return future.get(SAMPLE_NANOS, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                if (OF_JVM.nanos >= end) {
                    throw e;
                }
            }
        }
    }

    /** Waits for the end of a process for so long at most; returns whether it has ended. */
    public static boolean await(Process process, Duration limit) throws InterruptedException {
        double end = OF_JVM.nanos + limit.toNanos();
        boolean ended = process.waitFor(SAMPLE_NANOS, TimeUnit.NANOSECONDS);
        while (!ended && OF_JVM.nanos < end) {
            ended = process.waitFor(SAMPLE_NANOS, TimeUnit.NANOSECONDS);
        }
        return ended;
    }

    /**
     * Begins to wait for a condition, as long as any test may take.
     *
     * <p>An exception that no thread catches ends no wait: it may be that of another test, which runs at the same time.
     */
    public static ConditionFactory await() {
        return Awaitility.await().dontCatchUncaughtExceptions().atMost(Duration.ofMinutes(3));
    }
}
