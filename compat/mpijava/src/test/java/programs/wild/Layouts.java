package programs.wild;

import mpi.Datatype;
import mpi.MPI;
import mpi.Status;

/** Derived types of derived types, with bounds that were given, of objects too, and what was packed. */
public class Layouts {

    public static void main(String[] args) {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int to = (me + 1) % size;
        int from = (me + size - 1) % size;
        Datatype pair = Datatype.Contiguous(2, MPI.INT);
        Datatype sparse =
                Datatype.Struct(new int[] {1, 1, 1}, new int[] {-1, 0, 4}, new Datatype[] {MPI.LB, pair, MPI.UB});
        Check.same(5, sparse.Extent());
        Check.same(-1, sparse.Lb());
        Check.same(4, sparse.Ub());
        Check.same(2, sparse.Size());
        Datatype rows = Datatype.Vector(2, 1, 2, sparse);
        rows.Commit();
        int[] in = new int[30];
        int[] out = new int[30];
        for (int i = 0; i < in.length; i++) {
            in[i] = 100 * me + i;
        }
        Status status = MPI.COMM_WORLD.Sendrecv(in, 3, 1, rows, to, 0, out, 0, 10, MPI.INT, from, 0);
        Check.same(4, status.Get_count(MPI.INT));
        Check.same(4, status.Get_elements(rows));
        Check.same(new int[] {3, 4, 13, 14, 0}, less(out, 100 * from, 4));
        int[] scattered = new int[30];
        MPI.COMM_WORLD.Sendrecv(out, 0, 4, MPI.INT, to, 0, scattered, 1, 2, sparse, from, 0);
        int before = (from + size - 1) % size;
        Check.same(100 * before + 3, scattered[1]);
        Check.same(100 * before + 13, scattered[6]);
        Check.same(0, scattered[3]);
        String[] words = {"a", "b", "c", "d", "e", "f"};
        String[] got = new String[3];
        Datatype chosen = Datatype.Indexed(new int[] {1, 2}, new int[] {4, 0}, MPI.OBJECT);
        MPI.COMM_WORLD.Sendrecv(words, 0, 1, chosen, to, 1, got, 0, 3, MPI.OBJECT, from, 1);
        Check.that(String.join("", got).equals("eab"), String.join("", got));
        byte[] packed = new byte[MPI.COMM_WORLD.Pack_size(4, MPI.DOUBLE) + 500];
        int end = MPI.COMM_WORLD.Pack(new double[] {me, 0.5}, 0, 2, MPI.DOUBLE, packed, 0);
        end = MPI.COMM_WORLD.Pack(words, 1, 2, MPI.OBJECT, packed, end);
        end = MPI.COMM_WORLD.Pack(in, 3, 1, rows, packed, end);
        byte[] arrived = new byte[packed.length];
        status = MPI.COMM_WORLD.Sendrecv(
                packed, 0, end, MPI.PACKED, to, 2, arrived, 0, arrived.length, MPI.PACKED, from, 2);
        double[] numbers = new double[2];
        int at = MPI.COMM_WORLD.Unpack(arrived, 0, numbers, 0, 2, MPI.DOUBLE);
        at = MPI.COMM_WORLD.Unpack(arrived, at, got, 0, 2, MPI.OBJECT);
        int[] unpacked = new int[4];
        at = MPI.COMM_WORLD.Unpack(arrived, at, unpacked, 0, 4, MPI.INT);
        Check.same(status.Get_count(MPI.PACKED), at);
        Check.that(numbers[0] == from && numbers[1] == 0.5 && got[0].equals("b"), "unpacked");
        Check.same(100 * from + 13, unpacked[2]);
        MPI.Finalize();
    }

    /** Returns the first elements of an array, and one more, less a number for those that were sent. */
    private static int[] less(int[] array, int number, int sent) {
        int[] first = new int[sent + 1];
        for (int i = 0; i <= sent; i++) {
            first[i] = i < sent ? array[i] - number : array[i];
        }
        return first;
    }
}
