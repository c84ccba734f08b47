package ibis.mpj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Collective operations, and operators of MPJ's and of a program's. */
class CollectivesTest {

    /** Adds numbers, and knows the constant that the program has passed. */
    private static final class Adding extends Op {
        Adding() {
            super(true);
        }

        @Override
        public void call(Object invec, int inoffset, Object inoutvec, int outoffset, int count, Datatype datatype)
                throws MPJException {
            if (!datatype.equals(MPJ.INT)) {
                throw new MPJException("numbers only");
            }
            for (int i = 0; i < count; i++) {
                ((int[]) inoutvec)[outoffset + i] += ((int[]) invec)[inoffset + i];
            }
        }
    }

    private static int[] filled(int length, int value) {
        int[] array = new int[length];
        Arrays.fill(array, value);
        return array;
    }

    @Test
    void shouldMoveItems() {
        RankJob.onEachSize(world -> {
            int size = world.size();
            int rank = world.rank();
            int[] own = {rank};
            int[] all = new int[size];
            int[] ones = filled(size, 1);
            int[] places = new int[size];
            int[] ranks = new int[size];
            for (int i = 0; i < size; i++) {
                places[i] = size - 1 - i;
                ranks[i] = i;
            }
            int[] value = {rank == 0 ? 7 : 0};
            world.bcast(value, 0, 1, MPJ.INT, 0);
            assertThat(value).containsExactly(7);
            world.gather(own, 0, 1, MPJ.INT, all, 0, 1, MPJ.INT, 0);
            assertThat(all).isEqualTo(rank == 0 ? ranks : new int[size]);
            world.gatherv(own, 0, 1, MPJ.INT, all, 0, ones, places, MPJ.INT, 0);
            assertThat(all).isEqualTo(rank == 0 ? places : new int[size]);
            world.scatter(ranks, 0, 1, MPJ.INT, value, 0, 1, MPJ.INT, 0);
            assertThat(value).containsExactly(rank);
            world.scatterv(ranks, 0, ones, places, MPJ.INT, value, 0, 1, MPJ.INT, 0);
            assertThat(value).containsExactly(size - 1 - rank);
            world.allgather(own, 0, 1, MPJ.INT, all, 0, 1, MPJ.INT);
            assertThat(all).isEqualTo(ranks);
            world.allgatherv(own, 0, 1, MPJ.INT, all, 0, ones, places, MPJ.INT);
            assertThat(all).isEqualTo(places);
            int[] sent = filled(size, rank);
            world.alltoall(sent, 0, 1, MPJ.INT, all, 0, 1, MPJ.INT);
            assertThat(all).isEqualTo(ranks);
            world.alltoallv(sent, 0, ones, ranks, MPJ.INT, all, 0, ones, places, MPJ.INT);
            assertThat(all).isEqualTo(places);
        });
    }

    @Test
    void shouldCombineItems() {
        RankJob.onEachSize(world -> {
            int size = world.size();
            int rank = world.rank();
            int sum = size * (size - 1) / 2;
            Op adding = new Adding();
            assertThat(adding.isCommute()).isTrue();
            for (Op op : new Op[] {MPJ.SUM, adding}) {
                int[] own = {rank};
                int[] result = {0};
                world.reduce(own, 0, result, 0, 1, MPJ.INT, op, 0);
                assertThat(result).containsExactly(rank == 0 ? sum : 0);
                world.allreduce(own, 0, result, 0, 1, MPJ.INT, op);
                assertThat(result).containsExactly(sum);
                world.scan(own, 0, result, 0, 1, MPJ.INT, op);
                assertThat(result).containsExactly(rank * (rank + 1) / 2);
                world.reduceScatter(filled(size, rank), 0, result, 0, filled(size, 1), MPJ.INT, op);
                assertThat(result).containsExactly(sum);
            }
            int[] place = {rank, rank};
            int[] greatest = new int[2];
            world.allreduce(place, 0, greatest, 0, 1, MPJ.INT2, MPJ.MAXLOC);
            assertThat(greatest).containsExactly(size - 1, size - 1);
            assertThatThrownBy(() -> MPJ.SUM.call(place, 0, greatest, 0, 1, MPJ.INT))
                    .isInstanceOf(MPJException.class);
        });
    }

    @Test
    void shouldTellWhatAnOperatorThrows() {
        RankJob.onEachSize(world -> assertThatThrownBy(
                        () -> new Adding().call(new long[1], 0, new long[1], 0, 1, MPJ.LONG))
                .hasMessage("numbers only"));
    }
}
