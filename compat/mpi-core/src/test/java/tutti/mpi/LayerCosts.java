package tutti.mpi;

import java.util.Arrays;
import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;

/** Measures what a call of an MPI API takes beside the same call of Tutti's own, in turn in one run. */
public final class LayerCosts {
    private static final int BLOCKS = 15;
    private static final double SECONDS = 0.1; // of a block
    private static final double WARM_UP_SECONDS = 2; // of each call

    private LayerCosts() {}

    /** One call of each. */
    public interface Step {
        /** Calls. */
        void run() throws Exception;
    }

    /** Prints at rank 0 how many times as long the layer's call takes; called by all ranks. */
    public static void compare(String name, Communicator world, Step own, Step layer) throws Exception {
        long runs = 1;
        for (double warmUp = 0; warmUp < WARM_UP_SECONDS; ) { // until the compiler has seen both
            double seconds = Math.min(seconds(world, own, runs), seconds(world, layer, runs));
            warmUp += seconds;
            if (seconds < SECONDS) {
                runs *= 2;
            }
        }
        double[] ratios = new double[BLOCKS];
        double[] ownMicros = new double[BLOCKS];
        double[] layerMicros = new double[BLOCKS];
        for (int block = 0; block < BLOCKS; block++) {
            double first = seconds(world, own, runs);
            double second = seconds(world, layer, runs);
            double third = seconds(world, own, runs);
            ratios[block] = 2 * second / (first + third);
            ownMicros[block] = first / runs * 1e6;
            layerMicros[block] = second / runs * 1e6;
        }
        if (world.rank() == 0) {
            Arrays.sort(ratios);
            Arrays.sort(ownMicros);
            Arrays.sort(layerMicros);
            System.out.printf(
                    "%s: Communicator %.3f us, mpi %.3f us; mpi / Communicator: median %.2f, from %.2f to %.2f%n",
                    name,
                    ownMicros[BLOCKS / 2],
                    layerMicros[BLOCKS / 2],
                    ratios[BLOCKS / 2],
                    ratios[1],
                    ratios[BLOCKS - 2]);
        }
    }

    /** Returns what rank 0 has measured, at every rank. */
    private static double seconds(Communicator world, Step step, long runs) throws Exception {
        world.barrier();
        long start = System.nanoTime();
        for (long i = 0; i < runs; i++) {
            step.run();
        }
        double[] seconds = {(System.nanoTime() - start) / 1e9};
        world.broadcast(DirectBuffer.of(seconds), 0);
        return seconds[0];
    }
}
