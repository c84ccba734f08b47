package tutti.nas.kernel;

import tutti.collectives.Reductions;
import tutti.group.Communicator;

/** Measures the time of a group: from when all members are there to when the last is ready. */
public final class Stopwatch {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Communicator world;
    private final long begin;

    private Stopwatch(Communicator world, long begin) {
        this.world = world;
        this.begin = begin;
    }

    /** Starts, at every member. */
    public static Stopwatch start(Communicator world) {
        world.barrier();
        return new Stopwatch(world, System.nanoTime());
    }

    /** Stops, at every member; returns the longest of their times. */
    public double stop() {
        double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
        return world.allReduce(seconds, Reductions.max());
    }
}
