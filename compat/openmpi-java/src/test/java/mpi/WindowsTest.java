package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Windows: accesses by fences, posts and locks, updates, requests, attributes. */
class WindowsTest {

    private interface WindowProgram {
        void run(Intracomm world, Win win, IntBuffer memory) throws Exception;
    }

    /** Runs a program with a window of eight ints of each rank, in all of which is its rank. */
    private static void onEachSize(WindowProgram program) {
        RankJob.onEachSize(world -> {
            IntBuffer memory =
                    direct(IntStream.generate(() -> rank(world)).limit(8).toArray());
            Win win = new Win(memory, 8, 1, MPI.INFO_NULL, world);
            win.setErrhandler(MPI.ERRORS_RETURN);
            world.barrier(); // all have filled their memory
            program.run(world, win, memory);
            win.free();
        });
    }

    private static int rank(Comm comm) {
        try {
            return comm.getRank();
        } catch (MPIException e) {
            throw new IllegalStateException(e);
        }
    }

    private static IntBuffer direct(int... values) {
        return MPI.newIntBuffer(values.length).put(values);
    }

    private static int right(Intracomm world) throws MPIException {
        return (world.getRank() + 1) % world.getSize();
    }

    private static int left(Intracomm world) throws MPIException {
        return (world.getRank() + world.getSize() - 1) % world.getSize();
    }

    @Test
    void shouldPutAndGetBetweenFences() {
        onEachSize((world, win, memory) -> {
            int rank = world.getRank();
            win.fence(MPI.MODE_NOPRECEDE);
            win.put(direct(10 + rank, 20 + rank), 2, MPI.INT, right(world), 3, 2, MPI.INT);
            win.put(direct(7), 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT);
            win.fence(0);
            assertThat(memory.get(3)).isEqualTo(10 + left(world));
            assertThat(memory.get(4)).isEqualTo(20 + left(world));
            IntBuffer got = MPI.newIntBuffer(3);
            win.get(got, 3, MPI.INT, right(world), 2, 3, MPI.INT);
            win.fence(MPI.MODE_NOSUCCEED);
            assertThat(got.get(0)).isEqualTo(right(world));
            assertThat(got.get(1)).isEqualTo(10 + rank);
        });
    }

    @Test
    void shouldAccessBetweenStartAndPost() {
        onEachSize((world, win, memory) -> {
            Group to = world.getGroup().incl(new int[] {right(world)});
            Group from = world.getGroup().incl(new int[] {left(world)});
            win.post(from, 0);
            win.start(to, 0);
            win.put(direct(100 + world.getRank()), 1, MPI.INT, right(world), 0, 1, MPI.INT);
            win.complete();
            win.waitFor();
            assertThat(memory.get(0)).isEqualTo(100 + left(world));
            win.post(from, MPI.MODE_NOSTORE);
            win.start(to, MPI.MODE_NOCHECK);
            win.put(direct(200), 1, MPI.INT, right(world), 1, 1, MPI.INT);
            win.complete();
            while (!win.test()) {
                Thread.onSpinWait();
            }
            assertThat(memory.get(1)).isEqualTo(200);
            assertThat(Group.compare(win.getGroup(), world.getGroup())).isEqualTo(MPI.IDENT);
        });
    }

    @Test
    void shouldUpdateWithLocks() {
        onEachSize((world, win, memory) -> {
            int size = world.getSize();
            for (int i = 0; i < 10; i++) {
                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                IntBuffer value = MPI.newIntBuffer(1);
                win.get(value, 1, MPI.INT, 0, 0, 1, MPI.INT);
                win.flush(0);
                win.put(value.put(0, value.get(0) + 1), 1, MPI.INT, 0, 0, 1, MPI.INT);
                win.unlock(0);
            }
            world.barrier();
            win.lock(MPI.LOCK_SHARED, 0, MPI.MODE_NOCHECK);
            IntBuffer value = MPI.newIntBuffer(1);
            win.get(value, 1, MPI.INT, 0, 0, 1, MPI.INT);
            win.unlock(0);
            assertThat(value.get(0)).isEqualTo(10 * size);

            win.lockAll(0);
            for (int target = 0; target < size; target++) {
                win.accumulate(direct(1, 2), 2, MPI.INT, target, 5, 2, MPI.INT, MPI.SUM);
            }
            win.flushLocal(0);
            win.flushLocalAll();
            win.flushAll();
            world.barrier();
            win.sync();
            assertThat(memory.get(5)).isEqualTo(world.getRank() + size);
            assertThat(memory.get(6)).isEqualTo(world.getRank() + 2 * size);
            win.unlockAll();
        });
    }

    @Test
    void shouldFetchAndUpdate() {
        onEachSize((world, win, memory) -> {
            int size = world.getSize();
            win.lockAll(0);
            IntBuffer previous = MPI.newIntBuffer(1);
            win.fetchAndOp(direct(1), previous, MPI.INT, 0, 0, MPI.SUM);
            win.flush(0);
            assertThat(previous.get(0)).isBetween(0, size - 1);
            world.barrier();
            win.fetchAndOp(null, previous, MPI.INT, 0, 0, MPI.NO_OP);
            win.flush(0);
            assertThat(previous.get(0)).isEqualTo(size);

            IntBuffer both = MPI.newIntBuffer(2);
            int own = 1 + world.getRank();
            win.getAccumulate(direct(own, 9), 2, MPI.INT, both, 2, MPI.INT, 0, 1, 2, MPI.INT, MPI.MAX);
            win.flushAll();
            world.barrier();
            win.getAccumulate(null, 0, MPI.INT, both, 2, MPI.INT, 0, 1, 2, MPI.INT, MPI.NO_OP);
            win.flushAll();
            assertThat(both.get(0)).isEqualTo(size);
            assertThat(both.get(1)).isEqualTo(9);
            win.accumulate(direct(5), 1, MPI.INT, 0, 3, 1, MPI.INT, MPI.REPLACE);

            win.compareAndSwap(direct(50 + world.getRank()), direct(0), previous, MPI.INT, 0, 4);
            win.flush(0);
            int won = previous.get(0) == 0 ? 1 : 0;
            int[] winners = {won};
            world.allReduce(winners, 1, MPI.INT, MPI.SUM);
            assertThat(winners[0]).isEqualTo(1);
            win.unlockAll();
            world.barrier();
            if (world.getRank() == 0) {
                assertThat(memory.get(3)).isEqualTo(5);
                assertThat(memory.get(4)).isBetween(50, 50 + size);
            }
        });
    }

    @Test
    void shouldStartAccesses() {
        onEachSize((world, win, memory) -> {
            int rank = world.getRank();
            int to = right(world);
            win.lockAll(0);
            Request put = win.rPut(direct(30 + rank), 1, MPI.INT, to, 0, 1, MPI.INT);
            Request add = win.rAccumulate(direct(5), 1, MPI.INT, to, 1, 1, MPI.INT, MPI.SUM);
            Request.waitAll(new Request[] {put, add});
            IntBuffer got = MPI.newIntBuffer(2);
            win.rGet(got, 2, MPI.INT, to, 0, 2, MPI.INT).waitFor();
            assertThat(got.get(0)).isEqualTo(30 + rank);
            assertThat(got.get(1)).isEqualTo(to + 5);
            IntBuffer before = MPI.newIntBuffer(1);
            win.rGetAccumulate(direct(1), 1, MPI.INT, before, 1, MPI.INT, to, 1, 1, MPI.INT, MPI.SUM)
                    .waitFor();
            assertThat(before.get(0)).isEqualTo(to + 5);
            win.rGet(got, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT).waitFor();
            win.unlockAll();
            world.barrier();
            win.lock(MPI.LOCK_SHARED, rank, 0);
            assertThat(memory.get(1)).isEqualTo(rank + 6);
            win.unlock(rank);
        });
    }

    @Test
    void shouldSelectAtBothEnds() {
        onEachSize((world, win, memory) -> {
            int to = right(world);
            Datatype everySecond = Datatype.createVector(3, 1, 2, MPI.INT);
            everySecond.commit();
            Datatype everyThird = Datatype.createVector(2, 1, 3, MPI.INT);
            everyThird.commit();
            win.fence(0);
            win.put(direct(1, 2, 3), 3, MPI.INT, to, 1, 1, everySecond);
            win.fence(0);
            assertThat(memory.get(1)).isEqualTo(1);
            assertThat(memory.get(2)).isEqualTo(world.getRank());
            assertThat(memory.get(3)).isEqualTo(2);
            assertThat(memory.get(5)).isEqualTo(3);
            IntBuffer got = MPI.newIntBuffer(4);
            win.get(got, 1, everyThird, to, 1, 2, everySeconds(2));
            win.fence(0);
            assertThat(got.get(0)).isEqualTo(1);
            assertThat(got.get(3)).isEqualTo(2);
            win.accumulate(direct(10, 0, 0, 20), 1, everyThird, to, 0, 2, MPI.INT, MPI.SUM);
            win.fence(0);
            assertThat(memory.get(0)).isEqualTo(world.getRank() + 10);
            assertThat(memory.get(1)).isEqualTo(21);
        });
    }

    /** Returns a type of one int that is followed by gaps. */
    private static Datatype everySeconds(int extent) throws MPIException {
        Datatype type = Datatype.createResized(MPI.INT, 0, Integer.BYTES * extent);
        type.commit();
        return type;
    }

    @Test
    void shouldCountDisplacementsInUnitsOfTheTarget() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            DoubleBuffer memory = MPI.newDoubleBuffer(6);
            Win win = new Win(memory, 6, 1 + rank % 2, MPI.INFO_NULL, world);
            win.fence(0);
            win.put(MPI.newDoubleBuffer(1).put(2.5 + rank), 1, MPI.DOUBLE, right(world), 2, 1, MPI.DOUBLE);
            win.fence(0);
            assertThat(memory.get(2 * (1 + rank % 2))).isEqualTo(2.5 + left(world));
            assertThat(win.getAttr(MPI.WIN_BASE)).isSameAs(memory);
            assertThat(win.getAttr(MPI.WIN_SIZE)).isEqualTo(48);
            assertThat(win.getAttr(MPI.WIN_DISP_UNIT)).isEqualTo(8 * (1 + rank % 2));
            win.free();
        });
    }

    @Test
    void shouldMakeMemoryIfThereIsNone() {
        for (int flavor : new int[] {Win.FLAVOR_PRIVATE, Win.FLAVOR_SHARED}) {
            RankJob.onEachSize(world -> {
                int size = world.getSize();
                Win win = new Win(world.getRank() == 0 ? 4 * size : 0, 1, MPI.INFO_NULL, world, null, flavor);
                win.fence(0);
                ByteBuffer own = MPI.newByteBuffer(4).putInt(0, 77 + world.getRank());
                win.put(own, 1, MPI.INT, 0, 4 * world.getRank(), 1, MPI.INT); // bytes may hold all types
                win.fence(0);
                if (world.getRank() == 0) {
                    ByteBuffer base = (ByteBuffer) win.getAttr(MPI.WIN_BASE);
                    assertThat(base.getInt(4 * (size - 1))).isEqualTo(76 + size);
                }
                win.free();
                LongBuffer given = MPI.newLongBuffer(2);
                Win other = new Win(2, 1, MPI.INFO_NULL, world, given, flavor);
                other.fence(0);
                other.accumulate(MPI.newLongBuffer(1).put(1), 1, MPI.LONG, right(world), 1, 1, MPI.LONG, MPI.SUM);
                other.fence(0);
                assertThat(given.get(1)).isEqualTo(1);
                other.free();
            });
        }
    }

    @Test
    void shouldKeepNamesHintsAndAttributes() {
        onEachSize((world, win, memory) -> {
            win.setName("table");
            assertThat(win.getName()).isEqualTo("table");
            Info info = new Info();
            info.set("no_locks", "true");
            win.setInfo(info);
            assertThat(win.getInfo().get("no_locks")).isEqualTo("true");
            int key = Win.createKeyval();
            win.setAttr(key, "text");
            assertThat(win.getAttr(key)).isEqualTo("text");
            win.deleteAttr(key);
            assertThat(win.getAttr(key)).isNull();
            Win.freeKeyval(key);
            world.setErrhandler(MPI.ERRORS_RETURN); // which keys belong to
            assertFails(MPI.ERR_KEYVAL, () -> win.setAttr(key, "text"));
            assertThat(win.getErrhandler()).isSameAs(MPI.ERRORS_RETURN);
            win.callErrhandler(MPI.ERR_OTHER); // does nothing
        });
    }

    @Test
    void shouldRefuseMistakes() {
        onEachSize((world, win, memory) -> {
            IntBuffer one = direct(1);
            assertFails(MPI.ERR_RMA_SYNC, () -> win.put(one, 1, MPI.INT, 0, 0, 1, MPI.INT));
            assertFails(MPI.ERR_RMA_SYNC, () -> win.unlock(0));
            assertFails(MPI.ERR_LOCKTYPE, () -> win.lock(7, 0, 0));
            win.lockAll(0);
            assertFails(MPI.ERR_DISP, () -> win.put(one, 1, MPI.INT, 0, 8, 1, MPI.INT));
            assertFails(MPI.ERR_DISP, () -> win.get(one, 1, MPI.INT, 0, -1, 1, MPI.INT));
            int none = world.getSize();
            assertFails(MPI.ERR_RANK, () -> win.put(one, 1, MPI.INT, none, 0, 1, MPI.INT));
            assertFails(MPI.ERR_RANK, () -> win.get(one, 1, MPI.INT, -7, 0, 1, MPI.INT));
            assertFails(MPI.ERR_RANK, () -> win.accumulate(one, 1, MPI.INT, none, 0, 1, MPI.INT, MPI.SUM));
            assertFails(MPI.ERR_RANK, () -> win.accumulate(one, 1, MPI.INT, none, 0, 1, MPI.INT, MPI.REPLACE));
            assertFails(MPI.ERR_RANK, () -> win.compareAndSwap(one, direct(1), direct(1), MPI.INT, none, 0));
            assertFails(MPI.ERR_RANK, () -> win.flush(none));
            assertFails(MPI.ERR_RANK, () -> win.lock(MPI.LOCK_SHARED, none, 0));
            win.put(one, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT);
            assertFails(MPI.ERR_TRUNCATE, () -> win.put(one, 1, MPI.INT, 0, 0, 2, MPI.INT));
            assertFails(MPI.ERR_BUFFER, () -> win.put(one, 2, MPI.INT, 0, 0, 2, MPI.INT));
            assertFails(MPI.ERR_OP, () -> win.accumulate(one, 1, MPI.INT, 0, 0, 1, MPI.INT, MPI.MINLOC));
            Op own = new Op(new UserFunction() {}, true);
            assertFails(MPI.ERR_OP, () -> win.accumulate(one, 1, MPI.INT, 0, 0, 1, MPI.INT, own));
            assertFails(MPI.ERR_TYPE, () -> win.accumulate(one, 1, MPI.FLOAT, 0, 0, 1, MPI.FLOAT, MPI.SUM));
            assertFails(MPI.ERR_TYPE, () -> win.put(MPI.newByteBuffer(1), 1, MPI.BYTE, 0, 0, 1, MPI.BYTE));
            assertThatThrownBy(() -> win.put(IntBuffer.allocate(1), 1, MPI.INT, 0, 0, 1, MPI.INT))
                    .isInstanceOf(IllegalArgumentException.class);
            win.unlockAll();
            assertFails(MPI.ERR_UNSUPPORTED_OPERATION, () -> win.attach(one, 1));
            assertFails(MPI.ERR_UNSUPPORTED_OPERATION, () -> win.detach(one));
            world.setErrhandler(MPI.ERRORS_RETURN);
            assertFails(MPI.ERR_UNSUPPORTED_OPERATION, () -> new Win(MPI.INFO_NULL, world));
            boolean wrong = world.getRank() == world.getSize() - 1;
            assertFails(MPI.ERR_BUFFER, () -> new Win(one, wrong ? 2 : 1, 1, MPI.INFO_NULL, world));
            assertFails(MPI.ERR_ARG, () -> new Win(one, 1, wrong ? 0 : 1, MPI.INFO_NULL, world));
            assertFails(MPI.ERR_SIZE, () -> new Win(one, wrong ? -1 : 1, 1, MPI.INFO_NULL, world));
            Win freed = new Win(null, 0, 1, MPI.INFO_NULL, world);
            freed.setErrhandler(MPI.ERRORS_RETURN);
            freed.free();
            assertFails(MPI.ERR_WIN, () -> freed.fence(0));
        });
    }

    private static void assertFails(int errorClass, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MPIException.class,
                        e -> assertThat(e.getErrorClass()).as(e.getMessage()).isEqualTo(errorClass));
    }
}
