package mpi;

import java.util.Arrays;
import tutti.collectives.Reductions;
import tutti.group.Communicator;
import tutti.serialization.DirectBuffer;

/**
 * What a call of this API costs beside the same call of Tutti's own, in turn in one run: {@code docs/performance.md}
 * says how to start it.
 */
public final class LayerCost {
    private static final int BLOCKS = 15;
    private static final double SECONDS = 0.1; // of a block
    private static final int NUMBERS = 8192; // 64 KiB

    private LayerCost() {}

    private interface Step {
        void run() throws Exception;
    }

    /** Measures on two ranks or more. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Communicator world = MPI.COMM_WORLD.place().local().duplicate();
        Communicator tagged = world.withTag(7);
        int rank = world.rank();
        byte[] bytes = new byte[8];
        DirectBuffer direct = DirectBuffer.of(bytes);
        compare(
                "ping-pong 8 B",
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
                        MPI.COMM_WORLD.Send(bytes, 0, 8, MPI.BYTE, 1, 7);
                        MPI.COMM_WORLD.Recv(bytes, 0, 8, MPI.BYTE, 1, 7);
                    } else if (rank == 1) {
                        MPI.COMM_WORLD.Recv(bytes, 0, 8, MPI.BYTE, 0, 7);
                        MPI.COMM_WORLD.Send(bytes, 0, 8, MPI.BYTE, 0, 7);
                    }
                });
        double[] numbers = new double[NUMBERS];
        double[] sums = new double[NUMBERS];
        Arrays.fill(numbers, 1);
        DirectBuffer from = DirectBuffer.of(numbers);
        DirectBuffer to = DirectBuffer.of(sums);
        compare(
                "allReduce 64 KiB",
                world,
                () -> world.allReduce(from, to, Reductions.sum()),
                () -> MPI.COMM_WORLD.Allreduce(numbers, 0, sums, 0, NUMBERS, MPI.DOUBLE, MPI.SUM));
        MPI.Finalize();
    }

    private static void compare(String name, Communicator world, Step own, Step layer) throws Exception {
        long runs = 1;
        while (Math.min(seconds(world, own, runs), seconds(world, layer, runs)) < SECONDS) {
            runs *= 2; // and the compiler has seen both
        }
        double[] ratios = new double[BLOCKS];
        double[] micros = new double[BLOCKS];
        for (int block = 0; block < BLOCKS; block++) {
            double first = seconds(world, own, runs);
            double second = seconds(world, layer, runs);
            double third = seconds(world, own, runs);
            ratios[block] = 2 * second / (first + third);
            micros[block] = first / runs * 1e6;
        }
        if (world.rank() == 0) {
            Arrays.sort(ratios);
            Arrays.sort(micros);
            System.out.printf(
                    "%s: Communicator %.3f us; mpi / Communicator: median %.2f, from %.2f to %.2f%n",
                    name, micros[BLOCKS / 2], ratios[BLOCKS / 2], ratios[1], ratios[BLOCKS - 2]);
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
