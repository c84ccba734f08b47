package tutti.examples.nbody;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Reductions;
import tutti.examples.nbody.Simulation.Settings;
import tutti.examples.support.Progress;
import tutti.group.ColMember;
import tutti.group.Communicator;

/** A member that runs the simulation, and measures it. */
final class NBodyMember extends ColMember {
    private static final int COMPARED = 1000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Settings settings;
    private final int steps;
    private final boolean verify;
    private final @Nullable Density density;
    private @Nullable Outcome outcome;

    /**
     * Creates a member.
     *
     * @param verify whether accelerations are compared with direct sums
     * @param density takes the bodies' places at the end; null if they are not wanted
     */
    NBodyMember(Settings settings, int steps, boolean verify, @Nullable Density density) {
        this.settings = settings;
        this.steps = steps;
        this.verify = verify;
        this.density = density;
    }

    @Override
    public void run() {
        Communicator world = communicator(group());
        Simulation simulation = new Simulation(world, settings);
        Totals before = Totals.of(world, simulation.bodies());
        long communicationBefore = simulation.communicationNanos();
        world.barrier();
        long start = System.nanoTime();
        try (Progress progress = world.rank() == 0 ? Progress.onConsole("nbody", "steps", steps) : Progress.none()) {
            for (int step = 1; step <= steps; step++) {
                simulation.step();
                progress.step(step);
            }
        }
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        double communication = (simulation.communicationNanos() - communicationBefore) / NANOS_PER_SECOND;

        Outcome found = outcome(world, simulation, before, seconds, communication);
        int[] picture = density == null ? null : density.count(world, simulation.bodies());
        if (world.rank() == 0) {
            outcome = found;
            if (density != null && picture != null) {
                density.take(picture);
            }
        }
    }

    private Outcome outcome(
            Communicator world, Simulation simulation, Totals before, double seconds, double communication) {
        Body[] bodies = simulation.bodies();
        Totals after = Totals.of(world, bodies);
        long work = Arrays.stream(bodies).mapToLong(body -> body.work).sum();
        long allWork = world.allReduce(work, Reductions.sum());
        double mostWork = world.allReduce(work, Reductions.max());
        double[] slowest = world.allReduce(new double[] {seconds, communication}, Reductions.max());
        Double error =
                verify ? DirectSums.error(world, settings.bodies(), COMPARED, settings.softening(), bodies) : null;
        return new Outcome(
                slowest[0],
                slowest[1],
                world.allReduce(communication, Reductions.sum()) / world.size(),
                (double) allWork / settings.bodies(),
                mostWork * world.size() / allWork,
                after.energy(),
                after.energyChangeSince(before),
                after.momentumChangeSince(before),
                error,
                "%016x".formatted(world.allReduce(simulation.checksum(), Reductions.sum())));
    }

    /** Returns what rank 0 found; null at the others. */
    @Nullable
    Outcome outcome() {
        return outcome;
    }
}
