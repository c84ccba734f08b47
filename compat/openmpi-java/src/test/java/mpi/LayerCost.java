package mpi;

import tutti.mpi.LayerCosts;

/**
 * What a call of this API costs beside the same call of Tutti's own, in turn in one run: {@code docs/performance.md}
 * says how to start it.
 */
public final class LayerCost implements LayerCosts.Layer {
    private static final int TAG = 7;

    private LayerCost() {}

    /** Measures on two ranks or more. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        LayerCosts.measure(
                MPI.COMM_WORLD.place().local().duplicate(),
                MPI.COMM_SELF.place().local().duplicate(),
                new LayerCost());
        MPI.Finalize();
    }

    @Override
    public void send(byte[] bytes, int rank) throws MPIException {
        MPI.COMM_WORLD.send(bytes, bytes.length, MPI.BYTE, rank, TAG);
    }

    @Override
    public void receive(byte[] bytes, int rank) throws MPIException {
        MPI.COMM_WORLD.recv(bytes, bytes.length, MPI.BYTE, rank, TAG);
    }

    @Override
    public void toOneself(byte[] bytes) throws MPIException {
        MPI.COMM_SELF.send(bytes, bytes.length, MPI.BYTE, 0, TAG);
        MPI.COMM_SELF.recv(bytes, bytes.length, MPI.BYTE, 0, TAG);
    }

    @Override
    public void sum(double[] numbers, double[] sums) throws MPIException {
        MPI.COMM_WORLD.allReduce(numbers, sums, numbers.length, MPI.DOUBLE, MPI.SUM);
    }
}
