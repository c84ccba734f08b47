package tutti.mpi;

import java.util.Arrays;
import tutti.collectives.Reductions;
import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;

/** Measures what a call of an MPI API takes beside the same call of Tutti's own, in turn in one run. */
public final class LayerCosts {
    private static final int BLOCKS = 15;
    private static final double SECONDS = 0.1; // of a block
    private static final double WARM_UP_SECONDS = 2; // of each call

    private static final int TAG = 7;
    private static final int KIB = 1024;

    private LayerCosts() {}

    /** Calls of the layer; messages have the tag 7. */
    public interface Layer {
        /** Sends to a rank. */
        void send(byte[] bytes, int rank) throws Exception;

        /** Receives from a rank. */
        void receive(byte[] bytes, int rank) throws Exception;

        /** Sends to the rank itself, and receives that. */
        void toOneself(byte[] bytes) throws Exception;

        /** Adds numbers of all ranks. */
        void sum(double[] numbers, double[] sums) throws Exception;
    }

    /**
     * Measures messages and sums of several sizes; called by all ranks, of which two exchange messages.
     *
     * @param self the communicator of the calling rank alone
     */
    public static void measure(Communicator world, Communicator self, Layer layer) throws Exception {
        pingPong("8 B", 8, world, layer);
        toOneself(world, self.withTag(TAG), layer);
        pingPong("64 KiB", 64 * KIB, world, layer);
        pingPong("1 MiB", KIB * KIB, world, layer);
        sum("64 KiB", 64 * KIB, world, layer);
        sum("4 MiB", 4 * KIB * KIB, world, layer);
    }

    private static void pingPong(String size, int length, Communicator world, Layer layer) throws Exception {
        Communicator tagged = world.withTag(TAG);
        int rank = world.rank();
        byte[] bytes = new byte[length];
        DirectBuffer direct = DirectBuffer.of(bytes);
        compare(
                "ping-pong " + size,
                world,
                () -> {
                    if (rank == 0) {
                        tagged.sendAsync(direct, 1);
                        tagged.receive(direct, 1);
                    } else if (rank == 1) {
                        tagged.receive(direct, 0);
                        tagged.sendAsync(direct, 0);
                    }
                },
                () -> {
                    if (rank == 0) {
                        layer.send(bytes, 1);
                        layer.receive(bytes, 1);
                    } else if (rank == 1) {
                        layer.receive(bytes, 0);
                        layer.send(bytes, 0);
                    }
                });
    }

    private static void toOneself(Communicator world, Communicator self, Layer layer) throws Exception {
        byte[] bytes = new byte[8];
        DirectBuffer direct = DirectBuffer.of(bytes);
        compare(
                "8 B to oneself",
                world,
                () -> {
                    self.sendAsync(direct, 0);
                    self.receive(direct, 0);
                },
                () -> layer.toOneself(bytes));
    }

    private static void sum(String size, int length, Communicator world, Layer layer) throws Exception {
        double[] numbers = new double[length / Double.BYTES];
        double[] sums = new double[numbers.length];
        Arrays.fill(numbers, 1);
        DirectBuffer from = DirectBuffer.of(numbers);
        DirectBuffer to = DirectBuffer.of(sums);
        compare(
                "allReduce " + size,
                world,
                () -> world.allReduce(from, to, Reductions.sum()),
                () -> layer.sum(numbers, sums));
    }

    /** One call of each. */
    private interface Step {
        /** Calls. */
        void run() throws Exception;
    }

    /** Prints at rank 0 how many times as long the layer's call takes; called by all ranks. */
    private static void compare(String name, Communicator world, Step own, Step layer) throws Exception {
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
