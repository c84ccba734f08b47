package tutti.messaging;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long the threads of one process look on before they park, and what they get done meanwhile.
 *
 * <p>Thread-safe. Where members of this process wait, they bring in themselves what peers have put into shared memory.
 */
final class Patience {
    private final WaitStrategy strategy;
    private final int cores = Runtime.getRuntime().availableProcessors();
    private final AtomicInteger parked = new AtomicInteger();
    private final CopyOnWriteArrayList<Watched> watched = new CopyOnWriteArrayList<>();
    private volatile Watched[] watchedNow = {};
    private volatile long spinNanos;
    private volatile long yieldNanos;

    Patience(WaitStrategy strategy) {
        this.strategy = strategy;
        expectMembers(1);
    }

    /** A source of messages that waiting threads look at themselves. */
    interface Watched {
        /** Takes in what has come, unless another thread does; returns whether anything was taken. Never blocks. */
        boolean poll();

        /** Sees to it that whatever comes from now on wakes a thread of this process. */
        void arm();

        /** Somebody looks from now on, so that nobody needs to be woken. */
        void disarm();
    }

    /** Learns how many members share this host, as far as this process knows. */
    void expectMembers(int onHost) {
        spinNanos = strategy.spinning(onHost, cores).toNanos();
        yieldNanos = strategy.yielding(onHost, cores).toNanos();
    }

    void watch(Watched source) {
        watched.add(source);
        watchedNow = watched.toArray(Watched[]::new);
        source.arm();
    }

    void forget(Watched source) {
        watched.remove(source);
        watchedNow = watched.toArray(Watched[]::new);
    }

    long spinNanos() {
        return spinNanos;
    }

    long yieldNanos() {
        return yieldNanos;
    }

    /** Takes in what has come from elsewhere; returns whether anything was taken. */
    boolean poll() {
        boolean taken = false;
        for (Watched source : watchedNow) {
            taken |= source.poll();
        }
        return taken;
    }

    /** The calling thread begins to look on. */
    void startLooking() {
        for (Watched source : watchedNow) {
            source.disarm();
        }
    }

    /**
     * The calling thread has found what it waited for.
     *
     * <p>Unless others are parked, nobody needs to hear of what comes next before the thread waits again.
     */
    void stopLooking() {
        if (parked.get() > 0) {
            armAll();
        }
    }

    /** The calling thread is about to park; it must look once more after this. */
    void startParking() {
        parked.incrementAndGet();
        armAll();
    }

    void stopParking() {
        parked.decrementAndGet();
    }

    private void armAll() {
        for (Watched source : watchedNow) {
            source.arm();
        }
        poll();
    }
}
