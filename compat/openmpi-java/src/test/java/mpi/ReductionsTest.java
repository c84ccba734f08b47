package mpi;

import static mpi.CollectivesTest.direct;
import static mpi.CollectivesTest.ints;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Reductions: MPI's operators on MPI's types, and programs' own. */
class ReductionsTest {

    @Test
    void shouldReduceAtTheRoot() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int size = world.getSize();
            int sum = size * (size - 1) / 2;
            for (int root = 0; root < size; root++) {
                int[] got = {-1, -1};
                world.reduce(new int[] {rank, 1}, got, 2, MPI.INT, MPI.SUM, root);
                assertThat(got).isEqualTo(rank == root ? new int[] {sum, size} : new int[] {-1, -1});
                int[] inPlace = {rank};
                world.reduce(inPlace, 1, MPI.INT, MPI.SUM, root);
                assertThat(inPlace).containsExactly(rank == root ? sum : rank);
                IntBuffer started = direct(rank);
                IntBuffer other = direct(-1);
                world.iReduce(started, other, 1, MPI.INT, MPI.MAX, root).waitFor();
                world.iReduce(started, 1, MPI.INT, MPI.SUM, root).waitFor();
                assertThat(other.get(0)).isEqualTo(rank == root ? size - 1 : -1);
                assertThat(started.get(0)).isEqualTo(rank == root ? sum : rank);
            }
        });
    }

    @Test
    void shouldHaveAllOperators() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int size = world.getSize();
            assertThat(reduced(world, MPI.MAX, rank)).isEqualTo(size - 1);
            assertThat(reduced(world, MPI.MIN, rank + 3)).isEqualTo(3);
            assertThat(reduced(world, MPI.PROD, 2)).isEqualTo(1 << size);
            assertThat(reduced(world, MPI.BAND, 6 | rank << 4)).isEqualTo(6);
            assertThat(reduced(world, MPI.BOR, 1 << rank)).isEqualTo((1 << size) - 1);
            assertThat(reduced(world, MPI.BXOR, 1)).isEqualTo(size % 2);
            assertThat(reduced(world, MPI.LAND, 5)).isEqualTo(size == 1 ? 5 : 1);
            assertThat(reduced(world, MPI.LAND, rank)).isZero();
            assertThat(reduced(world, MPI.LOR, rank)).isEqualTo(size > 1 ? 1 : 0);
            assertThat(reduced(world, MPI.LXOR, 7)).isEqualTo(size == 1 ? 7 : size % 2);
            boolean[] flags = {rank == 0, true, false};
            world.allReduce(flags, 3, MPI.BOOLEAN, MPI.LAND);
            assertThat(flags).containsExactly(size == 1, true, false);
            double[] doubles = {rank + 0.5};
            world.allReduce(doubles, 1, MPI.DOUBLE, MPI.SUM);
            assertThat(doubles[0]).isEqualTo(size * size / 2.0);
            char[] chars = {'a'};
            world.allReduce(chars, 1, MPI.CHAR, MPI.SUM);
            assertThat(chars[0]).isEqualTo((char) ('a' * size));
            byte[] bytes = {1};
            world.allReduce(bytes, 1, MPI.BYTE, MPI.LXOR);
            assertThat(bytes[0]).isEqualTo((byte) (size % 2));
            short[] shorts = {(short) rank};
            world.allReduce(shorts, 1, MPI.SHORT, MPI.LOR);
            assertThat(shorts[0]).isEqualTo((short) (size > 1 ? 1 : 0));
            long[] longs = {rank};
            world.allReduce(longs, 1, MPI.LONG, MPI.LAND);
            assertThat(longs[0]).isZero();
            float[] floats = {rank};
            world.allReduce(floats, 1, MPI.FLOAT, MPI.MAX);
            assertThat(floats[0]).isEqualTo(size - 1);
            assertThat(MPI.SUM.isCommutative()).isTrue();
            assertThat(MPI.SUM.isNull()).isFalse();
        });
    }

    private static int reduced(Comm comm, Op op, int value) throws MPIException {
        int[] got = new int[1];
        comm.allReduce(new int[] {value}, got, 1, MPI.INT, op);
        IntBuffer started = direct(value);
        IntBuffer other = direct(0);
        comm.iAllReduce(started, other, 1, MPI.INT, op).waitFor();
        comm.iAllReduce(started, 1, MPI.INT, op).waitFor();
        assertThat(started.get(0)).isEqualTo(got[0]);
        assertThat(other.get(0)).isEqualTo(got[0]);
        return got[0];
    }

    @Test
    void shouldFindLocations() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int size = world.getSize();
            ByteBuffer pairs = MPI.newByteBuffer(2 * MPI.doubleInt.getExtent());
            DoubleInt.Data first = MPI.doubleInt.getData(pairs, 0);
            DoubleInt.Data second = MPI.doubleInt.getData(pairs, 1);
            first.putValue(rank % 3 + 0.5);
            first.putIndex(rank);
            second.putValue(-rank);
            second.putIndex(10 + rank);
            ByteBuffer least = MPI.newByteBuffer(2 * MPI.doubleInt.getExtent());
            world.allReduce(pairs, least, 2, MPI.DOUBLE_INT, MPI.MINLOC);
            DoubleInt.Data found = MPI.doubleInt.getData(least, 1);
            assertThat(found.getValue()).isEqualTo(-(size - 1));
            assertThat(found.getIndex()).isEqualTo(10 + size - 1);
            world.allReduce(pairs, 2, MPI.DOUBLE_INT, MPI.MAXLOC);
            assertThat(first.getValue()).isEqualTo(Math.min(size - 1, 2) + 0.5);
            assertThat(first.getIndex()).isEqualTo(Math.min(size - 1, 2));

            byte[] ints = new byte[MPI.int2.getExtent()];
            Int2.Data pair = MPI.int2.getData(ints);
            pair.putValue(5);
            pair.putIndex(rank);
            world.allReduce(ints, 1, MPI.INT2, MPI.MAXLOC);
            assertThat(pair.getIndex()).isZero(); // of equal values
            byte[] shorts = new byte[MPI.shortInt.getExtent()];
            ShortInt.Data shortPair = MPI.shortInt.getData(shorts);
            shortPair.putValue((short) -rank);
            shortPair.putIndex(rank);
            world.allReduce(shorts, 1, MPI.SHORT_INT, MPI.MINLOC);
            assertThat(shortPair.getValue()).isEqualTo((short) -(size - 1));
            byte[] longs = new byte[MPI.longInt.getExtent()];
            LongInt.Data longPair = MPI.longInt.getData(longs);
            longPair.putValue(rank);
            longPair.putIndex(rank);
            world.allReduce(longs, 1, MPI.LONG_INT, MPI.MAXLOC);
            assertThat(longPair.getIndex()).isEqualTo(size - 1);
            assertThat(longPair.getValue()).isEqualTo(size - 1);
            byte[] floats = new byte[MPI.floatInt.getExtent()];
            FloatInt.Data floatPair = MPI.floatInt.getData(floats);
            floatPair.putValue(rank);
            floatPair.putIndex(rank);
            world.allReduce(floats, 1, MPI.FLOAT_INT, MPI.MAXLOC);
            assertThat(floatPair.getIndex()).isEqualTo(size - 1);
            assertThat(floatPair.getValue()).isEqualTo(size - 1);
        });
    }

    @Test
    void shouldReduceComplexNumbers() {
        RankJob.onEachSize(world -> {
            int size = world.getSize();
            double[] numbers = new double[4];
            DoubleComplex second = DoubleComplex.get(numbers, 1);
            second.putReal(0);
            second.putImag(1);
            world.allReduce(numbers, 2, MPI.DOUBLE_COMPLEX, MPI.PROD);
            double[][] powers = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
            assertThat(second.getReal()).isEqualTo(powers[size % 4][0]);
            assertThat(second.getImag()).isEqualTo(powers[size % 4][1]);
            assertThat(second.getBuffer().capacity()).isEqualTo(2);
            float[] floats = {1, 2};
            world.allReduce(floats, 1, MPI.FLOAT_COMPLEX, MPI.SUM);
            assertThat(FloatComplex.get(floats).getImag()).isEqualTo(2 * size);
            floats = new float[] {0, 1};
            world.allReduce(floats, 1, MPI.FLOAT_COMPLEX, MPI.PROD);
            assertThat(FloatComplex.get(floats).getReal()).isEqualTo((float) powers[size % 4][0]);
        });
    }

    /** Composes affine functions x → a x + b, which do not commute; operands are pairs of ints. */
    private static final class Compose extends UserFunction {
        @Override
        public void call(Object inVec, Object inOutVec, int count, Datatype datatype) {
            int[] in = (int[]) inVec;
            int[] inOut = (int[]) inOutVec;
            for (int i = 0; i < 2 * count; i += 2) {
                int a = in[i] * inOut[i];
                inOut[i + 1] += inOut[i] * in[i + 1];
                inOut[i] = a;
            }
        }
    }

    @Test
    void shouldCallOperatorsOfPrograms() {
        RankJob.onEachSize(world -> {
            Datatype pair = Datatype.createContiguous(2, MPI.INT);
            pair.commit();
            Op compose = new Op(new Compose(), false);
            assertThat(compose.isCommutative()).isFalse();
            int size = world.getSize();
            int[] own = {3, world.getRank()};
            int[] got = new int[2];
            world.allReduce(own, got, 1, pair, compose);
            int x = 0; // rank 0's function first
            for (int i = 0; i < size; i++) {
                x = 3 * x + i;
            }
            assertThat(got[1]).isEqualTo(x);
            for (int root = 0; root < size; root++) {
                int[] reduced = new int[2];
                world.reduce(own, reduced, 1, pair, compose, root);
                assertThat(reduced[1]).isEqualTo(world.getRank() == root ? x : 0);
            }
            compose.free();
            assertThat(compose.isNull()).isTrue();

            Op bytes = new Op(
                    new UserFunction() {
                        @Override
                        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
                            for (int i = 0; i < count; i++) {
                                inOut.putDouble(8 * i, in.getDouble(8 * i) + inOut.getDouble(8 * i));
                            }
                        }
                    },
                    true);
            double[] sums = {1, world.getRank()};
            world.allReduce(sums, 2, MPI.DOUBLE, bytes);
            assertThat(sums).containsExactly(size, size * (size - 1) / 2.0);

            Op flags = new Op(
                    new UserFunction() {
                        @Override
                        public void call(Object in, Object inOut, int count, Datatype datatype) {
                            boolean[] b = (boolean[]) inOut;
                            b[0] |= ((boolean[]) in)[0];
                        }
                    },
                    true);
            boolean[] flag = {world.getRank() == size - 1};
            world.allReduce(flag, 1, MPI.BOOLEAN, flags);
            assertThat(flag).containsExactly(true);
        });
    }

    @Test
    void shouldCallOperatorsWithItemsThatHaveGaps() {
        RankJob.onEachSize(world -> {
            int size = world.getSize();
            Datatype everyOther = Datatype.createVector(2, 1, 2, MPI.INT); // elements 0 and 2
            everyOther.commit();
            Op sum = new Op(
                    new UserFunction() {
                        @Override
                        public void call(Object in, Object inOut, int count, Datatype datatype) throws MPIException {
                            int extent = datatype.getExtent();
                            int[] a = (int[]) in;
                            int[] b = (int[]) inOut;
                            for (int i = 0; i < count; i++) {
                                b[i * extent] += a[i * extent];
                                b[i * extent + 2] += a[i * extent + 2];
                            }
                        }
                    },
                    true);
            int[] values = {1, 50, 2, 3, 60, 4};
            world.allReduce(values, 2, everyOther, sum);
            assertThat(values).containsExactly(size, 50, 2 * size, 3 * size, 60, 4 * size);
        });
    }

    @Test
    void shouldScanAndScatter() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int size = world.getSize();
            int upTo = rank * (rank + 1) / 2;
            int[] got = new int[1];
            world.scan(new int[] {rank}, got, 1, MPI.INT, MPI.SUM);
            assertThat(got[0]).isEqualTo(upTo);
            int[] inPlace = {rank};
            world.scan(inPlace, 1, MPI.INT, MPI.SUM);
            assertThat(inPlace[0]).isEqualTo(upTo);
            got[0] = -5;
            world.exScan(new int[] {rank}, got, 1, MPI.INT, MPI.SUM);
            assertThat(got[0]).isEqualTo(rank == 0 ? -5 : upTo - rank);
            inPlace[0] = rank;
            world.exScan(inPlace, 1, MPI.INT, MPI.SUM);
            assertThat(inPlace[0]).isEqualTo(rank == 0 ? 0 : upTo - rank);
            IntBuffer a = direct(rank);
            IntBuffer b = direct(-5);
            world.iScan(a, b, 1, MPI.INT, MPI.SUM).waitFor();
            assertThat(b.get(0)).isEqualTo(upTo);
            world.iExScan(a, b, 1, MPI.INT, MPI.SUM).waitFor();
            assertThat(b.get(0)).isEqualTo(rank == 0 ? 0 : upTo - rank);
            world.iScan(a, 1, MPI.INT, MPI.SUM).waitFor();
            assertThat(a.get(0)).isEqualTo(upTo);
            a.put(0, rank);
            world.iExScan(a, 1, MPI.INT, MPI.SUM).waitFor();
            assertThat(a.get(0)).isEqualTo(rank == 0 ? 0 : upTo - rank);

            int[] send = IntStream.range(0, size).toArray();
            world.reduceScatterBlock(send, got, 1, MPI.INT, MPI.SUM);
            assertThat(got[0]).isEqualTo(size * rank);
            int[] sendToo = send.clone();
            world.reduceScatterBlock(sendToo, 1, MPI.INT, MPI.SUM);
            assertThat(sendToo[0]).isEqualTo(size * rank);
            int[] counts = IntStream.range(0, size).map(i -> i == 0 ? 2 : 1).toArray();
            int[] longer = IntStream.range(-1, size).toArray();
            int[] block = new int[counts[rank]];
            world.reduceScatter(longer, block, counts, MPI.INT, MPI.SUM);
            assertThat(block).isEqualTo(rank == 0 ? new int[] {-size, 0} : new int[] {size * rank});
            int[] longerToo = longer.clone();
            world.reduceScatter(longerToo, counts, MPI.INT, MPI.SUM);
            assertThat(longerToo[0]).isEqualTo(block[0]);
            IntBuffer started = MPI.newIntBuffer(counts[rank]);
            world.iReduceScatter(direct(longer), started, counts, MPI.INT, MPI.SUM)
                    .waitFor();
            assertThat(ints(started)).isEqualTo(block);
            IntBuffer startedToo = direct(longer);
            world.iReduceScatter(startedToo, counts, MPI.INT, MPI.SUM).waitFor();
            assertThat(startedToo.get(0)).isEqualTo(block[0]);
            IntBuffer one = MPI.newIntBuffer(1);
            world.iReduceScatterBlock(direct(send), one, 1, MPI.INT, MPI.SUM).waitFor();
            assertThat(one.get(0)).isEqualTo(size * rank);
            IntBuffer all = direct(send);
            world.iReduceScatterBlock(all, 1, MPI.INT, MPI.SUM).waitFor();
            assertThat(all.get(0)).isEqualTo(size * rank);

            int[] inOut = {3};
            Comm.reduceLocal(new int[] {4}, inOut, 1, MPI.INT, MPI.SUM);
            assertThat(inOut).containsExactly(7);
        });
    }
}
