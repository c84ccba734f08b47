package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.Buffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The collective operations that move items, blocking and started, in place and not. */
class CollectivesTest {

    static int[] ints(IntBuffer buffer) {
        int[] all = new int[buffer.capacity()];
        buffer.get(0, all);
        return all;
    }

    static IntBuffer direct(int... values) {
        return MPI.newIntBuffer(values.length).put(0, values);
    }

    @Test
    void shouldBroadcast() {
        RankJob.onEachSize(world -> {
            for (int root = 0; root < world.getSize(); root++) {
                int[] value = {world.getRank(), 2};
                world.bcast(value, 2, MPI.INT, root);
                assertThat(value).containsExactly(root, 2);
                boolean[] flag = {world.getRank() == root};
                world.bcast(flag, 1, MPI.BOOLEAN, root);
                assertThat(flag).containsExactly(true);
                IntBuffer started = direct(world.getRank());
                world.iBcast(started, 1, MPI.INT, root).waitFor();
                assertThat(started.get(0)).isEqualTo(root);
            }
            world.barrier();
            world.iBarrier().waitFor();
        });
    }

    @Test
    void shouldGather() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int size = world.getSize();
            int[] expected =
                    IntStream.range(0, 2 * size).map(i -> 10 * (i / 2) + i % 2).toArray();
            int[] own = {10 * rank, 10 * rank + 1};
            for (int root = 0; root < size; root++) {
                boolean isRoot = root == rank;
                int[] all = isRoot ? new int[2 * size] : null;
                world.gather(own, 2, MPI.INT, all, 2, MPI.INT, root);
                assertThat(all).isEqualTo(isRoot ? expected : null);
                IntBuffer started = MPI.newIntBuffer(2 * size);
                world.iGather(direct(own), 2, MPI.INT, started, 2, MPI.INT, root)
                        .waitFor();
                assertThat(ints(started)).isEqualTo(isRoot ? expected : new int[2 * size]);

                int[] inPlace = isRoot ? new int[2 * size] : own.clone();
                if (isRoot) {
                    System.arraycopy(own, 0, inPlace, 2 * rank, 2);
                }
                IntBuffer inPlaceToo = direct(inPlace);
                world.gather(inPlace, 2, MPI.INT, root);
                world.iGather(inPlaceToo, 2, MPI.INT, root).waitFor();
                assertThat(inPlace).isEqualTo(isRoot ? expected : own);
                assertThat(ints(inPlaceToo)).isEqualTo(isRoot ? expected : own);
            }
        });
    }

    /** Rank i has i + 1 elements; between blocks lies a gap. */
    private static int[] counts(int size) {
        return IntStream.rangeClosed(1, size).toArray();
    }

    private static int[] displacements(int size) {
        return IntStream.range(0, size).map(i -> i * (i + 3) / 2).toArray();
    }

    private static int[] block(int rank) {
        int[] block = new int[rank + 1];
        Arrays.fill(block, rank + 1);
        return block;
    }

    private static int[] ragged(int size) {
        int[] all = new int[size * (size + 3) / 2];
        for (int i = 0; i < size; i++) {
            System.arraycopy(block(i), 0, all, displacements(size)[i], i + 1);
        }
        return all;
    }

    @Test
    void shouldGatherUnequally() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int size = world.getSize();
            int[] counts = counts(size);
            int[] displs = displacements(size);
            int[] expected = ragged(size);
            for (int root = 0; root < size; root++) {
                boolean isRoot = root == rank;
                int[] all = new int[expected.length];
                world.gatherv(block(rank), rank + 1, MPI.INT, all, counts, displs, MPI.INT, root);
                assertThat(all).isEqualTo(isRoot ? expected : new int[expected.length]);
                IntBuffer started = MPI.newIntBuffer(expected.length);
                world.iGatherv(direct(block(rank)), rank + 1, MPI.INT, started, counts, displs, MPI.INT, root)
                        .waitFor();
                assertThat(ints(started)).isEqualTo(all);
                if (isRoot) {
                    int[] inPlace = new int[expected.length];
                    System.arraycopy(block(rank), 0, inPlace, displs[rank], rank + 1);
                    IntBuffer inPlaceToo = direct(inPlace);
                    world.gatherv(inPlace, counts, displs, MPI.INT, root);
                    world.iGatherv(inPlaceToo, counts, displs, MPI.INT, root).waitFor();
                    assertThat(inPlace).isEqualTo(expected);
                    assertThat(ints(inPlaceToo)).isEqualTo(expected);
                } else {
                    world.gatherv(block(rank), rank + 1, MPI.INT, root);
                    world.iGatherv(direct(block(rank)), rank + 1, MPI.INT, root).waitFor();
                }
            }
            int[] all = new int[expected.length];
            world.allGatherv(block(rank), rank + 1, MPI.INT, all, counts, displs, MPI.INT);
            assertThat(all).isEqualTo(expected);
            IntBuffer started = MPI.newIntBuffer(expected.length);
            world.iAllGatherv(direct(block(rank)), rank + 1, MPI.INT, started, counts, displs, MPI.INT)
                    .waitFor();
            assertThat(ints(started)).isEqualTo(expected);
            int[] inPlace = new int[expected.length];
            System.arraycopy(block(rank), 0, inPlace, displs[rank], rank + 1);
            IntBuffer inPlaceToo = direct(inPlace);
            world.allGatherv(inPlace, counts, displs, MPI.INT);
            world.iAllGatherv(inPlaceToo, counts, displs, MPI.INT).waitFor();
            assertThat(inPlace).isEqualTo(expected);
            assertThat(ints(inPlaceToo)).isEqualTo(expected);
        });
    }

    @Test
    void shouldScatter() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int size = world.getSize();
            int[] all = IntStream.range(0, 2 * size).toArray();
            int[] expected = {2 * rank, 2 * rank + 1};
            for (int root = 0; root < size; root++) {
                boolean isRoot = root == rank;
                int[] own = new int[2];
                world.scatter(isRoot ? all : null, 2, MPI.INT, own, 2, MPI.INT, root);
                assertThat(own).isEqualTo(expected);
                IntBuffer started = MPI.newIntBuffer(2);
                world.iScatter(isRoot ? direct(all) : null, 2, MPI.INT, started, 2, MPI.INT, root)
                        .waitFor();
                assertThat(ints(started)).isEqualTo(expected);
                int[] inPlace = isRoot ? all.clone() : new int[2];
                IntBuffer inPlaceToo = direct(inPlace);
                world.scatter(inPlace, 2, MPI.INT, root);
                world.iScatter(inPlaceToo, 2, MPI.INT, root).waitFor();
                assertThat(inPlace).isEqualTo(isRoot ? all : expected);
                assertThat(ints(inPlaceToo)).isEqualTo(isRoot ? all : expected);
            }
        });
    }

    @Test
    void shouldScatterUnequally() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int size = world.getSize();
            int[] counts = counts(size);
            int[] displs = displacements(size);
            int[] all = ragged(size);
            for (int root = 0; root < size; root++) {
                boolean isRoot = root == rank;
                int[] own = new int[rank + 1];
                world.scatterv(
                        isRoot ? all : null,
                        isRoot ? counts : null,
                        isRoot ? displs : null,
                        MPI.INT,
                        own,
                        rank + 1,
                        MPI.INT,
                        root);
                assertThat(own).isEqualTo(block(rank));
                IntBuffer started = MPI.newIntBuffer(rank + 1);
                world.iScatterv(direct(all), counts, displs, MPI.INT, started, rank + 1, MPI.INT, root)
                        .waitFor();
                assertThat(ints(started)).isEqualTo(block(rank));
                if (isRoot) {
                    world.scatterv(all, counts, displs, MPI.INT, root);
                    world.iScatterv(direct(all), counts, displs, MPI.INT, root).waitFor();
                } else {
                    int[] other = new int[rank + 1];
                    IntBuffer otherToo = MPI.newIntBuffer(rank + 1);
                    world.scatterv(other, rank + 1, MPI.INT, root);
                    world.iScatterv(otherToo, rank + 1, MPI.INT, root).waitFor();
                    assertThat(other).isEqualTo(block(rank));
                    assertThat(ints(otherToo)).isEqualTo(block(rank));
                }
            }
        });
    }

    @Test
    void shouldGatherAtAll() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int size = world.getSize();
            int[] expected = IntStream.range(0, size).map(i -> i * i).toArray();
            int[] all = new int[size];
            world.allGather(new int[] {rank * rank}, 1, MPI.INT, all, 1, MPI.INT);
            assertThat(all).isEqualTo(expected);
            IntBuffer started = MPI.newIntBuffer(size);
            world.iAllGather(direct(rank * rank), 1, MPI.INT, started, 1, MPI.INT)
                    .waitFor();
            assertThat(ints(started)).isEqualTo(expected);
            int[] inPlace = new int[size];
            inPlace[rank] = rank * rank;
            IntBuffer inPlaceToo = direct(inPlace);
            world.allGather(inPlace, 1, MPI.INT);
            world.iAllGather(inPlaceToo, 1, MPI.INT).waitFor();
            assertThat(inPlace).isEqualTo(expected);
            assertThat(ints(inPlaceToo)).isEqualTo(expected);
        });
    }

    @Test
    void shouldExchangeAmongAll() {
        RankJob.onEachSize(world -> {
            int rank = world.getRank();
            int size = world.getSize();
            int[] send = IntStream.range(0, size).map(i -> 100 * rank + i).toArray();
            int[] expected = IntStream.range(0, size).map(i -> 100 * i + rank).toArray();
            int[] ones = new int[size];
            Arrays.fill(ones, 1);
            int[] places = IntStream.range(0, size).toArray();
            int[] bytes = IntStream.range(0, size).map(i -> 4 * i).toArray();
            Datatype[] types = new Datatype[size];
            Arrays.fill(types, MPI.INT);

            int[] got = new int[size];
            world.allToAll(send, 1, MPI.INT, got, 1, MPI.INT);
            assertThat(got).isEqualTo(expected);
            Arrays.fill(got, 0);
            world.allToAllv(send, ones, places, MPI.INT, got, ones, places, MPI.INT);
            assertThat(got).isEqualTo(expected);
            Arrays.fill(got, 0);
            world.allToAllw((Object) send, ones, bytes, types, (Object) got, ones, bytes, types);
            assertThat(got).isEqualTo(expected);

            IntBuffer started = MPI.newIntBuffer(size);
            world.iAllToAll(direct(send), 1, MPI.INT, started, 1, MPI.INT).waitFor();
            assertThat(ints(started)).isEqualTo(expected);
            started = MPI.newIntBuffer(size);
            world.iAllToAllv(direct(send), ones, places, MPI.INT, started, ones, places, MPI.INT)
                    .waitFor();
            assertThat(ints(started)).isEqualTo(expected);
            started = MPI.newIntBuffer(size);
            world.iAllToAllw(direct(send), ones, bytes, types, started, ones, bytes, types)
                    .waitFor();
            assertThat(ints(started)).isEqualTo(expected);
            started = MPI.newIntBuffer(size);
            world.allToAllw((Buffer) direct(send), ones, bytes, types, (Buffer) started, ones, bytes, types);
            assertThat(ints(started)).isEqualTo(expected);
        });
    }

    @Test
    void shouldOverlapStartedOperations() {
        RankJob.onEachSize(world -> {
            int size = world.getSize();
            IntBuffer sum = direct(world.getRank());
            IntBuffer all = MPI.newIntBuffer(size);
            all.put(world.getRank(), world.getRank());
            Request[] requests = {
                world.iAllReduce(sum, 1, MPI.INT, MPI.SUM), world.iAllGather(all, 1, MPI.INT), world.iBarrier()
            };
            Request.waitAll(requests);
            assertThat(sum.get(0)).isEqualTo(size * (size - 1) / 2);
            assertThat(ints(all)).isEqualTo(IntStream.range(0, size).toArray());
        });
    }
}
