package tutti.messaging.progress;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How long the threads of one process spin before they park, and what they get done meanwhile.
 *
 * <p>Thread-safe.
 */
public final class IdleStrategy {
    /** A yield that takes so long has given the core to another program, for as long as the system lets it. */
    static final long LONG_YIELD_NANOS = 200_000;

    /** For how many times as long no member yields then: such yields take a twentieth of the time at most. */
    static final int NO_YIELD_FACTOR = 20;

    /** A yield that takes less has run no other thread, on any machine. */
    private static final long SHORTEST_SWITCH_NANOS = 600;

    /** How long a yield that runs no other thread takes, as long as no shorter one is known. */
    private static final long LONGEST_EMPTY_YIELD_NANOS = 750;

    private final WaitStrategy strategy;
    private final Scheduling scheduling;
    private volatile @Nullable ProgressEngine engine;
    private volatile WaitTimes times = WaitTimes.NONE;
    private volatile long yieldAgainAtNanos;
    private volatile long emptyYieldNanos = LONGEST_EMPTY_YIELD_NANOS; // the shortest so far
    private int cores; // guarded by this
    private int membersOnHost = 1; // guarded by this
    private boolean isSilent; // guarded by this
    /** Waits that look after the time; those of the others, who may be many, need not be walked through. */
    private final Set<WaitQueue> timed = ConcurrentHashMap.newKeySet();

    public IdleStrategy(WaitStrategy strategy) {
        this(strategy, Scheduling.OF_JVM);
    }

    /** Makes that of a process, whose members are spread over this JVM's cores until it learns of others. */
    public IdleStrategy(WaitStrategy strategy, Scheduling scheduling) {
        this.strategy = strategy;
        this.scheduling = scheduling;
        cores = Runtime.getRuntime().availableProcessors();
        yieldAgainAtNanos = scheduling.nanoTime();
        chooseTimes();
    }

    /** Learns how many members share this host, as far as this process knows. */
    public synchronized void expectMembers(int onHost) {
        membersOnHost = onHost;
        chooseTimes();
    }

    /** Learns on how many cores of this host processes of the job may run. */
    public synchronized void expectCores(int ofHost) {
        cores = ofHost;
        chooseTimes();
    }

    /** Returns over how many cores all members of this host are spread. */
    public synchronized int cores() {
        return cores;
    }

    /** Learns that what comes wakes no thread, so that a sleep may last for longer than it is needed. */
    public synchronized void expectSilence() {
        isSilent = true;
        chooseTimes();
    }

    private void chooseTimes() {
        WaitTimes usual = strategy.times(membersOnHost, cores);
        times = isSilent ? usual.whereNothingRings() : usual;
    }

    /** From now on, members that wait take in themselves what comes from other processes. */
    public void share(ProgressEngine newEngine) {
        engine = newEngine;
    }

    /** From now on, members that wait look at the sockets too, and not only at shared memory. */
    public void framesOnWire() {
        ProgressEngine current = engine;
        if (current != null) {
            current.framesOnWire();
        }
    }

    /** Returns the clock, and the way to sleep. */
    public Scheduling scheduling() {
        return scheduling;
    }

    /** Returns whether threads of this process spin at all while they wait. */
    public boolean spins() {
        return times.spinNanos() > 0;
    }

    WaitTimes times() {
        return times;
    }

    /** Returns whether a member that spins may offer its core: not if another program has taken it lately. */
    boolean mayYield(long nowNanos) {
        return nowNanos - yieldAgainAtNanos >= 0;
    }

    /**
     * A member has offered its core, and has it back after such a time.
     *
     * @return whether another thread of the job seems to have run meanwhile: a yield that runs none takes about as long
     *     as the shortest, and a long one has let another program run, which keeps the others from the core
     */
    boolean yielded(long nowNanos, long tookNanos) {
        if (tookNanos >= LONG_YIELD_NANOS) {
            yieldAgainAtNanos = nowNanos + (1 + NO_YIELD_FACTOR) * tookNanos;
            return false;
        }
        if (tookNanos < emptyYieldNanos) {
            emptyYieldNanos = tookNanos;
        }
        return tookNanos >= Math.max(SHORTEST_SWITCH_NANOS, 2 * emptyYieldNanos);
    }

    /** From now on each tick of the timer reaches a wait that is due, until it says that it need not. */
    void startTimerTicks(WaitQueue waiting) {
        timed.add(waiting);
    }

    void stopTimerTicks(WaitQueue waiting) {
        timed.remove(waiting);
    }

    /** Wakes those who wait and have asked to look after the time by now. */
    public void timerTick(long nowNanos) {
        timed.forEach(waiting -> waiting.timerTick(nowNanos));
    }

    /** Takes in what has come from other processes, for a member that waits for one of them. */
    void poll(int awaitedProcess) {
        ProgressEngine current = engine;
        if (current != null) {
            current.poll(awaitedProcess);
        }
    }

    /** The calling thread begins to poll; returns what it must say when it stops. */
    boolean startPolling() {
        ProgressEngine current = engine;
        return current != null && current.startPolling();
    }

    /** The calling thread has found what it waited for, or gives up. */
    void stopPolling(boolean isAlone) {
        ProgressEngine current = engine;
        if (current != null) {
            current.stopPolling(isAlone);
        }
    }

    /** The calling thread is about to park, and has registered for being woken; it must look once more after this. */
    void startParking() {
        ProgressEngine current = engine;
        if (current != null) {
            current.startParking();
        }
    }

    /** The calling thread does not park any more. */
    void stopParking() {
        ProgressEngine current = engine;
        if (current != null) {
            current.stopParking();
        }
    }

    /**
     * Lets the calling thread, which parks, sleep where it is woken by other processes; it must look once more then.
     */
    boolean tryLead() {
        ProgressEngine current = engine;
        return current != null && current.tryLead(!Thread.currentThread().isVirtual());
    }

    /** Sleeps until something has happened, for so long at most; returns whether the calling thread leads further. */
    boolean lead(long nanos) {
        return Objects.requireNonNull(engine).lead(nanos);
    }

    /** The calling thread leads no more. */
    void stopLeading() {
        Objects.requireNonNull(engine).stopLeading();
    }

    /** Wakes a thread that parks or leads. */
    void wake(Thread sleeper) {
        ProgressEngine current = engine;
        if (current == null) {
            scheduling.unpark(sleeper);
        } else {
            current.wake(sleeper);
        }
    }
}
