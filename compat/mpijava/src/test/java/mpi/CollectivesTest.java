package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Collective operations that move items, of primitives and of objects. */
class CollectivesTest {

    private static String[] texts(int rank, int count) {
        String[] texts = new String[count];
        Arrays.setAll(texts, i -> rank + "." + i);
        return texts;
    }

    @Test
    void shouldBroadcastFromEachRoot() {
        RankJob.onEachSize(world -> {
            world.Barrier();
            for (int root = 0; root < world.Size(); root++) {
                boolean isRoot = world.Rank() == root;
                int[] values = {-1, isRoot ? root : -7, isRoot ? 5 : -7, -1};
                world.Bcast(values, 1, 2, MPI.INT, root);
                assertThat(values).containsExactly(-1, root, 5, -1);
                Object[] objects = isRoot ? new Object[] {null, "a", new int[] {root}} : new Object[3];
                world.Bcast(objects, 1, 2, MPI.OBJECT, root);
                assertThat(Arrays.deepEquals(objects, new Object[] {null, "a", new int[] {root}}))
                        .isTrue();
                boolean[] flags = {isRoot};
                world.Bcast(flags, 0, 1, MPI.BOOLEAN, root);
                assertThat(flags).containsExactly(true);
            }
        });
    }

    @Test
    void shouldGatherAndScatterAtEachRoot() {
        RankJob.onEachSize(world -> {
            int size = world.Size();
            int rank = world.Rank();
            for (int root = 0; root < size; root++) {
                boolean isRoot = rank == root;
                int[] all = isRoot ? new int[2 * size + 1] : null;
                world.Gather(new int[] {0, rank, -rank}, 1, 2, MPI.INT, all, 1, 2, MPI.INT, root);
                String[] texts = isRoot ? new String[2 * size + 1] : null;
                world.Gather(texts(rank, 3), 1, 2, MPI.OBJECT, texts, 1, 2, MPI.OBJECT, root);
                for (int i = 0; isRoot && i < size; i++) {
                    assertThat(all[1 + 2 * i]).isEqualTo(i);
                    assertThat(all[2 + 2 * i]).isEqualTo(-i);
                    assertThat(texts[1 + 2 * i]).isEqualTo(i + ".1");
                    assertThat(texts[2 + 2 * i]).isEqualTo(i + ".2");
                }
                int[] got = new int[3];
                world.Scatter(all, 1, 2, MPI.INT, got, 1, 2, MPI.INT, root);
                assertThat(got).containsExactly(0, rank, -rank);
                String[] own = new String[3];
                world.Scatter(texts, 1, 2, MPI.OBJECT, own, 1, 2, MPI.OBJECT, root);
                assertThat(own).containsExactly(null, rank + ".1", rank + ".2");
            }
        });
    }

    @Test
    void shouldGatherAndScatterAsManyAsEachHas() {
        RankJob.onEachSize(world -> {
            int size = world.Size();
            int rank = world.Rank();
            int[] counts = new int[size];
            int[] displs = new int[size];
            int next = 1;
            for (int i = 0; i < size; i++) {
                counts[i] = i % 3;
                displs[i] = next;
                next += counts[i] + 1; // a gap
            }
            int root = size - 1;
            boolean isRoot = rank == root;
            double[] mine = new double[counts[rank]];
            Arrays.fill(mine, rank);
            double[] all = new double[next + 2];
            Object[] objects = new Object[next + 2];
            world.Gatherv(mine, 0, mine.length, MPI.DOUBLE, all, 2, counts, displs, MPI.DOUBLE, root);
            world.Gatherv(texts(rank, 3), 0, counts[rank], MPI.OBJECT, objects, 2, counts, displs, MPI.OBJECT, root);
            if (isRoot) {
                check(all, objects, counts, displs);
            }
            double[] back = new double[counts[rank]];
            world.Scatterv(all, 2, counts, displs, MPI.DOUBLE, back, 0, back.length, MPI.DOUBLE, root);
            assertThat(back).isEqualTo(mine);
            Object[] texts = new Object[counts[rank]];
            world.Scatterv(objects, 2, counts, displs, MPI.OBJECT, texts, 0, texts.length, MPI.OBJECT, root);
            assertThat(texts).containsExactly((Object[]) texts(rank, counts[rank]));
            Arrays.fill(all, 0);
            Arrays.fill(objects, null);
            world.Allgatherv(mine, 0, mine.length, MPI.DOUBLE, all, 2, counts, displs, MPI.DOUBLE);
            world.Allgatherv(texts, 0, texts.length, MPI.OBJECT, objects, 2, counts, displs, MPI.OBJECT);
            check(all, objects, counts, displs);
        });
    }

    private static void check(double[] all, Object[] objects, int[] counts, int[] displs) {
        double[] expected = new double[all.length];
        Object[] texts = new Object[all.length];
        for (int i = 0; i < counts.length; i++) {
            for (int j = 0; j < counts[i]; j++) {
                expected[2 + displs[i] + j] = i;
                texts[2 + displs[i] + j] = i + "." + j;
            }
        }
        assertThat(all).containsExactly(expected);
        assertThat(objects).containsExactly(texts);
    }

    @Test
    void shouldGatherAtAll() {
        RankJob.onEachSize(world -> {
            int size = world.Size();
            long[] all = new long[size + 1];
            world.Allgather(new long[] {world.Rank() + 1}, 0, 1, MPI.LONG, all, 1, 1, MPI.LONG);
            all[1 + world.Rank()] = -9;
            long[] own = {world.Rank() + 1};
            System.arraycopy(own, 0, all, 1 + world.Rank(), 1);
            world.Allgather(all, 1 + world.Rank(), 1, MPI.LONG, all, 1, 1, MPI.LONG); // in place
            String[] texts = new String[size + 1];
            world.Allgather(texts(world.Rank(), 1), 0, 1, MPI.OBJECT, texts, 1, 1, MPI.OBJECT);
            for (int i = 0; i < size; i++) {
                assertThat(all[1 + i]).isEqualTo(i + 1);
                assertThat(texts[1 + i]).isEqualTo(i + ".0");
            }
        });
    }

    @Test
    void shouldExchangeAmongAll() {
        RankJob.onEachSize(world -> {
            int size = world.Size();
            int rank = world.Rank();
            char[] send = new char[size];
            Integer[] objects = new Integer[size];
            int[] counts = new int[size];
            int[] displs = new int[size];
            for (int i = 0; i < size; i++) {
                send[i] = (char) ('a' + rank * size + i);
                objects[i] = rank * size + i;
                counts[i] = 1;
                displs[i] = size - 1 - i;
            }
            char[] got = new char[size];
            world.Alltoall(send, 0, 1, MPI.CHAR, got, 0, 1, MPI.CHAR);
            Integer[] numbers = new Integer[size];
            world.Alltoall(objects, 0, 1, MPI.OBJECT, numbers, 0, 1, MPI.OBJECT);
            char[] reversed = new char[size];
            world.Alltoallv(send, 0, counts, displs, MPI.CHAR, reversed, 0, counts, displs, MPI.CHAR);
            Integer[] turned = new Integer[size];
            world.Alltoallv(objects, 0, counts, displs, MPI.OBJECT, turned, 0, counts, displs, MPI.OBJECT);
            for (int i = 0; i < size; i++) {
                assertThat(got[i]).isEqualTo((char) ('a' + i * size + rank));
                assertThat(numbers[i]).isEqualTo(i * size + rank);
                int taken = i * size + size - 1 - rank;
                assertThat(reversed[size - 1 - i]).isEqualTo((char) ('a' + taken));
                assertThat(turned[size - 1 - i]).isEqualTo(taken);
            }
        });
    }

    @Test
    void shouldSayWhatIsWrong() {
        RankJob.onEachSize(world -> {
            int size = world.Size();
            int[] counts = new int[size - 1];
            assertThatThrownBy(() -> world.Bcast(new int[1], 0, 1, MPI.INT, size))
                    .hasMessageContaining("ERR_ROOT: Bcast")
                    .hasMessageContaining("root must lie in [0, %d): root=%d", size, size);
            assertThatThrownBy(() -> world.Gatherv(
                            new int[1], 0, 1, MPI.INT, new int[9], 0, counts, new int[9], MPI.INT, world.Rank()))
                    .hasMessageContaining(
                            "needs a number for each rank: counts=%s ranks=%d", Arrays.toString(counts), size);
            world.Barrier();
        });
    }
}
