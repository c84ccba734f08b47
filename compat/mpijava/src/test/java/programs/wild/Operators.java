package programs.wild;

import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.User_function;

/** Operators that do not commute, on objects, on pairs, in place, and one that fails. */
public class Operators {

    /** Multiplies matrices of two rows, where an item is a matrix. */
    private static class Product extends User_function {
        @Override
        public void Call(Object in, int inOffset, Object inOut, int inOutOffset, int count, Datatype type) {
            long[] a = (long[]) in;
            long[] b = (long[]) inOut;
            for (int k = 0; k < count; k++) {
                int i = inOffset + 4 * k;
                int j = inOutOffset + 4 * k;
                long[] c = {
                    a[i] * b[j] + a[i + 1] * b[j + 2],
                    a[i] * b[j + 1] + a[i + 1] * b[j + 3],
                    a[i + 2] * b[j] + a[i + 3] * b[j + 2],
                    a[i + 2] * b[j + 1] + a[i + 3] * b[j + 3]
                };
                System.arraycopy(c, 0, b, j, 4);
            }
        }
    }

    private static class Joining extends User_function {
        @Override
        public void Call(Object in, int inOffset, Object inOut, int inOutOffset, int count, Datatype type) {
            for (int k = 0; k < count; k++) {
                Object[] all = (Object[]) inOut;
                all[inOutOffset + k] = ((Object[]) in)[inOffset + k] + "" + all[inOutOffset + k];
            }
        }
    }

    private static class Failing extends User_function {
        @Override
        public void Call(Object in, int inOffset, Object inOut, int inOutOffset, int count, Datatype type) {
            throw new IllegalStateException("no such sum");
        }
    }

    public static void main(String[] args) {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        Datatype matrix = Datatype.Contiguous(4, MPI.LONG);
        long[] own = {1, me + 1, 0, 1};
        long[] product = new long[4];
        Op times = new Op(new Product(), false);
        MPI.COMM_WORLD.Allreduce(own, 0, product, 0, 1, matrix, times);
        Check.same(size * (size + 1) / 2, (int) product[1]);
        MPI.COMM_WORLD.Scan(own, 0, product, 0, 1, matrix, times);
        Check.same((me + 1) * (me + 2) / 2, (int) product[1]);
        String[] text = {"" + me, "x"};
        Object[] joined = new Object[2];
        MPI.COMM_WORLD.Reduce(text, 0, joined, 0, 2, MPI.OBJECT, new Op(new Joining(), true), size - 1);
        if (me == size - 1) {
            StringBuilder expected = new StringBuilder();
            for (int i = 0; i < size; i++) {
                expected.append(i);
            }
            Check.that(expected.toString().equals(joined[0]), "" + joined[0]);
        }
        double[] pair = {Math.abs(size / 2 - me), me};
        MPI.COMM_WORLD.Allreduce(pair, 0, pair, 0, 1, MPI.DOUBLE2, MPI.MINLOC);
        Check.same(size / 2, (int) pair[1]);
        int[] counts = new int[size];
        int[] ones = new int[size * (size + 1) / 2];
        for (int i = 0; i < size; i++) {
            counts[i] = i + 1;
        }
        java.util.Arrays.fill(ones, 1);
        int[] part = new int[me + 1];
        MPI.COMM_WORLD.Reduce_scatter(ones, 0, part, 0, counts, MPI.INT, MPI.SUM);
        Check.same(size, part[me]);
        boolean[] flags = {me > 0, true};
        MPI.COMM_WORLD.Allreduce(flags, 0, flags, 0, 2, MPI.BOOLEAN, MPI.LAND);
        Check.that(!flags[0] && flags[1], "logical and");
        if (size > 1) {
            try {
                MPI.COMM_WORLD.Allreduce(own, 0, product, 0, 1, MPI.LONG, new Op(new Failing(), true));
                Check.that(false, "an operator that fails is told to all");
            } catch (MPIException e) {
                Check.that(String.valueOf(e.getMessage()).contains("no such sum"), "" + e.getMessage());
            }
        }
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }
}
