package tutti.messaging.failure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Arrays;
import tutti.messaging.progress.Scheduling;

/**
 * The regular work of a process: lets the others hear that it runs, notices which of them have fallen silent, and wakes
 * members that look after the time.
 *
 * <p>Time is counted in ticks. A process that was stopped itself, or got no processor for a while, ticks once for all
 * that time: so it does not hold its own pause against the others.
 *
 * <p>{@link #heard} and {@link #hasStoodStill} may be called by any thread, {@link #tick} by one at a time.
 */
public final class FailureDetector implements AutoCloseable {
    private static final int BEATS_PER_LIMIT = 4;
    private static final int TICKS_PER_BEAT = 4;
    private static final long LONGEST_TICK_NANOS = 500_000_000;
    private static final VarHandle FLAG = MethodHandles.arrayElementVarHandle(boolean[].class);

    private final WeakReference<Body> body;
    private final Scheduling scheduling;
    private final long tickNanos;
    private final int ticksPerLimit;
    private final int ticksPerBeat;
    private final boolean[] heard;
    private final int[] silentTicks; // -1 until the process is watched
    private final long limitNanos;
    private long ticks;
    private volatile long tickedAtNanos;
    private volatile boolean stoodStill;
    private volatile long pauseEndedAtNanos; // of the last long pause, or longer ago than the limit
    private volatile boolean closed;

    /**
     * Prepares the pulse of a process; it is kept by {@link #start}, or by hand.
     *
     * @param processes number of processes in the job
     * @param silenceLimit how long a watched process may be silent
     */
    public FailureDetector(Body body, int processes, Duration silenceLimit, Scheduling scheduling) {
        this.body = new WeakReference<>(body);
        this.scheduling = scheduling;
        limitNanos = silenceLimit.toNanos();
        tickedAtNanos = scheduling.nanoTime();
        tickNanos = Math.clamp(limitNanos / (BEATS_PER_LIMIT * TICKS_PER_BEAT), 1_000_000, LONGEST_TICK_NANOS);
        ticksPerLimit = Math.clamp(Math.ceilDiv(limitNanos, tickNanos), 1, Integer.MAX_VALUE);
        ticksPerBeat = Math.max(1, ticksPerLimit / BEATS_PER_LIMIT);
        heard = new boolean[processes];
        pauseEndedAtNanos = tickedAtNanos - limitNanos - 1;
        silentTicks = new int[processes];
        Arrays.fill(silentTicks, -1);
    }

    /** What a process does at regular times; no method blocks. */
    public interface Body {
        /** Lets the others hear that this process runs. */
        void beat();

        /** Another process has been silent for the limit. */
        void silent(int process);

        /** Wakes members that look after the time. */
        void timerTick(long nowNanos);
    }

    /** Keeps the pulse until it is closed, or its process is garbage. */
    public void start(int self) {
        tickedAtNanos = scheduling.nanoTime(); // it may have waited long for the others
        scheduling.repeat("tutti-heartbeat-" + self, tickNanos, () -> {
            tick();
            return !closed && body.get() != null;
        });
    }

    /** Something has come from a process; from now on it must be heard of. */
    public void heard(int other) {
        if (!(boolean) FLAG.getOpaque(heard, other)) {
            FLAG.setOpaque(heard, other, true);
        }
    }

    /** Does what is due; called at regular times. */
    void tick() {
        Body current = body.get();
        if (current == null || closed) {
            return;
        }
        ticks++;
        boolean wasStoodStill = stoodStill;
        stoodStill = hasStoodStill();
        boolean wasPaused = isPaused();
        tickedAtNanos = scheduling.nanoTime();
        if (wasPaused) {
            pauseEndedAtNanos = tickedAtNanos;
        }
        if (ticks % ticksPerBeat == 0
                || stoodStill != wasStoodStill) { // those that have given this process up answer so
            current.beat();
        }
        for (int other = 0; other < heard.length; other++) {
            if ((boolean) FLAG.getAndSet(heard, other, false)) {
                silentTicks[other] = 0;
            } else if (silentTicks[other] >= 0 && ++silentTicks[other] == ticksPerLimit) {
                current.silent(other);
            }
        }
        current.timerTick(scheduling.nanoTime());
    }

    /**
     * Returns whether this process has stood still for longer than the limit: then the others may have given it up, and
     * may have continued and ended before it hears of that. May be asked by any thread, also before the next tick.
     */
    public boolean hasStoodStill() {
        return stoodStill || scheduling.nanoTime() - tickedAtNanos > limitNanos;
    }

    /**
     * Returns whether this process paused so long that others may have given it up, and not longer than the limit ago:
     * what they say of it then may be its own fault. To them its silence begins up to a beat before its pause. May be
     * asked by any thread.
     */
    public boolean hasPausedLately() {
        return isPaused() || scheduling.nanoTime() - pauseEndedAtNanos <= limitNanos;
    }

    private boolean isPaused() {
        return scheduling.nanoTime() - tickedAtNanos > limitNanos / 2;
    }

    /** Returns for how many ticks a watched process may be silent. */
    public int ticksPerLimit() {
        return ticksPerLimit;
    }

    @Override
    public void close() {
        closed = true;
    }
}
