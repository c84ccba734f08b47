package programs.wild;

import java.nio.IntBuffer;
import java.nio.LongBuffer;
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
        MPI.Finalize();
    }
}
