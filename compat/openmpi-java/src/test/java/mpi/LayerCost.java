package mpi;

import java.util.Arrays;
import tutti.collectives.Reductions;
import tutti.group.Communicator;
import tutti.mpi.LayerCosts;
import tutti.serialization.DirectBuffer;

/**
 * What a call of this API costs beside the same call of Tutti's own, in turn in one run: {@code docs/performance.md}
 * says how to start it.
 */
public final class LayerCost {
    private static final int NUMBERS = 8192; // 64 KiB

    private LayerCost() {}

    /** Measures on two ranks or more. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Communicator world = MPI.COMM_WORLD.place().local().duplicate();
        Communicator tagged = world.withTag(7);
        int rank = world.rank();
        byte[] bytes = new byte[8];
        DirectBuffer direct = DirectBuffer.of(bytes);
        LayerCosts.compare(
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
                        MPI.COMM_WORLD.send(bytes, 8, MPI.BYTE, 1, 7);
                        MPI.COMM_WORLD.recv(bytes, 8, MPI.BYTE, 1, 7);
                    } else if (rank == 1) {
                        MPI.COMM_WORLD.recv(bytes, 8, MPI.BYTE, 0, 7);
                        MPI.COMM_WORLD.send(bytes, 8, MPI.BYTE, 0, 7);
                    }
                });
        Communicator self = MPI.COMM_SELF.place().local().duplicate().withTag(7);
        LayerCosts.compare(
                "8 B to oneself",
                world,
                () -> {
                    self.sendAsync(direct, 0);
                    self.receive(direct, 0);
                },
                () -> {
                    MPI.COMM_SELF.send(bytes, 8, MPI.BYTE, 0, 7);
                    MPI.COMM_SELF.recv(bytes, 8, MPI.BYTE, 0, 7);
                });
        double[] numbers = new double[NUMBERS];
        double[] sums = new double[NUMBERS];
        Arrays.fill(numbers, 1);
        DirectBuffer from = DirectBuffer.of(numbers);
        DirectBuffer to = DirectBuffer.of(sums);
        LayerCosts.compare(
                "allReduce 64 KiB",
                world,
                () -> world.allReduce(from, to, Reductions.sum()),
                () -> MPI.COMM_WORLD.allReduce(numbers, sums, NUMBERS, MPI.DOUBLE, MPI.SUM));
        MPI.Finalize();
    }
}
