package programs.wild;

import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/** Many started operations at once: collective ones in place, messages among them, and completion in any order. */
public class Overlap {

    public static void main(String[] args) throws MPIException {
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        Comm world = MPI.COMM_WORLD;
        int me = world.getRank();
        int size = world.getSize();
        int to = (me + 1) % size;
        int from = (me + size - 1) % size;
        List<Request> requests = new ArrayList<>();
        IntBuffer ranks = MPI.newIntBuffer(size);
        ranks.put(me, me + 1);
        requests.add(world.iAllGather(ranks, 1, MPI.INT));
        IntBuffer sum = MPI.newIntBuffer(2);
        sum.put(0, 1).put(1, me);
        requests.add(world.iAllReduce(sum, 2, MPI.INT, MPI.SUM));
        DoubleBuffer value = MPI.newDoubleBuffer(1);
        value.put(0, me == size - 1 ? 0.5 : 0);
        requests.add(world.iBcast(value, 1, MPI.DOUBLE, size - 1));
        IntBuffer in = MPI.newIntBuffer(10);
        IntBuffer out = MPI.newIntBuffer(10);
        for (int i = 0; i < 10; i++) {
            out.put(i, 10 * me + i);
            requests.add(world.iRecv(MPI.slice(in, i), 1, MPI.INT, from, i));
        }
        for (int i = 9; i >= 0; i--) {
            requests.add(world.iSend(MPI.slice(out, i), 1, MPI.INT, to, i));
        }
        IntBuffer blocks = MPI.newIntBuffer(size);
        IntBuffer block = MPI.newIntBuffer(1);
        for (int i = 0; i < size; i++) {
            blocks.put(i, i + me);
        }
        requests.add(world.iReduceScatterBlock(blocks, block, 1, MPI.INT, MPI.SUM));
        requests.add(world.iBarrier());
        Request[] all = requests.toArray(new Request[0]);
        int done = 0;
        for (int index = Request.waitAny(all); index != MPI.UNDEFINED; index = Request.waitAny(all)) {
            done++;
        }
        Check.same(all.length, done);
        for (int i = 0; i < size; i++) {
            Check.same(i + 1, ranks.get(i));
        }
        Check.same(size, sum.get(0));
        Check.same(size * (size - 1) / 2, sum.get(1));
        Check.same(size * me + size * (size - 1) / 2, block.get(0));
        Check.that(value.get(0) == 0.5, "broadcast");
        Check.same(10 * from + 7, in.get(7));

        int[] counts = new int[size];
        int[] displacements = new int[size];
        for (int i = 0; i < size; i++) {
            counts[i] = i;
            displacements[i] = i * (i - 1) / 2;
        }
        double[] rows = new double[size * (size - 1) / 2 + 1];
        for (int i = 0; i < me; i++) {
            rows[displacements[me] + i] = me;
        }
        world.allGatherv(rows, counts, displacements, MPI.DOUBLE);
        Check.that(rows[size * (size - 1) / 2 - 1] == size - 1, "in place");
        world.send(new long[] {me, me}, 2, MPI.LONG, to, 20);
        Message message = new Message();
        message.mProbe(from, 20, world);
        long[] pair = new long[3];
        Status status = message.mRecv(pair, 3, MPI.LONG);
        Check.same(2, status.getCount(MPI.LONG));
        Check.that(pair[1] == from && pair[2] == 0, "a message that was probed");
        MPI.Finalize();
    }
}
