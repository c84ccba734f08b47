package tutti.jgf.suite;

/**
 * A stopwatch of the whole group: its time begins when all members have started it, and ends when all have stopped it.
 *
 * <p>It can be started again, and then adds up.
 */
public final class Timer {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Runnable barrier;
    private long begin;
    private long nanos;

    Timer(Runnable barrier) {
        this.barrier = barrier;
    }

    /** Starts, at every member. */
    public void start() {
        barrier.run();
        begin = System.nanoTime();
    }

    /** Stops, at every member. */
    public void stop() {
        barrier.run();
        nanos += System.nanoTime() - begin;
    }

    /** Returns the time for which it has run. */
    public double seconds() {
        return nanos / NANOS_PER_SECOND;
    }
}
