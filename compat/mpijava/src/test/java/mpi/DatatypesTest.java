package mpi;

import static mpi.MessagesTest.left;
import static mpi.MessagesTest.right;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Derived types: their sizes and bounds, and messages of them, of primitives and of objects. */
class DatatypesTest {

    private static void check(Datatype type, int size, int lb, int ub) {
        assertThat(type.Size()).isEqualTo(size);
        assertThat(type.Lb()).isEqualTo(lb);
        assertThat(type.Ub()).isEqualTo(ub);
        assertThat(type.Extent()).isEqualTo(ub - lb);
    }

    @Test
    void shouldCountElements() {
        RankJob.onEachSize(world -> {
            check(MPI.INT, 1, 0, 1);
            check(MPI.DOUBLE2, 2, 0, 2);
            check(MPI.OBJECT, 1, 0, 1);
            check(MPI.PACKED, 1, 0, 1);
            assertThat(MPI.DOUBLE.getByteSize()).isEqualTo(8);
            for (Datatype base : new Datatype[] {MPI.BYTE, MPI.DOUBLE, MPI.OBJECT}) {
                check(Datatype.Contiguous(3, base), 3, 0, 3);
                check(Datatype.Vector(3, 2, 4, base), 6, 0, 10);
                check(Datatype.Hvector(3, 2, 5, base), 6, 0, 12);
                check(Datatype.Vector(2, 1, -2, base), 2, -2, 1);
                check(Datatype.Indexed(new int[] {2, 1}, new int[] {5, 1}, base), 3, 1, 7);
                check(Datatype.Hindexed(new int[] {1, 3}, new int[] {0, 2}, base), 4, 0, 5);
                Datatype pair = Datatype.Contiguous(2, base);
                check(Datatype.Vector(2, 1, 3, pair), 4, 0, 8);
                check(Datatype.Hvector(2, 1, 3, pair), 4, 0, 5);
                check(Datatype.Indexed(new int[] {1, 1}, new int[] {0, 3}, pair), 4, 0, 8);
                check(Datatype.Hindexed(new int[] {1, 1}, new int[] {0, 3}, pair), 4, 0, 5);
                check(struct(new int[] {1, 2}, new int[] {1, 4}, base, pair), 5, 1, 8);
            }
        });
    }

    private static Datatype struct(int[] lengths, int[] displacements, Datatype... types) {
        return Datatype.Struct(lengths, displacements, types);
    }

    @Test
    void shouldSetBounds() {
        RankJob.onEachSize(world -> {
            int[] ones = {1, 1, 1};
            Datatype bounded = struct(ones, new int[] {-3, 0, 6}, MPI.LB, MPI.INT, MPI.UB);
            check(bounded, 1, -3, 6);
            check(struct(new int[] {1, 1}, new int[] {0, 6}, MPI.INT, MPI.UB), 1, 0, 6);
            check(struct(new int[] {1, 1}, new int[] {-2, 0}, MPI.LB, MPI.INT), 1, -2, 1);
            check(Datatype.Contiguous(2, bounded), 2, -3, 15);
            check(struct(new int[] {1, 1}, new int[] {0, 50}, bounded, MPI.INT), 2, -3, 6);
            Datatype upper = struct(new int[] {1, 1}, new int[] {2, 6}, MPI.INT, MPI.UB);
            check(struct(new int[] {1, 1}, new int[] {0, 50}, upper, MPI.INT), 2, 2, 6);
            check(MPI.LB, 0, 0, 0);
        });
    }

    @Test
    void shouldSendColumns() {
        RankJob.onEachSize(world -> {
            int[] matrix = new int[12]; // 3 rows of 4
            String[] texts = new String[12];
            Arrays.setAll(matrix, i -> i);
            Arrays.setAll(texts, i -> "t" + i);
            Datatype column = Datatype.Vector(3, 1, 4, MPI.INT);
            Datatype ofTexts = Datatype.Vector(3, 1, 4, MPI.OBJECT);
            column.Commit();
            world.Send(matrix, 1, 1, column, right(world), 0);
            world.Send(texts, 2, 1, ofTexts, right(world), 1);
            world.Send(matrix, 0, 12, MPI.INT, right(world), 2);
            int[] into = new int[12];
            Status status = world.Recv(into, 2, 1, column, left(world), 0);
            assertThat(into).containsExactly(0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 9, 0);
            assertThat(status.Get_count(column)).isEqualTo(1);
            assertThat(status.Get_count(Datatype.Contiguous(2, MPI.INT))).isEqualTo(MPI.UNDEFINED);
            assertThat(status.Get_elements(Datatype.Contiguous(2, MPI.INT))).isEqualTo(3);
            String[] received = new String[4];
            assertThat(world.Recv(received, 0, 3, MPI.OBJECT, left(world), 1).Get_count(ofTexts))
                    .isEqualTo(1);
            assertThat(received).containsExactly("t2", "t6", "t10", null);
            int[] got = new int[12];
            assertThat(world.Irecv(got, 0, 4, Datatype.Contiguous(3, MPI.INT), left(world), 2)
                            .Wait()
                            .count)
                    .isEqualTo(4);
            assertThat(got).isEqualTo(matrix);
        });
    }

    @Test
    void shouldSendWithGapsBetweenItems() {
        RankJob.onEachSize(world -> {
            Datatype every = struct(new int[] {1, 1}, new int[] {0, 3}, MPI.DOUBLE, MPI.UB);
            Datatype objects = struct(new int[] {1, 1}, new int[] {1, 3}, MPI.OBJECT, MPI.UB);
            world.Send(new double[] {0, 1, 2, 3, 4, 5, 6, 7}, 1, 3, every, right(world), 0);
            world.Send(new Object[] {"a", "b", "c", "d", "e", "f"}, 0, 2, objects, right(world), 1);
            double[] got = new double[3];
            world.Recv(got, 0, 3, MPI.DOUBLE, left(world), 0);
            assertThat(got).containsExactly(1, 4, 7);
            Object[] texts = new Object[2];
            world.Recv(texts, 0, 2, MPI.OBJECT, left(world), 1);
            assertThat(texts).containsExactly("b", "d");
        });
    }

    @Test
    void shouldCollectDerivedTypes() {
        RankJob.onEachSize(world -> {
            int size = world.Size();
            Datatype spread = Datatype.Vector(2, 1, 2, MPI.OBJECT); // elements 0 and 2 of 3
            Object[] own = {"a" + world.Rank(), "-", "b" + world.Rank()};
            Object[] all = new Object[3 * size];
            world.Allgather(own, 0, 1, spread, all, 0, 1, spread);
            Datatype ints = Datatype.Vector(2, 1, 2, MPI.INT);
            int[] numbers = new int[3 * size];
            world.Allgather(new int[] {world.Rank(), -1, 5}, 0, 1, ints, numbers, 0, 1, ints);
            for (int i = 0; i < size; i++) {
                assertThat(all).contains("a" + i, org.assertj.core.data.Index.atIndex(3 * i));
                assertThat(all[3 * i + 1]).isNull();
                assertThat(all[3 * i + 2]).isEqualTo("b" + i);
                assertThat(Arrays.copyOfRange(numbers, 3 * i, 3 * i + 3)).containsExactly(i, 0, 5);
            }
        });
    }

    @Test
    void shouldSayWhatIsWrong() {
        RankJob.onEachSize(world -> {
            assertThatThrownBy(() -> struct(new int[] {1, 1}, new int[] {0, 1}, MPI.INT, MPI.DOUBLE))
                    .isInstanceOf(MPIException.class)
                    .hasMessageContaining("ERR_TYPE: Datatype.Struct");
            assertThatThrownBy(() -> struct(new int[] {1, 1}, new int[] {0, 1}, MPI.OBJECT, MPI.BYTE))
                    .hasMessageContaining("ERR_TYPE");
            assertThatThrownBy(() -> struct(new int[] {1}, new int[] {0}, MPI.LB))
                    .hasMessageContaining("ERR_TYPE");
            assertThatThrownBy(() -> Datatype.Indexed(new int[2], new int[1], MPI.INT))
                    .hasMessageContaining("ERR_ARG: Datatype.Indexed");
            assertThatThrownBy(() -> Datatype.Contiguous(-1, MPI.INT)).hasMessageContaining("ERR_COUNT");
            assertThatThrownBy(() -> Datatype.Contiguous(1, MPI.NULL)).hasMessageContaining("ERR_TYPE");
            assertThatThrownBy(MPI.INT::free).hasMessageContaining("predefined");
            Datatype freed = Datatype.Contiguous(1, MPI.INT);
            freed.free();
            assertThatThrownBy(freed::Size).hasMessageContaining("freed");
            assertThatThrownBy(() -> world.Send(new int[1], 0, 1, freed, 0, 0)).hasMessageContaining("ERR_TYPE");
        });
    }
}
