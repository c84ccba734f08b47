package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.junit.jupiter.api.Test;

/** Fields of structs, slices of buffers, complex numbers, counts, operators over buffers. */
class ValuesTest {

    /** One field of each kind and a field of two of them; then a pair of structs, and items of a datatype. */
    private static final class All extends Struct {
        private final int aByte = addByte();
        private final int bytes = addByte(3);
        private final int aChar = addChar();
        private final int chars = addChar(2);
        private final int aShort = addShort();
        private final int shorts = addShort(2);
        private final int anInt = setOffset(16).addInt();
        private final int ints = addInt(2);
        private final int aLong = setOffset(32).addLong();
        private final int longs = addLong(2);
        private final int aFloat = addFloat();
        private final int floats = addFloat(2);
        private final int aDouble = setOffset(72).addDouble();
        private final int doubles = addDouble(2);
        private final int pairs = addStruct(MPI.shortInt, 2);
        private final int item = addData(MPI.INT);
        private final int items = addData(MPI.INT, 2);

        private All() throws MPIException {}

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {
            void fill(int seed) throws MPIException {
                putByte(aByte, (byte) seed);
                putByte(bytes, 2, (byte) (seed + 1));
                putChar(aChar, (char) ('a' + seed));
                putChar(chars, 1, (char) ('b' + seed));
                putShort(aShort, (short) (seed + 2));
                putShort(shorts, 1, (short) (seed + 3));
                putInt(anInt, seed + 4);
                putInt(ints, 1, seed + 5);
                putLong(aLong, seed + 6L);
                putLong(longs, 1, seed + 7L);
                putFloat(aFloat, seed + 8F);
                putFloat(floats, 1, seed + 9F);
                putDouble(aDouble, seed + 10.0);
                putDouble(doubles, 1, seed + 11.0);
                ShortInt.Data pair = getData(MPI.shortInt, pairs, 1);
                pair.putValue((short) (seed + 12));
                pair.putIndex(seed + 13);
                getBuffer(MPI.INT, item).putInt(0, seed + 14);
                getBuffer(MPI.INT, items, 1).putInt(0, seed + 15);
            }

            double[] values() throws MPIException {
                ShortInt.Data pair = getData(MPI.shortInt, pairs, 1);
                return new double[] {
                    getByte(aByte),
                    getByte(bytes, 2),
                    getChar(aChar) - 'a',
                    getChar(chars, 1) - 'b',
                    getShort(aShort),
                    getShort(shorts, 1),
                    getInt(anInt),
                    getInt(ints, 1),
                    getLong(aLong),
                    getLong(longs, 1),
                    getFloat(aFloat),
                    getFloat(floats, 1),
                    getDouble(aDouble),
                    getDouble(doubles, 1),
                    pair.getValue(),
                    pair.getIndex(),
                    getBuffer(MPI.INT, item).getInt(0),
                    getBuffer(MPI.INT, items, 1).getInt(0)
                };
            }
        }
    }

    @Test
    void shouldSendStructsOfAllKindsOfFields() {
        RankJob.onEachSize(world -> {
            All struct = new All();
            int rank = world.getRank();
            int size = world.getSize();
            ByteBuffer sent = MPI.newByteBuffer(2 * struct.getExtent());
            All.Data first = struct.getData(sent);
            first.fill(rank);
            All.Data second = struct.getData(sent, 1);
            second.fill(rank + 50);
            byte[] received = new byte[2 * struct.getExtent()];
            int left = (rank + size - 1) % size;
            world.sendRecv(sent, 2, struct.getType(), (rank + 1) % size, 1, received, 2, struct.getType(), left, 1);
            for (int i = 0; i < 2; i++) {
                int seed = left + 50 * i;
                All.Data found = struct.getData(received, i);
                assertThat(found.values())
                        .containsExactly(
                                seed, seed + 1, seed, seed, seed + 2, seed + 3, seed + 4, seed + 5, seed + 6, seed + 7,
                                seed + 8, seed + 9, seed + 10, seed + 11, seed + 12, seed + 13, seed + 14, seed + 15);
            }
            assertThatThrownBy(struct::addInt).isInstanceOf(AssertionError.class);
        });
    }

    @Test
    void shouldSliceBuffersOfAllKinds() {
        ByteBuffer bytes = MPI.slice(ByteBuffer.allocateDirect(5).put(4, (byte) 9), 3);
        assertThat(bytes.get(1)).isEqualTo((byte) 9);
        assertThat(bytes.order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(MPI.slice(new byte[] {1, 2, 3}, 2).get()).isEqualTo((byte) 3);
        CharBuffer chars = MPI.newCharBuffer(3).put(2, 'x');
        assertThat(MPI.slice(chars, 2).get(0)).isEqualTo('x');
        assertThat(MPI.slice(new char[] {'a', 'b'}, 1).get()).isEqualTo('b');
        ShortBuffer shorts = MPI.newShortBuffer(3).put(2, (short) 7);
        assertThat(MPI.slice(shorts, 2).get(0)).isEqualTo((short) 7);
        assertThat(MPI.slice(new short[] {1, 2}, 1).get()).isEqualTo((short) 2);
        LongBuffer longs = MPI.newLongBuffer(3).put(2, 7);
        assertThat(MPI.slice(longs, 2).get(0)).isEqualTo(7);
        assertThat(MPI.slice(new long[] {1, 2}, 1).get()).isEqualTo(2);
        FloatBuffer floats = MPI.newFloatBuffer(3).put(2, 7);
        assertThat(MPI.slice(floats, 2).get(0)).isEqualTo(7);
        assertThat(MPI.slice(new float[] {1, 2}, 1).get()).isEqualTo(2);
        DoubleBuffer doubles = MPI.newDoubleBuffer(3).put(2, 7);
        assertThat(MPI.slice(doubles, 2).get(0)).isEqualTo(7);
    }

    @Test
    void shouldSeeComplexNumbersInBuffers() {
        ByteBuffer bytes = MPI.newByteBuffer(32);
        FloatComplex single = FloatComplex.get(bytes);
        single.putReal(1);
        single.putImag(2);
        assertThat(FloatComplex.get(bytes.asFloatBuffer(), 0).getImag()).isEqualTo(2);
        assertThat(FloatComplex.get(new float[] {0, 0, 3, 4}, 1).getReal()).isEqualTo(3);
        DoubleComplex twice = DoubleComplex.get(bytes);
        twice.putReal(5);
        assertThat(bytes.asDoubleBuffer().get(0)).isEqualTo(5);
    }

    @Test
    void shouldCompareCounts() {
        Count count = new Count(3);
        count.setCount(1L << 40);
        assertThat(count.getCount()).isEqualTo(1L << 40);
        assertThat(count.equals(new Count(1L << 40))).isTrue();
        assertThat(count.compareTo(new Count(5))).isPositive();
    }

    @Test
    void shouldMakeExceptionsOfPrograms() {
        assertThat(new MPIException("text").getErrorClass()).isEqualTo(MPI.SUCCESS);
        assertThat(new MPIException(new IllegalStateException("why")).getErrorCode())
                .isEqualTo(MPI.SUCCESS);
    }

    /** Composes affine functions, pairs of a factor and a summand, which does not commute. */
    @Test
    void shouldCallOperatorsWithBuffersOrArrays() {
        RankJob.onEachSize(world -> {
            Op onBuffers = new Op(
                    new UserFunction() {
                        @Override
                        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
                            for (int i = 0; i < 8 * count; i += 8) {
                                int factor = inOut.getInt(i);
                                inOut.putInt(i, in.getInt(i) * factor);
                                inOut.putInt(i + 4, in.getInt(i + 4) * factor + inOut.getInt(i + 4));
                            }
                        }
                    },
                    false);
            Op onArrays = new Op(
                    new UserFunction() {
                        @Override
                        public void call(Object inVec, Object inOutVec, int count, Datatype datatype) {
                            int[] in = (int[]) inVec;
                            int[] inOut = (int[]) inOutVec;
                            for (int i = 0; i < 2 * count; i += 2) {
                                int factor = inOut[i];
                                inOut[i] = in[i] * factor;
                                inOut[i + 1] = in[i + 1] * factor + inOut[i + 1];
                            }
                        }
                    },
                    false);
            Datatype pair = Datatype.createContiguous(2, MPI.INT);
            pair.commit();
            int[] expected = {1, 0}; // which depends on the order
            int[] upToThis = {};
            for (int rank = 0; rank < world.getSize(); rank++) {
                expected[0] *= 10;
                expected[1] = 10 * expected[1] + rank + 1;
                upToThis = rank == world.getRank() ? expected.clone() : upToThis;
            }
            for (Op op : new Op[] {onBuffers, onArrays}) {
                int[] own = {10, world.getRank() + 1, 10, world.getRank() + 1};
                int[] all = own.clone();
                world.allReduce(all, 2, pair, op);
                assertThat(all).containsExactly(expected[0], expected[1], expected[0], expected[1]);
                world.scan(own, 2, pair, op);
                assertThat(own).containsExactly(upToThis[0], upToThis[1], upToThis[0], upToThis[1]);
                op.free();
            }
        });
    }

    @Test
    void shouldStartOnePreparedRequest() {
        RankJob.onEachSize(world -> {
            int right = (world.getRank() + 1) % world.getSize();
            Prequest send = world.sendInit(MPI.newIntBuffer(1).put(0, 7), 1, MPI.INT, right, 0);
            for (int round = 0; round < 3; round++) {
                send.start();
                int[] received = new int[1];
                world.recv(received, 1, MPI.INT, MPI.ANY_SOURCE, 0);
                send.waitFor();
                assertThat(received).containsExactly(7);
            }
            send.free();
        });
    }

    @Test
    void shouldDuplicateIntercommunicators() {
        RankJob.onEachSize(2, world -> {
            int side = world.getRank() % 2;
            Intracomm part = world.split(side, 0);
            Intercomm inter = world.createIntercomm(part, 0, 1 - side, 3);
            for (Intercomm copy : new Intercomm[] {inter.clone(), inter.dupWithInfo(MPI.INFO_NULL)}) {
                int[] sent = {world.getRank()};
                int[] received = new int[1];
                int rank = part.getRank();
                int opposite = rank < copy.getRemoteSize() ? rank : MPI.PROC_NULL;
                copy.sendRecv(sent, 1, MPI.INT, opposite, 0, received, 1, MPI.INT, opposite, 0);
                assertThat(received).containsExactly(opposite == rank ? 2 * rank + 1 - side : 0);
                copy.free();
            }
        });
    }
}
