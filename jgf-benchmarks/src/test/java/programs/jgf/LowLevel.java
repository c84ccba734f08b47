package programs.jgf;

import java.io.Serializable;
import mpi.Datatype;
import mpi.MPI;

/** Section 1: operations on arrays of doubles, and then of objects; each so often that it takes a while. */
class LowLevel {
    private static final int[] LENGTHS = {4, 12, 357, 4472};
    private static final double SECONDS = 0.0005;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int ranks = MPI.COMM_WORLD.Size();
    private int wrong;

    @SuppressWarnings("serial")
    static class Item implements Serializable {
        final double value;

        Item(double value) {
            this.value = value;
        }
    }

    interface Step {
        void run();
    }

    void run() {
        repeat(() -> MPI.COMM_WORLD.Barrier());
        for (int length : LENGTHS) {
            for (Datatype type : new Datatype[] {MPI.DOUBLE, MPI.OBJECT}) {
                pingPong(length, type);
                rooted(length, type);
                allToAll(length, type);
            }
            reduce(length);
        }
        double[] wrongOfAll = new double[1];
        MPI.COMM_WORLD.Reduce(new double[] {wrong}, 0, wrongOfAll, 0, 1, MPI.DOUBLE, MPI.SUM, 0);
        JavaGrande.validate("LowLevel", 0, wrongOfAll[0], 0);
    }

    /** Doubles the number of runs until rank 0 has waited long enough. */
    private static void repeat(Step step) {
        double[] seconds = {0};
        for (int runs = 1; seconds[0] < SECONDS && runs < 1000000; runs *= 2) {
            MPI.COMM_WORLD.Barrier();
            double start = MPI.Wtime();
            for (int i = 0; i < runs; i++) {
                step.run();
            }
            MPI.COMM_WORLD.Barrier();
            seconds[0] = MPI.Wtime() - start;
            MPI.COMM_WORLD.Bcast(seconds, 0, 1, MPI.DOUBLE, 0);
        }
    }

    private static Object array(Datatype type, int length, double first) {
        if (!type.equals(MPI.OBJECT)) {
            double[] values = new double[length];
            for (int i = 0; i < length; i++) {
                values[i] = first + i;
            }
            return values;
        }
        Item[] items = new Item[length];
        for (int i = 0; i < length; i++) {
            items[i] = new Item(first + i);
        }
        return items;
    }

    private void check(Object array, int offset, int length, double first) {
        for (int i = 0; i < length; i++) {
            boolean ofDoubles = double[].class.isInstance(array);
            double value = ofDoubles ? ((double[]) array)[offset + i] : ((Item[]) array)[offset + i].value;
            wrong += value == first + i ? 0 : 1;
        }
    }

    private void pingPong(int length, Datatype type) {
        Object buffer = rank == 0 ? array(type, length, 7) : array(type, length, 0);
        repeat(() -> {
            if (rank == 0 && ranks > 1) {
                MPI.COMM_WORLD.Ssend(buffer, 0, length, type, 1, 10);
                MPI.COMM_WORLD.Recv(buffer, 0, length, type, 1, 10);
            } else if (rank == 1) {
                MPI.COMM_WORLD.Recv(buffer, 0, length, type, 0, 10);
                MPI.COMM_WORLD.Ssend(buffer, 0, length, type, 0, 10);
            }
        });
        if (rank == 0 || rank == 1) {
            check(buffer, 0, length, 7);
        }
    }

    private void rooted(int length, Datatype type) {
        Object all = array(type, length * ranks, rank == 0 ? 5 : 0);
        Object own = array(type, length, rank == 0 ? 3 : 0);
        repeat(() -> {
            MPI.COMM_WORLD.Bcast(own, 0, length, type, 0);
            MPI.COMM_WORLD.Barrier();
        });
        check(own, 0, length, 3);
        repeat(() -> {
            MPI.COMM_WORLD.Scatter(all, 0, length, type, own, 0, length, type, 0);
            MPI.COMM_WORLD.Barrier();
        });
        check(own, 0, length, 5.0 + rank * length);
        Object collected = array(type, length * ranks, 0);
        repeat(() -> {
            MPI.COMM_WORLD.Gather(own, 0, length, type, collected, 0, length, type, 0);
            MPI.COMM_WORLD.Barrier();
        });
        if (rank == 0) {
            check(collected, 0, length * ranks, 5);
        }
    }

    private void allToAll(int length, Datatype type) {
        Object out = array(type, length * ranks, 1000000.0 * rank);
        Object in = array(type, length * ranks, 0);
        repeat(() -> {
            MPI.COMM_WORLD.Alltoall(out, 0, length, type, in, 0, length, type);
            MPI.COMM_WORLD.Barrier();
        });
        for (int from = 0; from < ranks; from++) {
            check(in, from * length, length, 1000000.0 * from + rank * length);
        }
    }

    private void reduce(int length) {
        double[] own = (double[]) array(MPI.DOUBLE, length, 1);
        double[] sums = new double[length];
        repeat(() -> {
            MPI.COMM_WORLD.Reduce(own, 0, sums, 0, length, MPI.DOUBLE, MPI.SUM, 0);
            MPI.COMM_WORLD.Barrier();
        });
        for (int i = 0; rank == 0 && i < length; i++) {
            wrong += sums[i] == ranks * (1.0 + i) ? 0 : 1;
        }
    }
}
