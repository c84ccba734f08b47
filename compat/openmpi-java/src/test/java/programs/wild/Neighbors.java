package programs.wild;

import java.nio.IntBuffer;
import java.nio.LongBuffer;
import mpi.Comm;
import mpi.GraphComm;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Two groups that talk, by an intercommunicator and by a port; windows with fences and locks; hints and attributes. */
public class Neighbors {

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.getRank();
        int size = world.getSize();
        Intracomm half = world.split(me % 2, me);
        Intercomm sides = world.createIntercomm(half, 0, 1 - me % 2, 3);
        int[] sum = {me};
        sides.allReduce(sum, 1, MPI.INT, MPI.SUM);
        int others = 0;
        for (int i = 1 - me % 2; i < size; i += 2) {
            others += i;
        }
        Check.same(others, sum[0]);
        Intracomm merged = sides.merge(me % 2 == 1);
        Check.same(size, merged.getSize());
        byte[] name = new byte[200];
        if (me == 0) {
            byte[] port = Intracomm.openPort().getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            System.arraycopy(port, 0, name, 0, port.length);
        }
        world.bcast(name, name.length, MPI.BYTE, 0);
        String port = new String(name, java.nio.charset.StandardCharsets.US_ASCII).trim();
        Intercomm caller = me % 2 == 0 ? half.accept(port, 0) : half.connect(port, 0);
        caller.barrier();
        caller.disconnect();
        if (me == 0) {
            Intracomm.closePort(port);
        }
        IntBuffer memory = MPI.newIntBuffer(size);
        Win win = new Win(memory, size, 1, MPI.INFO_NULL, world);
        win.fence(0);
        IntBuffer own = MPI.newIntBuffer(1);
        own.put(0, me + 1);
        for (int target = 0; target < size; target++) {
            win.put(own, 1, MPI.INT, target, me, 1, MPI.INT);
        }
        win.fence(0);
        for (int i = 0; i < size; i++) {
            Check.same(i + 1, memory.get(i));
        }
        win.free();
        LongBuffer counter = MPI.newLongBuffer(1);
        Win counting = new Win(counter, 1, 1, MPI.INFO_NULL, world);
        LongBuffer one = MPI.newLongBuffer(1);
        one.put(0, 1);
        for (int i = 0; i < 10; i++) {
            counting.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            counting.accumulate(one, 1, MPI.LONG, 0, 0, 1, MPI.LONG, MPI.SUM);
            counting.unlock(0);
        }
        world.barrier();
        Check.that(me > 0 || counter.get(0) == 10L * size, "counted: " + counter.get(0));
        counting.free();
        Info hints = new Info();
        hints.set("key", "value");
        world.setInfo(hints);
        Check.that("value".equals(world.getInfo().get("key")), "hints");
        hints.free();
        int key = Intracomm.createKeyval();
        world.setAttr(key, "attribute");
        Check.that("attribute".equals(world.dup().getAttr(key)), "attributes");
        world.deleteAttr(key);
        Check.that(world.getAttr(key) == null, "deleted");
        Intracomm.freeKeyval(key);
        graphs(world);
        MPI.Finalize();
    }

    /** Ranks in a ring, as a graph that all know, and as one of which each knows its edges. */
    private static void graphs(Intracomm world) throws MPIException {
        int me = world.getRank();
        int size = world.getSize();
        int[] index = new int[size];
        int[] edges = new int[2 * size];
        for (int i = 0; i < size; i++) {
            index[i] = 2 * (i + 1);
            edges[2 * i] = (i + size - 1) % size;
            edges[2 * i + 1] = (i + 1) % size;
        }
        GraphComm ring = world.createGraph(index, edges, true);
        int[] beside = ring.getNeighbors(me);
        int[] got = new int[2];
        for (int i = 0; i < 2; i++) {
            ring.sendRecv(new int[] {me}, 1, MPI.INT, beside[1 - i], i, MPI.slice(got, i), 1, MPI.INT, beside[i], i);
        }
        Check.same((me + size - 1) % size, got[0]);
        Check.same((me + 1) % size, got[1]);
        GraphComm known = world.createDistGraphAdjacent(beside, beside, MPI.INFO_NULL, true);
        int[] gathered = new int[2];
        known.neighborAllGather(new int[] {me * me}, 1, MPI.INT, gathered, 1, MPI.INT);
        Check.same(got[0] * got[0], gathered[0]);
        Check.same(got[1] * got[1], gathered[1]);
        Check.that(Comm.compare(ring, known) == MPI.CONGRUENT, "the same ranks");
        int[] last = {me};
        world.sendRecvReplace(last, 1, MPI.INT, beside[1], 9, beside[0], 9);
        Check.same(got[0], last[0]);
    }
}
