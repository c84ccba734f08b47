package tutti.messaging;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.progress.Scheduling;

/** A process of a simulated job: its clock, and what it has to do. It may stop for a while, or for ever. */
public final class SimulatedProcess implements Scheduling {
    private final Simulation simulation;
    private final int index;
    private final Life life;

    /** What a process is in all jobs that it is in. */
    private static final class Life {
        private final Queue<Runnable> deferred = new ArrayDeque<>();
        private boolean alive = true;
        private boolean frozen;
        private boolean frozenForEver;
        private boolean everFrozen;
    }

    /** Makes a process that lives. */
    public SimulatedProcess(Simulation simulation, int index) {
        this(simulation, index, new Life());
    }

    private SimulatedProcess(Simulation simulation, int index, Life life) {
        this.simulation = simulation;
        this.index = index;
        this.life = life;
    }

    /** Returns the same process, as one of another job. */
    public SimulatedProcess as(int indexInJob) {
        return new SimulatedProcess(simulation, indexInJob, life);
    }

    public int index() {
        return index;
    }

    /** Returns whether this process lives, and is not stopped for ever. */
    public boolean runs() {
        return life.alive && !life.frozenForEver;
    }

    public boolean isAlive() {
        return life.alive;
    }

    boolean wasFrozen() {
        return life.everFrozen;
    }

    /** Lets something happen later in this process, if it lives then. */
    public void post(long delayNanos, Runnable action) {
        simulation.at(delayNanos, () -> happen(action));
    }

    private void happen(Runnable action) {
        if (life.frozen) {
            life.deferred.add(action);
        } else if (life.alive) {
            action.run();
        }
    }

    /** It ends at once. */
    public void die() {
        life.alive = false;
    }

    /** It stands still. */
    public void freeze(boolean forEver) {
        life.frozen = true;
        life.frozenForEver |= forEver;
        life.everFrozen = true;
    }

    /** It continues. */
    public void thaw() {
        life.frozen = false;
        for (Runnable next = life.deferred.poll(); next != null; next = life.deferred.poll()) {
            post(0, next);
        }
    }

    @Override
    public long nanoTime() {
        Simulation.Actor actor = simulation.current();
        if (actor != null) {
            actor.perhapsPause(); // a thread may lose its core anywhere
        }
        return simulation.now();
    }

    @Override
    public void park(Object blocker) {
        parkNanos(blocker, Long.MAX_VALUE);
    }

    @Override
    public void parkNanos(Object blocker, long nanos) {
        Simulation.Actor actor = simulation.current();
        if (actor == null) {
            throw new AssertionError("a thread of the transport waits at " + blocker);
        }
        actor.park(nanos);
    }

    @Override
    public void unpark(Thread thread) {
        Simulation.@Nullable Actor actor = simulation.actorOf(thread);
        if (actor != null) {
            actor.unpark();
        }
    }

    @Override
    public Thread start(String name, Runnable work) {
        Simulation.Actor actor = simulation.new Actor(name, this, work);
        actor.interruptible(true);
        return actor.thread();
    }

    @Override
    public void interrupt(Thread thread) {
        Simulation.@Nullable Actor actor = simulation.actorOf(thread);
        if (actor != null) {
            actor.interrupt();
        }
    }

    @Override
    public void repeat(String name, long nanos, BooleanSupplier task) {
        post(nanos, () -> {
            if (task.getAsBoolean()) {
                repeat(name, nanos, task);
            }
        });
    }
}
