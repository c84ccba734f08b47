package tutti.messaging;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.progress.Scheduling;

/** A process of a simulated job: its clock, and what it has to do. It may stop for a while, or for ever. */
final class SimulatedProcess implements Scheduling {
    private final Simulation simulation;
    private final int index;
    private final Queue<Runnable> deferred = new ArrayDeque<>();
    private boolean alive = true;
    private boolean frozen;
    private boolean frozenForEver;
    private boolean everFrozen;

    SimulatedProcess(Simulation simulation, int index) {
        this.simulation = simulation;
        this.index = index;
    }

    int index() {
        return index;
    }

    /** Returns whether this process lives, and is not stopped for ever. */
    boolean runs() {
        return alive && !frozenForEver;
    }

    boolean isAlive() {
        return alive;
    }

    boolean wasFrozen() {
        return everFrozen;
    }

    /** Lets something happen later in this process, if it lives then. */
    void post(long delayNanos, Runnable action) {
        simulation.at(delayNanos, () -> happen(action));
    }

    private void happen(Runnable action) {
        if (frozen) {
            deferred.add(action);
        } else if (alive) {
            action.run();
        }
    }

    void die() {
        alive = false;
    }

    void freeze(boolean forEver) {
        frozen = true;
        frozenForEver |= forEver;
        everFrozen = true;
    }

    void thaw() {
        frozen = false;
        for (Runnable next = deferred.poll(); next != null; next = deferred.poll()) {
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
    public void repeat(String name, long nanos, BooleanSupplier task) {
        post(nanos, () -> {
            if (task.getAsBoolean()) {
                repeat(name, nanos, task);
            }
        });
    }
}
