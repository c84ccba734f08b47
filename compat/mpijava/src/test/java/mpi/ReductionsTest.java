package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Reductions with MPI's operators and with a program's own, on primitives and on objects. */
class ReductionsTest {

    private static int[] sums(int size) {
        int sum = size * (size - 1) / 2;
        return new int[] {sum, sum + size};
    }

    @Test
    void shouldReduceAtEachRootAndAtAll() {
        RankJob.onEachSize(world -> {
            int rank = world.Rank();
            int size = world.Size();
            int[] send = {-9, rank, rank + 1};
            for (int root = 0; root < size; root++) {
                int[] got = new int[3];
                world.Reduce(send, 1, rank == root ? got : null, 1, 2, MPI.INT, MPI.SUM, root);
                if (rank == root) {
                    assertThat(got).containsExactly(0, sums(size)[0], sums(size)[1]);
                }
            }
            int[] all = send.clone();
            world.Allreduce(all, 1, all, 1, 2, MPI.INT, MPI.SUM); // in place
            assertThat(all).containsExactly(-9, sums(size)[0], sums(size)[1]);
            int[] up = new int[2];
            world.Scan(send, 1, up, 0, 2, MPI.INT, MPI.SUM);
            assertThat(up).containsExactly(sums(rank + 1));
        });
    }

    @Test
    void shouldReduceAndScatter() {
        RankJob.onEachSize(world -> {
            int size = world.Size();
            int[] counts = IntStream.range(0, size).map(i -> i % 3).toArray();
            int length = Arrays.stream(counts).sum();
            double[] send = new double[length + 1];
            Arrays.setAll(send, i -> i * (world.Rank() + 1));
            double[] got = new double[4];
            world.Reduce_scatter(send, 1, got, 1, counts, MPI.DOUBLE, MPI.SUM);
            int start = 1 + Arrays.stream(counts).limit(world.Rank()).sum();
            for (int i = 0; i < counts[world.Rank()]; i++) {
                assertThat(got[1 + i]).isEqualTo((start + i) * size * (size + 1) / 2.0);
            }
            assertThat(got[0]).isZero();
        });
    }

    @Test
    void shouldHaveMpisOperators() {
        RankJob.onEachSize(world -> {
            int rank = world.Rank();
            int size = world.Size();
            int last = size - 1;
            int sum = size * last / 2;
            int bits = (1 << size) - 1;
            short factorial = (short) IntStream.rangeClosed(1, size).reduce(1, (a, b) -> a * b);
            Object[][] cases = { // operator, type, what each rank has, result
                {MPI.MAX, MPI.INT, new int[] {rank}, new int[] {last}},
                {MPI.MIN, MPI.FLOAT, new float[] {rank - 1}, new float[] {-1}},
                {MPI.SUM, MPI.LONG, new long[] {rank}, new long[] {sum}},
                {MPI.PROD, MPI.SHORT, new short[] {(short) (rank + 1)}, new short[] {factorial}},
                {MPI.LAND, MPI.BOOLEAN, new boolean[] {true, rank == 0}, new boolean[] {true, size == 1}},
                {MPI.LOR, MPI.BOOLEAN, new boolean[] {false, rank == 0}, new boolean[] {false, true}},
                {MPI.LXOR, MPI.BOOLEAN, new boolean[] {true, rank > 0}, new boolean[] {size % 2 == 1, last % 2 == 1}},
                {MPI.LAND, MPI.INT, new int[] {rank}, new int[] {0}},
                {MPI.BAND, MPI.BYTE, new byte[] {(byte) (8 * rank | 4)}, new byte[] {4}},
                {MPI.BOR, MPI.CHAR, new char[] {(char) (1 << rank)}, new char[] {(char) bits}},
                {MPI.BXOR, MPI.LONG, new long[] {1L << rank, 5}, new long[] {bits, size % 2 == 1 ? 5 : 0}},
                {MPI.MINLOC, MPI.INT2, new int[] {-rank, rank, 3, rank}, new int[] {-last, last, 3, 0}},
                {MPI.MAXLOC, MPI.DOUBLE2, new double[] {rank, rank, 3, rank}, new double[] {last, last, 3, 0}},
                {MPI.MAXLOC, MPI.FLOAT2, new float[] {rank, rank}, new float[] {last, last}},
                {MPI.MINLOC, MPI.LONG2, new long[] {rank, rank}, new long[] {0, 0}},
                {MPI.MINLOC, MPI.SHORT2, new short[] {7, (short) rank}, new short[] {7, 0}},
            };
            for (Object[] row : cases) {
                Datatype type = (Datatype) row[1];
                int count = java.lang.reflect.Array.getLength(row[2]) / type.Size();
                world.Allreduce(row[2], 0, row[2], 0, count, type, (Op) row[0]);
                assertThat(row[2]).as("%s %s", row[0], type).isEqualTo(row[3]);
            }
        });
    }

    /** Not commutative: two by two matrices. */
    private static final class Product extends User_function {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
            double[] a = (double[]) invec;
            double[] b = (double[]) inoutvec;
            for (int i = 0; i < count; i++) {
                int x = inoffset + 4 * i;
                int y = inoutoffset + 4 * i;
                double[] c = {
                    a[x] * b[y] + a[x + 1] * b[y + 2],
                    a[x] * b[y + 1] + a[x + 1] * b[y + 3],
                    a[x + 2] * b[y] + a[x + 3] * b[y + 2],
                    a[x + 2] * b[y + 1] + a[x + 3] * b[y + 3]
                };
                System.arraycopy(c, 0, b, y, 4);
            }
        }
    }

    @Test
    void shouldCallAProgramsFunctionInTheOrderOfRanks() {
        RankJob.onEachSize(world -> {
            Op product = new Op(new Product(), false);
            Datatype matrix = Datatype.Contiguous(4, MPI.DOUBLE);
            matrix.Commit();
            double[] own = {1, world.Rank() + 1, 0, 1, 2, 0, 0, world.Rank() + 1};
            double[] got = new double[8];
            world.Allreduce(own, 0, got, 0, 2, matrix, product);
            int size = world.Size();
            double factorial = IntStream.rangeClosed(1, size).asDoubleStream().reduce(1, (a, b) -> a * b);
            assertThat(got).containsExactly(1, size * (size + 1) / 2.0, 0, 1, Math.pow(2, size), 0, 0, factorial);
            product.free();
            assertThatThrownBy(() -> world.Allreduce(own, 0, got, 0, 2, matrix, product))
                    .hasMessageContaining("ERR_OP: Allreduce")
                    .hasMessageContaining("operator was freed");
        });
    }

    /** Concatenates texts; writes what it is given to both. */
    private static final class Concatenation extends User_function {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype type) {
            Object[] in = (Object[]) invec;
            Object[] inOut = (Object[]) inoutvec;
            for (int i = 0; i < count; i++) {
                inOut[inoutoffset + i] = in[inoffset + i] + "" + inOut[inoutoffset + i];
            }
        }
    }

    private static String upTo(int size) {
        StringBuilder text = new StringBuilder();
        IntStream.range(0, size).forEach(text::append);
        return text.toString();
    }

    @Test
    void shouldReduceObjects() {
        RankJob.onEachSize(world -> {
            int rank = world.Rank();
            int size = world.Size();
            Op concatenation = new Op(new Concatenation(), false);
            String[] own = {"", "" + rank, "" + rank};
            String[] got = new String[3];
            world.Allreduce(own, 1, got, 1, 2, MPI.OBJECT, concatenation);
            assertThat(got).containsExactly(null, upTo(size), upTo(size));
            assertThat(own).containsExactly("", "" + rank, "" + rank);
            world.Reduce(own, 1, rank == 0 ? got : null, 0, 1, MPI.OBJECT, concatenation, 0);
            assertThat(got[0]).isEqualTo(rank == 0 ? upTo(size) : null);
            world.Scan(own, 1, got, 0, 2, MPI.OBJECT, concatenation);
            assertThat(got[1]).isEqualTo(upTo(rank + 1));
            String[] each = new String[size];
            Arrays.setAll(each, i -> rank + ",");
            int[] counts = new int[size];
            Arrays.fill(counts, 1);
            String[] part = new String[1];
            world.Reduce_scatter(each, 0, part, 0, counts, MPI.OBJECT, concatenation);
            assertThat(part[0].replace(",", "")).isEqualTo(upTo(size));
        });
    }

    @Test
    void shouldGiveFunctionsItemsWithTheirGaps() {
        RankJob.onEachSize(world -> {
            int size = world.Size();
            Datatype spread = Datatype.Vector(2, 1, 3, MPI.INT); // elements 0 and 3
            User_function first = new User_function() {
                @Override
                public void Call(Object in, int from, Object inOut, int to, int count, Datatype type) {
                    ((int[]) inOut)[to + 3] += ((int[]) in)[from + 3];
                }
            };
            int[] own = {7, -1, -1, world.Rank()};
            int[] got = {0, 5, 5, 0};
            world.Allreduce(own, 0, got, 0, 1, spread, new Op(first, true, 0));
            assertThat(got).containsExactly(7, 5, 5, size * (size - 1) / 2);
        });
    }

    @Test
    void shouldSayWhatIsWrong() {
        RankJob.onEachSize(world -> {
            int[] wrong = new int[world.Size()];
            wrong[0] = -1;
            Object[] texts = {"a"};
            assertThatThrownBy(() -> world.Allreduce(texts, 0, texts, 0, 1, MPI.OBJECT, MPI.SUM))
                    .hasMessageContaining("ERR_OP: Allreduce")
                    .hasMessageContaining("User_function");
            double[] values = {1};
            assertThatThrownBy(() -> world.Reduce(values, 0, values, 0, 1, MPI.DOUBLE, MPI.BAND, 0))
                    .hasMessageContaining("ERR_OP");
            assertThatThrownBy(() -> world.Scan(values, 0, values, 0, 1, MPI.DOUBLE, MPI.MAXLOC))
                    .hasMessageContaining("ERR_OP");
            assertThatThrownBy(() -> world.Reduce_scatter(values, 0, values, 0, wrong, MPI.DOUBLE, MPI.SUM))
                    .hasMessageContaining("ERR_COUNT");
            assertThatThrownBy(MPI.SUM::free).hasMessageContaining("ERR_OP");
            world.Barrier();
        });
    }

    @Test
    void shouldFailInAllWhereAFunctionFails() {
        RankJob.onEachSize(
                2,
                world -> { // of one rank nothing is combined
                    User_function failing = new User_function() {
                        @Override
                        public void Call(Object in, int from, Object inOut, int to, int count, Datatype type) {
                            throw new IllegalStateException("cannot add");
                        }
                    };
                    int[] value = {1};
                    assertThatThrownBy(() -> world.Allreduce(value, 0, value, 0, 1, MPI.INT, new Op(failing, true)))
                            .isInstanceOf(MPIException.class)
                            .hasMessageContaining("cannot add");
                    world.Barrier();
                });
    }
}
