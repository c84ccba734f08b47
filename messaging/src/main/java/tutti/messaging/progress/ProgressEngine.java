package tutti.messaging.progress;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes in what comes from other processes: by members while they spin, by a member that sleeps in the selector, or,
 * when no member does, by a thread of its own.
 *
 * <p>A member that polls silences the bells of shared memory, because ringing costs the peer microseconds. It does not
 * turn them on again when it has found what it waited for: it will soon wait again. For the case that it does not, the
 * engine's thread polls every millisecond, and goes to sleep in the selector, with the bells on, when no member has
 * looked for a while. As long as it finds a member waiting at each of its polls, it polls less and less often, down to
 * every 16 milliseconds: on a busy machine each look takes a member's core, which other programs take then.
 *
 * <p>Of the members that have looked long enough and go to sleep, one leads: it sleeps in the selector, so that it is
 * woken without another thread between. When it leaves it hands over to the next.
 *
 * <p>Thread-safe.
 */
public final class ProgressEngine implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ProgressEngine.class.getName());
    private static final long TICK_NANOS = 1_000_000;
    private static final int MOST_TICKS = 16; // in one, while members take in everything themselves
    private static final int IDLE_TICKS = 10;
    private static final int LONG_LEAD = 100; // idle times

    private final CallerRunsEventLoop loop;
    private final long tickNanos;
    private final Thread thread;
    private final PollingMembers polling = new PollingMembers();
    private final AtomicInteger parked = new AtomicInteger();
    private final AtomicLong polls = new AtomicLong();
    private final Set<Thread> followers = ConcurrentHashMap.newKeySet(); // parked members that could lead
    private final PolledMemory memory = new PolledMemory();
    private final LeaderSleep leaderSleep;
    private volatile boolean framesOnWire;
    private volatile boolean sleeps; // the engine's thread, in the selector
    private volatile boolean led; // a member sleeps in the selector, or is about to
    private volatile boolean off; // the engine's thread, because a member leads
    private volatile boolean closed;

    /** Starts to watch, for a process of the job. */
    public ProgressEngine(int process) throws IOException {
        this(process, TICK_NANOS);
    }

    /** Starts to watch, with another time between two polls of its own thread. */
    public ProgressEngine(int process, long tickNanos) throws IOException {
        this.tickNanos = tickNanos;
        loop = new CallerRunsEventLoop(this::wake);
        leaderSleep = new LeaderSleep(loop);
        thread = Thread.ofPlatform()
                .daemon()
                .name("tutti-progress-" + process)
                .unstarted(() -> DrivingThreads.run(this::watch));
        thread.start();
    }

    /** Memory that a peer reads. */
    public interface Outward {
        /** Writes what is queued, as far as there is room; never blocks. */
        void drain();
    }

    /** Returns the event loop of the process' sockets. */
    public CallerRunsEventLoop loop() {
        return loop;
    }

    /** Learns that frames travel by sockets too, so that members should look there. */
    public void framesOnWire() {
        framesOnWire = true;
    }

    /** Begins to poll what a peer writes, and to hear its bell. */
    public void watch(Inward shared, SocketChannel bell) throws IOException {
        memory.add(shared);
        hear(bell);
    }

    /** Begins to drain what is to be written to a peer, and to hear the bell that tells of room. */
    public void watch(Outward shared, SocketChannel bell) throws IOException {
        memory.add(shared);
        hear(bell);
    }

    /** Begins to poll what cannot ring, so that no thread that looks sleeps longer than a moment from now on. */
    public void watch(Inward mute) {
        memory.add(mute);
        leaderSleep.expectSilence();
        wake();
    }

    private void hear(SocketChannel bell) throws IOException {
        loop.hear(bell, () -> memory.rang(bell));
    }

    /** Polls or drains a memory no more. */
    public void forget(Object shared) {
        memory.remove(shared);
    }

    /** Moves what can be moved, for a member that spins; see {@link Inward#poll(int)}. */
    boolean poll(int awaitedProcess) {
        boolean came = framesOnWire && loop.poll();
        boolean isForOthers = parked.get() > 0; // who sleep because this member takes in what they wait for
        return (isForOthers ? memory.poll() : memory.poll(awaitedProcess)) || came;
    }

    /** Runs what writes to sockets, and then the writing itself, in the calling thread if it can have the loop. */
    public void write(Runnable writing) {
        polls.incrementAndGet();
        if (!loop.tryDrive()) {
            writing.run(); // it wakes the thread that drives
            return;
        }
        try {
            writing.run();
            loop.runTasks();
        } finally {
            loop.stopDriving();
            handOver();
        }
    }

    boolean startPolling() {
        boolean isAlone = polling.start();
        polls.setOpaque(polls.getPlain() + 1); // of two at the same time one may be lost
        memory.disarm();
        if (sleeps && framesOnWire) {
            loop.wakeup(); // gives the loop to the member that polls
        }
        return isAlone;
    }

    void stopPolling(boolean isAlone) {
        polling.stop(isAlone);
        if (sleeps) {
            loop.wakeup();
        }
        handOver();
        if (parked.get() > 0) {
            armAndHandOver();
        }
    }

    /**
     * A member is about to park, and has registered for being woken. It must look once more after this, and try to lead
     * before it sleeps, which lets peers ring.
     */
    void startParking() {
        parked.incrementAndGet();
    }

    /** Leaves to others what comes while this thread has other things to do. */
    private void armAndHandOver() {
        if (arm() && memory.poll()) { // more than is read at once
            loop.wakeup();
            wake();
        }
    }

    /**
     * Lets a parking member sleep in the selector from now on, if no other does and it can; it must look once more
     * before it sleeps there or elsewhere.
     */
    boolean tryLead(boolean canLead) {
        if (closed || !canLead || !tryDrive()) {
            armAndHandOver();
            return false;
        }
        led = true;
        leaderSleep.begin();
        return true;
    }

    private boolean tryDrive() {
        polls.incrementAndGet();
        if (loop.tryDrive()) {
            return true;
        }
        followers.add(Thread.currentThread()); // for the one that leads now to find, when it leaves
        if (sleeps) {
            loop.wakeup(); // the engine's thread leaves to members what they can do
        }
        return loop.tryDrive();
    }

    /**
     * Sleeps until something has come from another process, and takes it in, or until {@link #wake(Thread)}, but for so
     * long at most. The caller leads.
     *
     * @return whether it leads further
     */
    boolean lead(long nanos) {
        memory.arm();
        if (!closed && !memory.poll(Inward.ANY_PROCESS)) { // else what came may be what the caller waits for
            leaderSleep.sleep(nanos);
            memory.poll(Inward.ANY_PROCESS);
        }
        return !closed;
    }

    /** The calling member leads no more. */
    void stopLeading() {
        led = false;
        loop.stopDriving();
    }

    void stopParking() {
        parked.decrementAndGet();
        if (followers.isEmpty() && !off) {
            return;
        }
        followers.remove(Thread.currentThread());
        if (!handOver() && !loop.isDriven()) {
            wake();
        }
    }

    /**
     * Lets a parked member lead if no thread has the loop: it may have come while a thread had it for a moment only.
     */
    private boolean handOver() {
        if (followers.isEmpty() || loop.isDriven()) {
            return false;
        }
        Iterator<Thread> next = followers.iterator();
        boolean any = next.hasNext();
        if (any) {
            LockSupport.unpark(next.next());
        }
        return any;
    }

    /** Wakes a thread that is parked, or leads. */
    void wake(Thread sleeper) {
        if (loop.isDrivenBy(sleeper)) {
            loop.wakeup();
        }
        LockSupport.unpark(sleeper);
    }

    /** Wakes the engine's thread, if it does not sleep in the selector. */
    private void wake() {
        LockSupport.unpark(thread);
    }

    @Override
    public void close() {
        closed = true;
        loop.wakeup();
        wake();
    }

    /** Turns the bells on, and takes in what came before; returns whether anything did, so that there may be more. */
    private boolean arm() {
        memory.arm();
        return memory.poll();
    }

    private void watch() {
        long pollsSeen = -1;
        int idleTicks = 0;
        int ledFor = 0;
        int ticks = 1;
        while (!closed) {
            long now = polls.get();
            idleTicks = now == pollsSeen && !polling.any() ? idleTicks + 1 : 0;
            pollsSeen = now;
            try {
                if (idleTicks < IDLE_TICKS) {
                    ticks = idleTicks == 0 && (polling.any() || led) ? Math.min(2 * ticks, MOST_TICKS) : 1;
                    LockSupport.parkNanos(this, ticks * tickNanos);
                    takeIn();
                    loop.poll();
                    handOver();
                    ledFor = 0;
                } else if (loop.tryDrive()) {
                    sleepInSelector();
                } else if (ledFor < LONG_LEAD) {
                    LockSupport.parkNanos(this, IDLE_TICKS * TICK_NANOS); // sooner or later it leaves, and comes back
                    ledFor++;
                } else {
                    parkWhileMemberLeads();
                    ledFor = 0;
                }
            } catch (OutOfMemoryError e) {
                // the program may give memory back; there may be none to tell of it
            } catch (RuntimeException | Error e) { // whose connection it ends; the others must continue
                LOG.log(System.Logger.Level.ERROR, "cannot take in what came from another process", e);
            }
        }
        end();
    }

    /** Takes in all that is there, unless members begin to do so: what is read at once is limited. */
    private void takeIn() {
        boolean more = memory.poll();
        while (more && !polling.any() && !closed) {
            more = memory.poll();
        }
    }

    private void sleepInSelector() {
        try {
            sleeps = true;
            if (!arm() && !polling.any() && !closed) {
                loop.block(Long.MAX_VALUE);
            }
        } finally {
            sleeps = false;
            loop.stopDriving();
            handOver();
        }
        memory.poll();
    }

    private void parkWhileMemberLeads() {
        off = true;
        if (led && !closed) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, TICK_NANOS); // a thread only polls, or writes
        }
        off = false;
    }

    /** Ends the loop, which a member may have for another moment. */
    private void end() {
        while (!loop.tryDrive()) {
            loop.wakeup();
            LockSupport.parkNanos(this, TICK_NANOS);
        }
        try {
            loop.destroy();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "cannot close a selector", e);
        } finally {
            loop.stopDriving();
        }
    }
}
