package tutti.messaging;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A world in which one thing happens at a time, in an order and at times that follow from a seed.
 *
 * <p>What happens are events, which the thread that runs the simulation executes, and the work of actors between two
 * points at which they wait. An actor has a thread of its own, which runs only when it is its turn.
 */
public final class Simulation {
    private static final long MOST_EVENTS = 300_000;
    private static final long LONGEST_NANOS = 100_000_000_000L;
    private static final int LONGEST_DELAY_BITS = 24; // of nanoseconds: 16 ms

    private final RandomGenerator random;
    private final @Nullable List<String> history;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Map<Thread, Actor> actors = new HashMap<>();
    private final Semaphore back = new Semaphore(0);
    private long now;
    private long scheduled;
    private long happened;
    private @Nullable Actor current;

    /**
     * Makes an empty world.
     *
     * @param random decides everything that is left to chance
     * @param traced whether to keep a history
     */
    public Simulation(RandomGenerator random, boolean traced) {
        this.random = random;
        history = traced ? new ArrayList<>() : null;
    }

    private record Event(long atNanos, long number, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return atNanos != other.atNanos ? Long.compare(atNanos, other.atNanos) : Long.compare(number, other.number);
        }
    }

    /** Returns what decides everything that is left to chance. */
    public RandomGenerator random() {
        return random;
    }

    /** Returns the time since the beginning of the world. */
    public long now() {
        return now;
    }

    /** Returns how many events there were. */
    public long happened() {
        return happened;
    }

    /** Returns true in one of so many cases. */
    public boolean oneIn(int cases) {
        return random.nextInt(cases) == 0;
    }

    /** Returns how long something takes: mostly nearly nothing, seldom some milliseconds. */
    public long delay() {
        return random.nextLong(2L << random.nextInt(LONGEST_DELAY_BITS));
    }

    /** Lets something happen later. */
    public void at(long delayNanos, Runnable action) {
        events.add(new Event(now + delayNanos, scheduled++, action));
    }

    /** Writes a line of history, if it is wanted. */
    public void note(Supplier<String> line) {
        if (history != null) {
            history.add(String.format(Locale.ROOT, "%,15d ns  ", now) + line.get());
        }
    }

    /** Returns what has happened, one event a line. */
    public List<String> history() {
        return history == null ? List.of() : history;
    }

    /** Lets things happen until a condition holds; fails if that takes too long. */
    public void runUntil(BooleanSupplier enough, String what) {
        while (!enough.getAsBoolean()) {
            Event next = events.poll();
            if (next == null || happened++ > MOST_EVENTS || next.atNanos() > LONGEST_NANOS) {
                throw new AssertionError("hangs: no one gets on any more: waiting until %s, at %d ns: %s"
                        .formatted(what, now, waiting()));
            }
            now = next.atNanos();
            next.action().run();
        }
    }

    /** Lets things happen for so long. */
    public void runFor(long nanos) {
        long end = now + nanos;
        at(nanos, () -> {});
        runUntil(() -> now >= end, "time has passed");
    }

    private List<String> waiting() {
        return actors.values().stream()
                .filter(actor -> !actor.ended && actor.process.runs())
                .map(actor -> actor + " at " + List.of(actor.thread.getStackTrace()) + System.lineSeparator())
                .sorted()
                .toList();
    }

    /** Ends the threads of all actors that have not ended. */
    public void close() {
        for (Actor actor : actors.values()) {
            while (!actor.ended) {
                actor.doomed = true;
                actor.letRun();
            }
        }
    }

    /** Returns the actor whose turn it is, or null if an event happens. */
    @Nullable
    Actor current() {
        return current;
    }

    @Nullable
    Actor actorOf(Thread thread) {
        return actors.get(thread);
    }

    /** Somebody who works in a process. */
    public final class Actor {
        private final String name;
        private final SimulatedProcess process;
        private final Thread thread;
        private final Semaphore turn = new Semaphore(0);
        private @Nullable Throwable failure;
        private boolean ended;
        private boolean doomed;
        private boolean parked;
        private boolean permit;
        private boolean interruptible;
        private boolean interrupted;
        private long sleeps;

        /** Makes an actor, which begins soon. */
        public Actor(String name, SimulatedProcess process, Runnable work) {
            this.name = name;
            this.process = process;
            thread = Thread.ofVirtual().name(name).unstarted(() -> run(work));
            actors.put(thread, this);
            thread.start();
            process.post(delay(), this::goOn);
        }

        private void run(Runnable work) {
            turn.acquireUninterruptibly();
            try {
                if (!doomed) {
                    work.run();
                }
            } catch (Doomed e) {
                // the world ends
            } catch (Throwable e) {
                failure = e;
            } finally {
                ended = true;
                back.release();
            }
        }

        public boolean hasEnded() {
            return ended;
        }

        /** From now on this may be interrupted, or not any more. */
        public void interruptible(boolean may) {
            interruptible = may;
            if (!may) {
                interrupted = false;
                Thread.interrupted();
            }
        }

        /** Interrupts the thread, if it may be. */
        void interrupt() {
            if (interruptible && !ended) {
                note(() -> "%s is interrupted".formatted(name));
                interrupted = true;
                process.post(0, () -> wake(sleeps));
            }
        }

        Thread thread() {
            return thread;
        }

        private void goOn() {
            if (ended) {
                return;
            }
            letRun();
            if (failure != null) {
                throw new AssertionError(name + ": " + failure, failure);
            }
        }

        private void letRun() {
            current = this;
            turn.release();
            back.acquireUninterruptibly();
            current = null;
        }

        /** Lets others run; called by this actor. */
        private void stepBack() {
            back.release();
            turn.acquireUninterruptibly();
            if (doomed) {
                throw new Doomed();
            }
            if (interrupted) {
                interrupted = false;
                thread.interrupt();
            }
        }

        /** Does nothing for some time; called by this actor. */
        void pause(long nanos) {
            if (!doomed) {
                process.post(nanos, this::goOn);
                stepBack();
            }
        }

        /** Lets others run sometimes; called by this actor. */
        void perhapsPause() {
            if (oneIn(8)) {
                pause(delay());
            }
        }

        void park(long nanos) {
            if (doomed) {
                throw new Doomed();
            }
            if (permit || thread.isInterrupted()) {
                permit = false;
                return;
            }
            parked = true;
            long sleep = ++sleeps;
            if (nanos < Long.MAX_VALUE) {
                process.post(nanos, () -> wake(sleep));
            }
            if (oneIn(64)) {
                process.post(delay(), () -> wake(sleep)); // as LockSupport may
            }
            stepBack();
        }

        private void wake(long sleep) {
            if (parked && sleep == sleeps) {
                parked = false;
                permit = false;
                goOn();
            }
        }

        void unpark() {
            if (parked) {
                long sleep = sleeps;
                process.post(delay(), () -> wake(sleep));
            } else {
                permit = true;
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** Ends the thread of an actor at the end of the world. */
    private static final class Doomed extends Error {
        private static final long serialVersionUID = 1;
    }
}
