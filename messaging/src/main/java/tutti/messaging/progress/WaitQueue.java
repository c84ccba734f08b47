package tutti.messaging.progress;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.inbound.ArrivingBytes;

/**
 * Where threads wait until others have changed something: the only place where members wait.
 *
 * <p>A thread that changes something publishes it first, by a lock or a volatile write, and calls {@link #changed}
 * then. A thread that waits registers first and looks again then, so no change is missed.
 */
public final class WaitQueue implements ArrivingBytes.Waiters {
    private static final long NEVER = Long.MAX_VALUE;
    private static final long TICK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int LOOKS_PER_TIME_CHECK = 8; // each may be a system call

    private final IdleStrategy idleStrategy;
    private final boolean isBackground;
    private final Scheduling scheduling;
    private final AdaptiveSpin spin = new AdaptiveSpin();
    private volatile int registered; // number of threads in first and more
    private volatile int alarms;
    private volatile int changesByWaiters;
    private boolean timerTickWanted; // guarded by this
    private long timerTickAtNanos; // guarded by this; means something only if wanted
    private @Nullable Thread first; // the last that waited alone, too: mostly it is the next; guarded by this
    private boolean isFirstWaiting; // guarded by this
    private @Nullable List<Thread> more; // guarded by this

    public WaitQueue(IdleStrategy idleStrategy) {
        this(idleStrategy, false);
    }

    /**
     * Makes a place to wait.
     *
     * @param isBackground whether threads wait here for as long as the process lives, for requests of other processes.
     *     Members that look take in such a request, or else the engine's thread, after some milliseconds at most; peers
     *     need not ring for it.
     */
    public WaitQueue(IdleStrategy idleStrategy, boolean isBackground) {
        this.idleStrategy = idleStrategy;
        this.isBackground = isBackground;
        scheduling = idleStrategy.scheduling();
    }

    /** Wakes those who wait, to look whether what they wait for has come. */
    @Override
    public void changed() {
        VarHandle.fullFence(); // the change is visible before we look whether anyone sleeps
        if (registered != 0) {
            wakeAll();
        }
    }

    /**
     * Wakes those who wait, as {@link #changed} does, after a volatile write of this thread that shows the change: it
     * is ordered before the look whether anyone sleeps, without a fence.
     */
    public void changedByVolatileWrite() {
        if (registered != 0) {
            wakeAll();
        }
    }

    /** Wakes those who wait, to look at everything that may end their wait. */
    public void alarm() {
        synchronized (this) {
            alarms++;
        }
        changed();
    }

    /**
     * Wakes those who wait, to look after the time, if one of them has asked for that by now. Called again and again.
     */
    synchronized void timerTick(long nowNanos) {
        if (timerTickWanted && nowNanos - timerTickAtNanos >= 0) {
            timerTickWanted = false;
            idleStrategy.stopTimerTicks(this);
            wakeAll(); // no one, if the wait that asked is over
        }
    }

    /**
     * What a thread waits for, and who looks after the wait.
     *
     * @param <T> what the thread gets
     */
    public interface WaitCondition<T> extends WaitMonitor {
        /** Looks for what is normally awaited; cheap, called very often. */
        @Nullable
        T fastCheck();

        /**
         * Does the same, and looks for all that ends the wait otherwise; throws if there is nothing more to wait for.
         */
        @Nullable
        T look();
    }

    /** Waits as {@link #await(WaitCondition)} does for something that one look finds out. */
    @Override
    public <T> T await(Supplier<@Nullable T> look, Supplier<String> what) {
        return await(look, look, what::get);
    }

    /** Waits as {@link #await(WaitCondition)} does. */
    public <T> T await(Supplier<@Nullable T> fastCheck, Supplier<@Nullable T> look, WaitMonitor monitor) {
        return await(new SuppliedWait<>(fastCheck, look, monitor));
    }

    /**
     * Looks for a result until there is one, first without and then with parking.
     *
     * <p>Glances again and again; looks at first, after every {@link #alarm} and whenever the thread wakes.
     *
     * @throws OperationInterruptedException if the thread is interrupted while it is parked
     */
    public <T> T await(WaitCondition<T> awaited) {
        int seen = alarms;
        T value = awaited.look();
        if (value != null) {
            return value;
        }
        long begunNanos = awaited.isTimed() ? scheduling.nanoTime() : 0;
        try {
            value = spin(awaited, seen);
            return value != null ? value : park(awaited);
        } finally {
            if (awaited.isTimed()) {
                awaited.waited(scheduling.nanoTime() - begunNanos);
            }
        }
    }

    private <T> @Nullable T spin(WaitCondition<T> awaited, int alarmsSeen) {
        WaitTimes times = idleStrategy.times();
        boolean virtual = Thread.currentThread().isVirtual();
        long nanos = virtual ? times.virtualSpinNanos() : Math.max(times.yieldNanos(), spin.nanos(times));
        if (nanos == 0) {
            return null;
        }
        boolean isAlone = idleStrategy.startPolling();
        try {
            return spin(awaited, alarmsSeen, nanos, virtual ? NEVER : spin.yieldAfterNanos(times));
        } finally {
            idleStrategy.stopPolling(isAlone);
        }
    }

    private <T> @Nullable T spin(WaitCondition<T> awaited, int alarmsSeen, long nanos, long firstYieldNanos) {
        int seen = alarmsSeen;
        int process = awaited.awaitedProcess();
        long start = scheduling.nanoTime();
        long waitedNanos = 0;
        long yieldAfterNanos = firstYieldNanos;
        while (true) {
            int looks = waitedNanos >= yieldAfterNanos ? 1 : LOOKS_PER_TIME_CHECK;
            for (int i = 0; i < looks; i++) {
                idleStrategy.poll(process);
                T value = awaited.fastCheck();
                if (value == null && alarms != seen) {
                    seen = alarms;
                    value = awaited.look();
                }
                if (value != null) {
                    spin.found(waitedNanos, idleStrategy.times());
                    return value;
                }
                Thread.onSpinWait();
            }
            long now = scheduling.nanoTime();
            waitedNanos = now - start;
            if (waitedNanos < yieldAfterNanos) {
                if (waitedNanos >= nanos) {
                    return null;
                }
            } else if (offerCore(now)) {
                if (waitedNanos >= nanos) {
                    return null;
                }
            } else if (spin.sharesCore()) {
                return null; // the other side needs this core: asleep, this thread gives it away
            } else {
                yieldAfterNanos = NEVER; // and looks once more at least
            }
        }
    }

    /** Lets other threads run here; returns whether it is to do so again. */
    @SuppressWarnings("ThreadPriorityCheck") // yielding is for a bounded time, and nothing depends on it
    private boolean offerCore(long nowNanos) {
        if (idleStrategy.times().yieldNanos() > 0) {
            Thread.yield();
            return true;
        }
        if (!idleStrategy.mayYield(nowNanos)) {
            return false;
        }
        Thread.yield();
        long tookNanos = scheduling.nanoTime() - nowNanos;
        spin.yielded(idleStrategy.yielded(nowNanos, tookNanos));
        return spin.sharesCore();
    }

    private <T> T park(WaitCondition<T> awaited) {
        Thread self = Thread.currentThread();
        long start = scheduling.nanoTime();
        register(self);
        if (!isBackground) {
            idleStrategy.startParking();
        }
        boolean leads = false;
        try {
            while (true) {
                int seen = changesByWaiters;
                long sleepNanos = tick(awaited, scheduling.nanoTime() - start); // first: it may use up a wake-up
                T value = awaited.look();
                if (value != null) {
                    spin.slept(scheduling.nanoTime() - start, idleStrategy.times());
                    return value;
                }
                if (Thread.interrupted()) {
                    throw new OperationInterruptedException(
                            "interrupted while waiting for " + awaited.what(), new InterruptedException());
                }
                if (sleepNanos <= 0) {
                    throw awaited.expired();
                }
                if (changesByWaiters != seen) {
                    continue; // this thread itself has changed something while it looked
                }
                if (leads) {
                    leads = leadOn(sleepNanos);
                } else if (!isBackground && idleStrategy.tryLead()) {
                    leads = true; // and looks again, because the one that changed something may not have known that yet
                } else if (changesByWaiters == seen) { // else trying to lead has taken in something
                    sleep(sleepNanos, awaited);
                }
            }
        } finally {
            if (leads) {
                idleStrategy.stopLeading();
            }
            if (!isBackground) {
                idleStrategy.stopParking();
            }
            unregister(self);
            awaited.over();
        }
    }

    private static long tick(WaitMonitor monitor, long waitedNanos) {
        try {
            return monitor.tick(waitedNanos);
        } catch (OutOfMemoryError e) {
            return TICK_AGAIN_NANOS; // no failure of this thread: the wait does not need it
        }
    }

    private void sleep(long nanos, WaitMonitor monitor) {
        if (monitor.isPrecise()) {
            scheduling.parkNanos(this, nanos);
            return;
        }
        if (nanos != WaitMonitor.NEVER) {
            requestTick(scheduling.nanoTime() + nanos);
        }
        scheduling.park(this);
    }

    private synchronized void requestTick(long atNanos) {
        boolean isAlone = more == null || more.isEmpty(); // what has been asked for was for its waits before
        if (!timerTickWanted || isAlone || atNanos - timerTickAtNanos < 0) {
            timerTickAtNanos = atNanos;
        }
        if (!timerTickWanted) {
            timerTickWanted = true;
            idleStrategy.startTimerTicks(this);
        }
    }

    private boolean leadOn(long nanos) {
        boolean further = idleStrategy.lead(nanos);
        if (!further) {
            idleStrategy.stopLeading();
        }
        return further;
    }

    private synchronized void register(Thread thread) {
        if (!isFirstWaiting) {
            isFirstWaiting = true;
            if (!thread.equals(first)) { // each write of a reference costs a collector work
                first = thread;
            }
        } else {
            if (more == null) {
                more = new ArrayList<>(2);
            }
            more.add(thread);
        }
        registered++;
    }

    private synchronized void unregister(Thread thread) {
        if (isFirstWaiting && thread.equals(first)) {
            isFirstWaiting = false;
        } else if (more != null) {
            more.remove(thread);
        }
        registered--;
    }

    private synchronized void wakeAll() {
        if (first != null && isFirstWaiting) {
            wake(first);
        }
        if (more != null) {
            more.forEach(this::wake);
        }
    }

    /**
     * The calling thread may be one of those that wait, because it leads or writes: it is awake, and only has to look
     * again.
     */
    private synchronized void wake(Thread sleeper) {
        if (sleeper.equals(Thread.currentThread())) {
            changesByWaiters++;
        } else {
            idleStrategy.wake(sleeper);
        }
    }
}
