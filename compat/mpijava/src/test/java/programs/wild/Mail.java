package programs.wild;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** Objects of several kinds, rows of a matrix, and objects that the program itself makes bytes of. */
public class Mail {

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        Map<String, double[]> map = new HashMap<String, double[]>();
        map.put("from", new double[] {me, me});
        Object[] letters = {"text " + me, null, map, BigInteger.valueOf(me), new int[][] {{me}, {}}, me};
        int to = (me + 1) % size;
        int from = (me + size - 1) % size;
        Object[] received = new Object[letters.length + 2];
        Request request = MPI.COMM_WORLD.Irecv(received, 1, letters.length, MPI.OBJECT, from, 5);
        MPI.COMM_WORLD.Send(letters, 0, letters.length, MPI.OBJECT, to, 5);
        Status status = request.Wait();
        Check.same(letters.length, status.Get_count(MPI.OBJECT));
        Check.that(received[0] == null && received[7] == null && received[2] == null, "only what was sent");
        Check.that(received[1].equals("text " + from) && received[6].equals(from), "strings and numbers");
        Check.that(((double[]) ((Map<?, ?>) received[3]).get("from"))[1] == from, "a map");
        Check.that(
                ((int[][]) received[5])[0][0] == from && received[4].equals(BigInteger.valueOf(from)),
                "arrays and large numbers");

        double[][] matrix = new double[size][3];
        matrix[me][2] = me + 1;
        Object[] all = new Object[size];
        MPI.COMM_WORLD.Allgather(matrix, me, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        for (int i = 0; i < size; i++) {
            Check.that(((double[]) all[i])[2] == i + 1, "row " + i);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(map);
        out.close();
        MPI.COMM_WORLD.Isend(bytes.toByteArray(), 0, bytes.size(), MPI.BYTE, to, 6);
        Status found = MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, 6);
        byte[] target = new byte[found.Get_count(MPI.BYTE)];
        MPI.COMM_WORLD.Recv(target, 0, target.length, MPI.BYTE, found.source, found.tag);
        Object copy = new ObjectInputStream(new ByteArrayInputStream(target)).readObject();
        Check.that(((double[]) ((Map<?, ?>) copy).get("from"))[0] == from, "an object in bytes");
        char[] name = "a name".toCharArray();
        char[] names = new char[20];
        MPI.COMM_WORLD.Sendrecv(name, 0, name.length, MPI.CHAR, to, 7, names, 0, 20, MPI.CHAR, from, 7);
        Check.that(new String(names).trim().equals("a name"), "characters");
        MPI.Finalize();
    }
}
