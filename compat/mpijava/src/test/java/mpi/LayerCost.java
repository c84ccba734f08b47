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
    private static final int TAG = 7;
    private static final int KIB = 1024;

    private LayerCost() {}

    /** Measures on two ranks or more. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Communicator world = MPI.COMM_WORLD.place().local().duplicate();
        pingPong("8 B", 8, world);
        toOneself(world);
        pingPong("64 KiB", 64 * KIB, world);
        pingPong("1 MiB", KIB * KIB, world);
        allReduce("64 KiB", 64 * KIB, world);
        allReduce("4 MiB", 4 * KIB * KIB, world);
        MPI.Finalize();
    }

    private static void pingPong(String size, int length, Communicator world) throws Exception {
        Communicator tagged = world.withTag(TAG);
        int rank = world.rank();
        byte[] bytes = new byte[length];
        DirectBuffer direct = DirectBuffer.of(bytes);
        LayerCosts.compare(
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
                        MPI.COMM_WORLD.Send(bytes, 0, bytes.length, MPI.BYTE, 1, TAG);
                        MPI.COMM_WORLD.Recv(bytes, 0, bytes.length, MPI.BYTE, 1, TAG);
                    } else if (rank == 1) {
                        MPI.COMM_WORLD.Recv(bytes, 0, bytes.length, MPI.BYTE, 0, TAG);
                        MPI.COMM_WORLD.Send(bytes, 0, bytes.length, MPI.BYTE, 0, TAG);
                    }
                });
    }

    private static void toOneself(Communicator world) throws Exception {
        Communicator self = MPI.COMM_SELF.place().local().duplicate().withTag(TAG);
        byte[] bytes = new byte[8];
        DirectBuffer direct = DirectBuffer.of(bytes);
        LayerCosts.compare(
                "8 B to oneself",
                world,
                () -> {
                    self.sendAsync(direct, 0);
                    self.receive(direct, 0);
                },
                () -> {
                    MPI.COMM_SELF.Send(bytes, 0, 8, MPI.BYTE, 0, TAG);
                    MPI.COMM_SELF.Recv(bytes, 0, 8, MPI.BYTE, 0, TAG);
                });
    }

    private static void allReduce(String size, int length, Communicator world) throws Exception {
        double[] numbers = new double[length / Double.BYTES];
        double[] sums = new double[numbers.length];
        Arrays.fill(numbers, 1);
        DirectBuffer from = DirectBuffer.of(numbers);
        DirectBuffer to = DirectBuffer.of(sums);
        LayerCosts.compare(
                "allReduce " + size,
                world,
                () -> world.allReduce(from, to, Reductions.sum()),
                () -> MPI.COMM_WORLD.Allreduce(numbers, 0, sums, 0, numbers.length, MPI.DOUBLE, MPI.SUM));
    }
}
