package mpi;

import static mpi.MessagesTest.left;
import static mpi.MessagesTest.right;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import org.junit.jupiter.api.Test;

/** Derived types: what they select, and how far items are apart. */
class DatatypesTest {

    @Test
    void shouldHaveTheExtentsOfTheStandard() {
        RankJob.onEachSize(world -> {
            assertExtent(MPI.DOUBLE, 0, 1, 1);
            assertExtent(MPI.DOUBLE_INT, 0, 16, 12);
            assertExtent(MPI.SHORT_INT, 0, 8, 6);
            assertExtent(MPI.FLOAT_COMPLEX, 0, 2, 2);
            assertExtent(Datatype.createContiguous(3, MPI.INT), 0, 3, 3);
            Datatype vector = Datatype.createVector(3, 2, 4, MPI.INT);
            assertExtent(vector, 0, 10, 6);
            assertExtent(Datatype.createContiguous(2, vector), 0, 20, 12);
            assertExtent(Datatype.createVector(2, 1, -3, MPI.INT), -3, 4, 2);
            assertExtent(Datatype.createHVector(2, 1, 12, MPI.INT), 0, 4, 2);
            assertExtent(Datatype.createIndexed(new int[] {1, 2}, new int[] {5, 1}, MPI.DOUBLE), 1, 5, 3);
            assertExtent(Datatype.createHIndexed(new int[] {1, 2}, new int[] {40, 8}, MPI.DOUBLE), 1, 5, 3);
            Datatype struct =
                    Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.DOUBLE, MPI.BYTE});
            assertExtent(struct, 0, 16, 9);
            assertThat(struct.getTrueExtent()).isEqualTo(9);
            Datatype resized = Datatype.createResized(vector, -4, 48);
            assertExtent(resized, -1, 12, 6);
            assertThat(resized.getTrueLb()).isZero();
            assertThat(resized.getTrueExtent()).isEqualTo(10);
            assertExtent(Datatype.createContiguous(2, resized), -1, 24, 12);
            assertExtent(vector.dup(), 0, 10, 6);
            assertExtent(vector.clone(), 0, 10, 6);
            vector.free();
            assertThat(vector.isNull()).isTrue();
            assertThat(MPI.DATATYPE_NULL.isNull()).isTrue();
        });
    }

    private static void assertExtent(Datatype type, int lb, int extent, int size) throws MPIException {
        assertThat(type.getLb()).isEqualTo(lb);
        assertThat(type.getExtent()).isEqualTo(extent);
        assertThat(type.getSize()).isEqualTo(size);
    }

    @Test
    void shouldSendColumns() {
        RankJob.onEachSize(world -> {
            int right = (world.getRank() + 1) % world.getSize();
            int left = (world.getRank() + world.getSize() - 1) % world.getSize();
            Datatype column = Datatype.createVector(3, 1, 4, MPI.DOUBLE);
            column.commit();
            double[] matrix = new double[12];
            for (int i = 0; i < 12; i++) {
                matrix[i] = 100 * world.getRank() + i;
            }
            double[] got = new double[3];
            Request sent = world.iSend(MPI.newDoubleBuffer(12).put(0, matrix), 1, column, right, 0);
            assertThat(world.recv(got, 3, MPI.DOUBLE, left, 0).getCount(column)).isEqualTo(1);
            sent.waitFor();
            assertThat(got).containsExactly(100 * left, 100 * left + 4, 100 * left + 8);
            world.send(got, 3, MPI.DOUBLE, right, 1);
            double[] into = new double[12];
            world.recv(MPI.slice(into, 3), 1, column, left, 1);
            assertThat(into[3]).isEqualTo(100.0 * ((left + world.getSize() - 1) % world.getSize()));
            assertThat(into[11]).isEqualTo(into[3] + 8);
            assertThat(into[4]).isZero();
        });
    }

    @Test
    void shouldResizeInBytes() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank(); // sends to itself
            Datatype everyOther = Datatype.createResized(MPI.INT, 0, 8);
            everyOther.commit();
            int[] got = new int[3];
            world.send(new int[] {1, 2, 3, 4, 5}, 3, everyOther, rank, 0);
            world.recv(got, 3, MPI.INT, rank, 0);
            assertThat(got).containsExactly(1, 3, 5);
            Datatype uneven = Datatype.createResized(MPI.SHORT, -1, 3); // no multiple of a short's two bytes
            uneven.commit();
            assertExtent(uneven, 0, 1, 1); // whole elements only, toward zero
            byte[] bytes = {1, 2, 3, 4, 5, 6, 7, 8};
            byte[] gathered = new byte[4];
            Datatype asBytes = Datatype.createStruct(new int[] {1}, new int[] {0}, new Datatype[] {uneven});
            asBytes.commit();
            assertExtent(asBytes, -1, 3, 2);
            world.send(bytes, 2, asBytes, rank, 0);
            world.recv(gathered, 4, MPI.BYTE, rank, 0);
            assertThat(gathered).containsExactly(1, 2, 4, 5);
            short[] shorts = new short[3];
            world.send(bytes, 2, asBytes, rank, 0);
            world.recv(shorts, 2, uneven, rank, 0);
            byte[] seen = new byte[6];
            world.send(shorts, 3, MPI.SHORT, rank, 0);
            world.recv(seen, 6, MPI.BYTE, rank, 0);
            assertThat(seen).containsExactly(1, 2, 0, 4, 5, 0);
        });
    }

    @Test
    void shouldCountItemsAndElements() {
        RankJob.onEachSize(world -> {
            Datatype pair = Datatype.createContiguous(2, MPI.INT);
            pair.commit();
            Datatype mixed =
                    Datatype.createStruct(new int[] {1, 2}, new int[] {0, 8}, new Datatype[] {MPI.DOUBLE, MPI.INT});
            world.send(new int[3], 3, MPI.INT, right(world), 0);
            Status status = world.recv(new int[6], 3, pair, left(world), 0);
            assertThat(status.getCount(pair)).isEqualTo(MPI.UNDEFINED);
            assertThat(status.getElements(pair)).isEqualTo(3);
            assertThat(status.getElementsX(pair)).isEqualTo(new Count(3));
            assertThat(status.getElements(mixed)).isEqualTo(2);
            status.setElements(mixed, 4);
            assertThat(status.getElements(mixed)).isEqualTo(4);
            assertThat(status.getCount(MPI.BYTE)).isEqualTo(24);
            status.setElementsX(MPI.INT, new Count(2));
            assertThat(status.getCount(MPI.INT)).isEqualTo(2);
            status.setCancelled(true);
            assertThat(status.isCancelled()).isTrue();
        });
    }

    @Test
    void shouldGatherItemsWithGaps() {
        RankJob.onEachSize(world -> {
            int size = world.getSize();
            Datatype everyOther = Datatype.createResized(Datatype.createVector(2, 1, 2, MPI.INT), 0, 16);
            everyOther.commit();
            int[] all = new int[4 * size];
            world.allGather(new int[] {world.getRank(), 9}, 2, MPI.INT, all, 1, everyOther);
            for (int i = 0; i < size; i++) {
                assertThat(all[4 * i]).isEqualTo(i);
                assertThat(all[4 * i + 1]).isZero();
                assertThat(all[4 * i + 2]).isEqualTo(9);
            }
            int[] ones = new int[size];
            int[] backwards = new int[size];
            for (int i = 0; i < size; i++) {
                ones[i] = 1;
                backwards[i] = size - 1 - i;
            }
            int[] reversed = new int[4 * size];
            world.allGatherv(new int[] {world.getRank(), 9}, 2, MPI.INT, reversed, ones, backwards, everyOther);
            for (int i = 0; i < size; i++) {
                assertThat(reversed[4 * i]).isEqualTo(size - 1 - i);
            }
        });
    }

    /** A name, a position, and a pair. */
    private static final class Particle extends Struct {
        private final int name = addChar(4);
        private final int place = addDouble(3);
        private final int pair = addStruct(MPI.int2);
        private final int flag = addByte();

        private Particle() throws MPIException {}

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {
            void set(String text, double x) {
                for (int i = 0; i < 4; i++) {
                    putChar(name, i, text.charAt(i));
                }
                putDouble(place, 2, x);
                Int2.Data inner = getData(MPI.int2, pair);
                inner.putValue(7);
                inner.putIndex(8);
                putByte(flag, (byte) 1);
            }

            String show() {
                StringBuilder text = new StringBuilder();
                for (int i = 0; i < 4; i++) {
                    text.append(getChar(name, i));
                }
                Int2.Data inner = getData(MPI.int2, pair);
                return "%s %s %d %d %d"
                        .formatted(text, getDouble(place, 2), inner.getValue(), inner.getIndex(), getByte(flag));
            }
        }
    }

    @Test
    void shouldSendStructs() {
        RankJob.onEachSize(world -> {
            Particle particle = new Particle();
            assertThat(particle.getExtent()).isEqualTo(48); // 41, and padding to a multiple of 8
            ByteBuffer buffer = MPI.newByteBuffer(2 * particle.getExtent());
            Particle.Data sent = particle.getData(buffer, 1);
            sent.set("neon", 1.5);
            world.send(buffer, 2, particle.getType(), right(world), 0);
            byte[] array = new byte[2 * particle.getExtent()];
            world.recv(array, 2, particle.getType(), left(world), 0);
            Particle.Data data = particle.getData(array, 1);
            assertThat(data.show()).isEqualTo("neon 1.5 7 8 1");
            assertThat(data.getBuffer().getChar(0)).isEqualTo('n');
        });
    }

    @Test
    void shouldRefuseTypesThatAreNotCommitted() {
        RankJob.onEachSize(world -> {
            world.setErrhandler(MPI.ERRORS_RETURN);
            Datatype pair = Datatype.createContiguous(2, MPI.INT);
            MessagesTest.assertFails(MPI.ERR_TYPE, () -> world.send(new int[2], 1, pair, 0, 0));
            MessagesTest.assertFails(MPI.ERR_TYPE, MPI.INT::free);
            MessagesTest.assertFails(MPI.ERR_ARG, () -> Datatype.createIndexed(new int[1], new int[2], MPI.INT));
            MessagesTest.assertFails(MPI.ERR_COUNT, () -> Datatype.createContiguous(-1, MPI.INT));
            pair.setName("pair");
            assertThat(pair.getName()).isEqualTo("pair");
            int key = Datatype.createKeyval();
            pair.setAttr(key, "value");
            assertThat(pair.getAttr(key)).isEqualTo("value");
            assertThat(pair.dup().getAttr(key)).isEqualTo("value");
            pair.deleteAttr(key);
            assertThat(pair.getAttr(key)).isNull();
            Datatype.freeKeyval(key);
            MessagesTest.assertFails(MPI.ERR_KEYVAL, () -> pair.getAttr(key));
        });
    }

    @Test
    void shouldViewComplexNumbers() {
        DoubleBuffer buffer = MPI.newDoubleBuffer(4);
        DoubleComplex.get(buffer, 1).putReal(3);
        assertThat(buffer.get(2)).isEqualTo(3);
        assertThat(DoubleComplex.get(buffer).getReal()).isZero();
        ByteBuffer bytes = MPI.newByteBuffer(32);
        DoubleComplex.get(bytes, 1).putImag(4);
        assertThat(bytes.getDouble(24)).isEqualTo(4);
        assertThat(DoubleComplex.get(new double[] {1, 2}).getImag()).isEqualTo(2);
        FloatComplex.get(bytes, 0).putImag(5);
        assertThat(bytes.getFloat(4)).isEqualTo(5);
        assertThat(FloatComplex.get(MPI.newFloatBuffer(2)).getBuffer().capacity())
                .isEqualTo(2);
    }
}
