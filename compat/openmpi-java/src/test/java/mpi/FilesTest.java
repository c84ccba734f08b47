package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files: opening, views, access at offsets and positions, blocking, started and split. */
class FilesTest {
    private static final int RDWR = MPI.MODE_RDWR | MPI.MODE_CREATE;

    @TempDir
    Path folder;

    private final AtomicInteger files = new AtomicInteger();

    private interface FileProgram {
        void run(Intracomm world, File file) throws Exception;
    }

    /** Runs a program on each number of ranks, with a file of their own. */
    private void onEachSize(FileProgram program) {
        RankJob.onEachSize(world -> {
            String[] name = new String[1];
            if (world.getRank() == 0) {
                name[0] = folder.resolve("f" + files.incrementAndGet()).toString();
            }
            char[] letters = new char[500];
            if (world.getRank() == 0) {
                name[0].getChars(0, name[0].length(), letters, 0);
            }
            world.bcast(letters, letters.length, MPI.CHAR, 0);
            File file = new File(world, new String(letters).trim(), RDWR);
            program.run(world, file);
            file.close();
        });
    }

    private static int[] ints(int... values) {
        return values;
    }

    private static IntBuffer direct(int... values) {
        return MPI.newIntBuffer(values.length).put(values);
    }

    /** Shows each rank the ints whose index is its rank, modulo the number of ranks. */
    private static void showCyclic(Intracomm world, File file, int disp) throws MPIException {
        int size = world.getSize();
        Datatype one = Datatype.createResized(MPI.INT, 0, Integer.BYTES * size);
        one.commit();
        file.setView(disp + 4L * world.getRank(), MPI.INT, one, "native");
    }

    private static int[] all(File file, int count) throws MPIException {
        file.setView(0, MPI.INT, MPI.INT, "native");
        int[] read = new int[count + 1];
        assertThat(file.readAt(0, read, count + 1, MPI.INT).getCount(MPI.INT)).isEqualTo(count);
        return Arrays.copyOf(read, count);
    }

    @Test
    void shouldReadAndWriteAtOffsets() {
        onEachSize((world, file) -> {
            int rank = world.getRank();
            int size = world.getSize();
            showCyclic(world, file, 8);
            assertThat(file.getByteOffset(3)).isEqualTo(8 + 4L * (rank + 3 * size));
            Status written = file.writeAtAll(0, ints(rank, 10 + rank), 2, MPI.INT);
            assertThat(written.getCount(MPI.INT)).isEqualTo(2);
            assertThat(file.writeAt(2, ints(20 + rank), 1, MPI.INT).getCount(MPI.BYTE))
                    .isEqualTo(4);
            world.barrier();
            int[] read = new int[4];
            assertThat(file.readAtAll(1, read, 4, MPI.INT).getCount(MPI.INT)).isEqualTo(2);
            assertThat(read).containsExactly(10 + rank, 20 + rank, 0, 0);
            assertThat(file.readAt(2, read, 1, MPI.INT).getElements(MPI.INT)).isEqualTo(1);
            assertThat(read[0]).isEqualTo(20 + rank);
            assertThat(file.getSize()).isEqualTo(8 + 12L * size);

            file.setView(8, MPI.INT, MPI.INT, "native", MPI.INFO_NULL);
            int[] whole = new int[3 * size];
            file.readAt(0, whole, whole.length, MPI.INT);
            assertThat(whole)
                    .isEqualTo(IntStream.range(0, whole.length)
                            .map(i -> 10 * (i / size) + i % size)
                            .toArray());
            FileView view = file.getView();
            assertThat(view.getDisp()).isEqualTo(8);
            assertThat(view.getEType()).isSameAs(MPI.INT);
            assertThat(view.getFileType()).isSameAs(MPI.INT);
            assertThat(view.getDataRep()).isEqualTo("native");
            assertThat(new FileView(1, MPI.BYTE, MPI.INT, "x").getDisp()).isEqualTo(1);
        });
    }

    @Test
    void shouldStartAccessAtOffsets() {
        onEachSize((world, file) -> {
            int rank = world.getRank();
            showCyclic(world, file, 0);
            Request[] writes = {
                file.iWriteAt(0, direct(rank), 1, MPI.INT),
                file.iWriteAtAll(1, direct(10 + rank), 1, MPI.INT),
                file.iWriteAtAll(2, direct(20 + rank), 1, MPI.INT)
            };
            Request.waitAll(writes);
            world.barrier();
            IntBuffer first = MPI.newIntBuffer(2);
            IntBuffer second = MPI.newIntBuffer(5);
            Request one = file.iReadAt(0, first, 2, MPI.INT);
            Request other = file.iReadAtAll(1, second, 5, MPI.INT);
            assertThat(one.waitStatus().getCount(MPI.INT)).isEqualTo(2);
            assertThat(other.waitStatus().getCount(MPI.INT)).isEqualTo(2);
            assertThat(first.get(1)).isEqualTo(10 + rank);
            assertThat(second.get(1)).isEqualTo(20 + rank);
            assertThatThrownBy(() -> file.iReadAt(0, IntBuffer.allocate(1), 1, MPI.INT))
                    .isInstanceOf(IllegalArgumentException.class);
        });
    }

    @Test
    void shouldMoveTheRanksPosition() {
        onEachSize((world, file) -> {
            int rank = world.getRank();
            showCyclic(world, file, 4);
            file.write(ints(rank, 1), 2, MPI.INT);
            file.writeAll(ints(2), 1, MPI.INT);
            assertThat(file.getPosition()).isEqualTo(3);
            Request.waitAll(new Request[] {
                file.iWrite(direct(3), 1, MPI.INT), file.iWriteAll(direct(4, 5), 2, MPI.INT),
            });
            world.barrier();
            file.seek(-2, MPI.SEEK_CUR);
            assertThat(file.getPosition()).isEqualTo(4);
            int[] read = new int[2];
            assertThat(file.read(read, 2, MPI.INT).getCount(MPI.INT)).isEqualTo(2);
            assertThat(read).containsExactly(4, 5);
            assertThat(file.read(read, 2, MPI.INT).getCount(MPI.INT)).isZero();
            file.seek(-1, MPI.SEEK_END);
            assertThat(file.readAll(read, 2, MPI.INT).getCount(MPI.INT)).isEqualTo(1);
            assertThat(read[0]).isEqualTo(5);
            file.seek(0, MPI.SEEK_SET);
            IntBuffer one = MPI.newIntBuffer(1);
            IntBuffer rest = MPI.newIntBuffer(5);
            Request first = file.iRead(one, 1, MPI.INT);
            Request second = file.iReadAll(rest, 5, MPI.INT);
            first.waitFor();
            second.waitFor();
            assertThat(one.get(0)).isEqualTo(rank);
            assertThat(rest.get(4)).isEqualTo(5);
            assertFails(MPI.ERR_ARG, () -> file.seek(-1, MPI.SEEK_SET));
            assertFails(MPI.ERR_ARG, () -> file.seek(0, 7));
        });
    }

    @Test
    void shouldSplitCollectiveAccess() {
        onEachSize((world, file) -> {
            int rank = world.getRank();
            showCyclic(world, file, 0);
            int[] first = {rank, 1};
            file.writeAtAllBegin(0, first, 2, MPI.INT);
            assertFails(MPI.ERR_REQUEST, () -> file.writeAtAllEnd(ints(1)));
            assertFails(MPI.ERR_REQUEST, () -> file.writeAllEnd(first));
            assertThat(file.writeAtAllEnd(first).getCount(MPI.INT)).isEqualTo(2);
            file.seek(2, MPI.SEEK_SET);
            int[] second = {2};
            file.writeAllBegin(second, 1, MPI.INT);
            assertThat(file.writeAllEnd(second).getCount(MPI.INT)).isEqualTo(1);
            int[] read = new int[3];
            file.readAtAllBegin(1, read, 3, MPI.INT);
            assertThat(file.readAtAllEnd(read).getCount(MPI.INT)).isEqualTo(2);
            assertThat(read).containsExactly(1, 2, 0);
            file.seek(0, MPI.SEEK_SET);
            file.readAllBegin(read, 3, MPI.INT);
            file.readAllEnd(read);
            assertThat(read).containsExactly(rank, 1, 2);

            file.setView(0, MPI.INT, MPI.INT, "native");
            int[] own = {100 + rank};
            file.writeOrderedBegin(own, 1, MPI.INT);
            file.writeOrderedEnd(own);
            file.seekShared(0, MPI.SEEK_SET);
            file.readOrderedBegin(read, 1, MPI.INT);
            assertThat(file.readOrderedEnd(read).getCount(MPI.INT)).isEqualTo(1);
            assertThat(read[0]).isEqualTo(100 + rank);
        });
    }

    @Test
    void shouldShareAPosition() {
        onEachSize((world, file) -> {
            int rank = world.getRank();
            int size = world.getSize();
            file.setView(0, MPI.INT, MPI.INT, "native");
            file.writeOrdered(ints(rank, rank), 2, MPI.INT);
            assertThat(file.getPositionShared()).isEqualTo(2L * size);
            world.barrier(); // all have asked
            file.writeShared(ints(1000), 1, MPI.INT);
            file.iWriteShared(direct(1000), 1, MPI.INT).waitFor();
            file.seekShared(-2L * size, MPI.SEEK_CUR);
            assertThat(file.getPositionShared()).isEqualTo(2L * size);
            world.barrier(); // all have asked
            int[] read = new int[1];
            assertThat(file.readShared(read, 1, MPI.INT).getCount(MPI.INT)).isEqualTo(1);
            assertThat(read).containsExactly(1000);
            IntBuffer started = MPI.newIntBuffer(1);
            assertThat(file.iReadShared(started, 1, MPI.INT).waitStatus().getCount(MPI.INT))
                    .isEqualTo(1);
            assertThat(started.get(0)).isEqualTo(1000);
            file.seekShared(-4L * size, MPI.SEEK_END);
            assertThat(file.getPositionShared()).isZero();
            int[] two = new int[2];
            file.readOrdered(two, 2, MPI.INT);
            assertThat(two).containsOnly(rank);
            if (size > 1) {
                showCyclic(world, file, 0);
                assertFails(MPI.ERR_UNSUPPORTED_OPERATION, () -> file.readShared(two, 1, MPI.INT));
                assertFails(MPI.ERR_UNSUPPORTED_OPERATION, () -> file.seekShared(0, MPI.SEEK_SET));
            }
        });
    }

    @Test
    void shouldKnowTheFileAsAWhole() {
        onEachSize((world, file) -> {
            assertThat(file.getAMode()).isEqualTo(RDWR);
            assertThat(Group.compare(file.getGroup(), world.getGroup())).isEqualTo(MPI.IDENT);
            file.setSize(100);
            assertThat(file.getSize()).isEqualTo(100);
            world.barrier();
            file.preallocate(200);
            assertThat(file.getSize()).isEqualTo(200);
            world.barrier();
            file.setSize(3);
            assertThat(file.getSize()).isEqualTo(3);
            Info info = new Info();
            info.set("cb_nodes", "2");
            file.setInfo(info);
            assertThat(file.getInfo().get("cb_nodes")).isEqualTo("2");
            assertThat(file.getTypeExtent(MPI.DOUBLE)).isEqualTo(1);
            assertThat(file.getAtomicity()).isFalse();
            file.setAtomicity(true);
            assertThat(file.getAtomicity()).isTrue();
            file.writeAt(0, new byte[] {1, 2, 3, 4, 5}, 5, MPI.BYTE);
            file.sync();
            assertThat(file.getSize()).isEqualTo(5);
            assertThat(file.getErrhandler()).isSameAs(MPI.ERRORS_RETURN);
            file.callErrhandler(MPI.ERR_IO); // does nothing
            file.setErrhandler(MPI.ERRORS_ARE_FATAL);
            assertThat(file.getErrhandler()).isSameAs(MPI.ERRORS_ARE_FATAL);
            file.setErrhandler(MPI.ERRORS_RETURN);
        });
    }

    @Test
    void shouldOpenAsAsked() {
        RankJob.onEachSize(world -> {
            int size = world.getSize();
            String name = folder.resolve("modes").toString();
            assertFails(MPI.ERR_NO_SUCH_FILE, () -> new File(world, name, MPI.MODE_RDONLY));
            assertFails(MPI.ERR_AMODE, () -> new File(world, name, MPI.MODE_CREATE));
            assertFails(MPI.ERR_AMODE, () -> new File(world, name, MPI.MODE_RDONLY | MPI.MODE_CREATE));
            assertFails(MPI.ERR_AMODE, () -> new File(world, name, MPI.MODE_RDWR | MPI.MODE_SEQUENTIAL));
            if (size > 1) {
                assertFails(MPI.ERR_NOT_SAME, () -> new File(world, name + world.getRank(), RDWR));
            }
            int create = MPI.MODE_WRONLY | MPI.MODE_CREATE | MPI.MODE_EXCL;
            File file = new File(world, name, create, MPI.INFO_NULL);
            assertFails(MPI.ERR_ACCESS, () -> file.readAll(new int[1], 1, MPI.INT));
            file.writeOrdered(ints(world.getRank()), 1, MPI.INT);
            file.close();
            assertFails(MPI.ERR_FILE, file::getSize);
            assertFails(MPI.ERR_FILE_EXISTS, () -> new File(world, name, create));

            File more = new File(world, name, MPI.MODE_WRONLY | MPI.MODE_APPEND | MPI.MODE_UNIQUE_OPEN);
            assertThat(more.getPosition()).isEqualTo(4L * size);
            more.writeOrdered(ints(70), 1, MPI.INT);
            more.close();

            File reading = new File(world, name, MPI.MODE_RDONLY | MPI.MODE_SEQUENTIAL);
            assertFails(MPI.ERR_READ_ONLY, () -> reading.write(new int[1], 1, MPI.INT));
            assertFails(MPI.ERR_UNSUPPORTED_OPERATION, () -> reading.read(new int[1], 1, MPI.INT));
            int[] own = new int[1];
            reading.readOrdered(own, 1, MPI.INT);
            assertThat(own[0]).isEqualTo(world.getRank());
            reading.setView(MPI.DISPLACEMENT_CURRENT, MPI.INT, MPI.INT, "internal");
            assertThat(reading.getView().getDisp()).isEqualTo(4L * size);
            reading.readOrdered(own, 1, MPI.INT);
            assertThat(own[0]).isEqualTo(70);
            reading.close();

            new File(world, name, MPI.MODE_RDONLY | MPI.MODE_DELETE_ON_CLOSE).close();
            world.barrier();
            assertThat(Path.of(name)).doesNotExist();
        });
    }

    @Test
    void shouldDeleteFiles() {
        RankJob.onEachSize(world -> {
            Path path = folder.resolve("delete-" + world.getRank());
            Files.createFile(path);
            File.delete(path.toString());
            assertThat(path).doesNotExist();
            Files.createFile(path);
            File.delete(path.toString(), MPI.INFO_NULL);
            assertFails(MPI.ERR_NO_SUCH_FILE, () -> File.delete(path.toString()));
        });
    }

    @Test
    void shouldTellAllRanksOfAMistakeInOne() {
        onEachSize((world, file) -> {
            boolean wrong = world.getRank() == world.getSize() - 1;
            file.setView(0, MPI.INT, MPI.INT, "native");
            int[] two = new int[2];
            assertFails(wrong ? MPI.ERR_BUFFER : MPI.ERR_OTHER, () -> file.writeAtAll(0, two, wrong ? 3 : 1, MPI.INT));
            Request started = wrong ? null : file.iWriteAll(direct(1), 1, MPI.INT);
            if (started == null) {
                assertFails(MPI.ERR_BUFFER, () -> file.iWriteAll(direct(1), 2, MPI.INT));
            } else {
                assertFails(MPI.ERR_OTHER, started::waitFor);
            }
            assertFails(
                    wrong ? MPI.ERR_TYPE : MPI.ERR_OTHER, () -> file.readOrdered(two, 1, wrong ? MPI.DOUBLE : MPI.INT));
            assertFails(wrong ? MPI.ERR_ARG : MPI.ERR_OTHER, () -> file.writeAtAll(wrong ? -1 : 0, two, 1, MPI.INT));
            assertFails(
                    MPI.ERR_UNSUPPORTED_DATAREP,
                    () -> file.setView(0, MPI.INT, MPI.INT, wrong ? "external32" : "native"));
            assertFails(MPI.ERR_DISP, () -> file.setView(wrong ? -1 : 0, MPI.INT, MPI.INT, "native"));
            assertFails(MPI.ERR_TYPE, () -> file.setView(0, MPI.INT, wrong ? MPI.BYTE : MPI.INT, "native"));
            Datatype backward = Datatype.createIndexed(ints(1, 1), ints(1, 0), MPI.INT);
            backward.commit();
            assertFails(MPI.ERR_ARG, () -> file.setView(0, MPI.INT, wrong ? backward : MPI.INT, "native"));
            file.writeOrdered(ints(5), 1, MPI.INT); // the file works
            assertThat(all(file, world.getSize())).containsOnly(5);
        });
    }

    @Test
    void shouldTellAllRanksWhatIsWrongWithABuffer() {
        onEachSize((world, file) -> {
            boolean wrong = world.getRank() == world.getSize() - 1;
            int expected = wrong ? MPI.ERR_BUFFER : MPI.ERR_OTHER;
            int[] two = new int[2];
            String isNull = "the buffer is null";
            assertTold(expected, "buffer is too small", () -> file.writeAtAll(0, two, wrong ? 3 : 1, MPI.INT));
            assertTold(expected, isNull, () -> file.readAll(wrong ? null : two, 2, MPI.INT));
            assertTold(expected, isNull, () -> file.writeOrdered(wrong ? null : two, 2, MPI.INT));
            assertTold(
                    expected,
                    isNull,
                    () -> file.iWriteAll(wrong ? null : direct(1), 1, MPI.INT).waitFor());
            file.writeOrdered(ints(5), 1, MPI.INT); // the file works
            assertThat(all(file, world.getSize())).containsOnly(5);
        });
    }

    private static void assertTold(int errorClass, String text, ThrowingCallable call) {
        assertFails(errorClass, () -> {
            try {
                call.call();
            } catch (MPIException e) {
                assertThat(e).hasMessageContaining(text);
                throw e;
            }
        });
    }

    @Test
    void shouldRefuseEtypesOfDifferentSizes() {
        onEachSize((world, file) -> {
            if (world.getSize() > 1) {
                boolean other = world.getRank() == 1;
                assertTold(
                        MPI.ERR_NOT_SAME,
                        "rank=0 etype bytes=4 datarep=native; rank=1 etype bytes=8 datarep=native",
                        () -> file.setView(0, other ? MPI.DOUBLE : MPI.INT, other ? MPI.DOUBLE : MPI.INT, "native"));
                assertTold(
                        MPI.ERR_NOT_SAME,
                        "datarep=internal",
                        () -> file.setView(0, MPI.INT, MPI.INT, other ? "internal" : "native"));
            }
            assertThat(file.getView().getEType()).isSameAs(MPI.BYTE);
            file.writeOrdered(ints(5), 1, MPI.INT); // the file works
            assertThat(all(file, world.getSize())).containsOnly(5);
        });
    }

    @Test
    void shouldWriteDerivedTypesAndAllKindsOfBuffers() {
        onEachSize((world, file) -> {
            int size = world.getSize();
            int rows = 5;
            int[] matrix = new int[rows * 3]; // of which the rank writes the middle column
            for (int row = 0; row < rows; row++) {
                matrix[3 * row + 1] = 100 * row + world.getRank();
            }
            Datatype column = Datatype.createVector(rows, 1, 3, MPI.INT);
            column.commit();
            showCyclic(world, file, 0);
            file.writeAll(MPI.slice(matrix, 1), 1, column);
            int[] values = all(file, rows * size);
            assertThat(values)
                    .isEqualTo(IntStream.range(0, rows * size)
                            .map(i -> 100 * (i / size) + i % size)
                            .toArray());
            world.barrier(); // all have compared
            file.setView(0, MPI.BYTE, MPI.BYTE, "native");
            ByteBuffer bytes = MPI.newByteBuffer(8).putInt(0, 1).putInt(4, 2);
            file.writeAtAll(8L * world.getRank(), bytes, 2, MPI.INT);
            double[] number = new double[1];
            file.readAt(8L * world.getRank(), number, 1, MPI.DOUBLE);
            assertThat(Double.doubleToRawLongBits(number[0])).isEqualTo(bytes.getLong(0));
            assertThat(file.readAt(0, null, 0, MPI.INT).getCount(MPI.INT)).isZero();
        });
    }

    private static void assertFails(int errorClass, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        MPIException.class,
                        e -> assertThat(e.getErrorClass()).as(e.getMessage()).isEqualTo(errorClass));
    }
}
