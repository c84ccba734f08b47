package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Communicators that are made of others, groups, intercommunicators, attributes, error handlers. */
class CommunicatorsTest {

    private static int sum(Intracomm comm, int value) {
        int[] sum = {value};
        comm.Allreduce(sum, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }

    @Test
    void shouldDuplicate() {
        RankJob.onEachSize(world -> {
            Intracomm twin = (Intracomm) world.clone();
            assertThat(twin.Rank()).isEqualTo(world.Rank());
            int next = (world.Rank() + 1) % world.Size();
            world.Isend(new int[] {1}, 0, 1, MPI.INT, next, 0);
            twin.Isend(new int[] {2}, 0, 1, MPI.INT, next, 0);
            int[] got = new int[2];
            twin.Recv(got, 0, 1, MPI.INT, MPI.ANY_SOURCE, 0);
            world.Recv(got, 1, 1, MPI.INT, MPI.ANY_SOURCE, 0);
            assertThat(got).containsExactly(2, 1);
            assertThat(Comm.Compare(world, world)).isEqualTo(MPI.IDENT);
            assertThat(Intracomm.Compare(world, twin)).isEqualTo(MPI.CONGRUENT);
            assertThat(Comm.Compare(world, MPI.COMM_SELF)).isEqualTo(world.Size() == 1 ? MPI.CONGRUENT : MPI.UNEQUAL);
            assertThat(twin.Is_null()).isFalse();
            twin.Free();
            assertThat(twin.Is_null()).isTrue();
            assertThat(MPI.COMM_NULL.Is_null()).isTrue();
            assertThatThrownBy(twin::Barrier).hasMessageContaining("ERR_COMM");
            world.Free(); // does nothing
            world.Barrier();
        });
    }

    @Test
    void shouldSplit() {
        RankJob.onEachSize(world -> {
            int rank = world.Rank();
            Intracomm part = world.Split(rank % 2, -rank);
            int mates = (world.Size() + (rank % 2 == 0 ? 1 : 0)) / 2;
            assertThat(part.Size()).isEqualTo(mates);
            assertThat(part.Rank()).isEqualTo(mates - 1 - rank / 2);
            assertThat(sum(part, 1)).isEqualTo(mates);
            Intracomm none = world.Split(rank == 0 ? MPI.UNDEFINED : 3, 0);
            assertThat(none == null).isEqualTo(rank == 0);
            assertThatThrownBy(() -> world.Split(-5, 0)).hasMessageContaining("ERR_ARG: Split");
            Intracomm turned = world.Split(0, -rank);
            assertThat(Comm.Compare(world, turned)).isEqualTo(world.Size() == 1 ? MPI.CONGRUENT : MPI.SIMILAR);
        });
    }

    @Test
    void shouldCreateFromAGroup() {
        RankJob.onEachSize(world -> {
            int last = world.Size() - 1;
            Intracomm made = world.Create(world.Group().Incl(new int[] {last}));
            assertThat(made == null).isEqualTo(world.Rank() != last);
            if (made != null) {
                assertThat(made.Size()).isEqualTo(1);
                assertThat(sum(made, 4)).isEqualTo(4);
            }
            assertThat(MPI.COMM_SELF.Size()).isEqualTo(1);
            MPI.COMM_SELF.Sendrecv(new int[] {1}, 0, 1, MPI.INT, 0, 0, new int[1], 0, 1, MPI.INT, 0, 0);
            assertThat(world.Create(MPI.GROUP_EMPTY)).isNull();
        });
    }

    @Test
    void shouldCombineGroups() {
        RankJob.onEachSize(world -> {
            int size = world.Size();
            int rank = world.Rank();
            Group all = world.Group();
            assertThat(all.Size()).isEqualTo(size);
            assertThat(all.Rank()).isEqualTo(rank);
            Group even = all.Range_incl(new int[][] {{0, size - 1, 2}});
            int[] lowRanks = those(size, i -> i < 3);
            Group low = all.Incl(lowRanks);
            assertThat(ranks(even, all)).isEqualTo(those(size, i -> i % 2 == 0));
            assertThat(ranks(Group.Union(low, even), all)).isEqualTo(those(size, i -> i < 3 || i % 2 == 0));
            assertThat(ranks(Group.Intersection(low, even), all)).isEqualTo(those(size, i -> i < 3 && i % 2 == 0));
            assertThat(ranks(Group.Difference(low, even), all)).isEqualTo(those(size, i -> i == 1));
            assertThat(ranks(all.Excl(new int[] {size - 1}), all)).isEqualTo(those(size, i -> i < size - 1));
            int[][] down = {{size - 1, 0, -2}};
            assertThat(ranks(all.Range_excl(down), all)).isEqualTo(those(size, i -> (size - 1 - i) % 2 == 1));
            assertThat(Group.Translate_ranks(all, those(size, i -> true), even))
                    .isEqualTo(those(size, i -> true, i -> i % 2 == 0 ? i / 2 : MPI.UNDEFINED));
            assertThat(even.Rank()).isEqualTo(rank % 2 == 0 ? rank / 2 : MPI.UNDEFINED);
            assertThat(Group.Compare(all, world.Group())).isEqualTo(MPI.IDENT);
            int[] reversed = those(size, i -> i < 3, i -> lowRanks.length - 1 - i);
            assertThat(Group.Compare(low, all.Incl(reversed))).isEqualTo(size == 1 ? MPI.IDENT : MPI.SIMILAR);
            assertThat(Group.Compare(low, even)).isEqualTo(size == 1 ? MPI.IDENT : MPI.UNEQUAL);
            assertThat(MPI.GROUP_EMPTY.Size()).isZero();
            assertThat(MPI.GROUP_EMPTY.Rank()).isEqualTo(MPI.UNDEFINED);
            assertThatThrownBy(() -> all.Incl(new int[] {size})).hasMessageContaining("ERR_RANK: Group.Incl");
            assertThatThrownBy(() -> all.Excl(new int[] {-1})).hasMessageContaining("ERR_RANK");
            assertThatThrownBy(() -> all.Range_incl(new int[][] {{0, 1}})).hasMessageContaining("ERR_ARG");
            assertThatThrownBy(MPI.GROUP_NULL::Size).hasMessageContaining("ERR_GROUP");
            low.free();
            assertThatThrownBy(low::Size).hasMessageContaining("ERR_GROUP");
        });
    }

    private static int[] those(int size, IntPredicate chosen) {
        return those(size, chosen, i -> i);
    }

    private static int[] those(int size, IntPredicate chosen, IntUnaryOperator map) {
        return IntStream.range(0, size).filter(chosen).map(map).toArray();
    }

    private static int[] ranks(Group group, Group all) {
        return Group.Translate_ranks(group, IntStream.range(0, group.Size()).toArray(), all);
    }

    @Test
    void shouldConnectTwoGroups() {
        RankJob.onEachSize(2, CommunicatorsTest::connect);
    }

    private static void connect(Intracomm world) {
        int rank = world.Rank();
        int size = world.Size();
        int side = rank % 2;
        Intracomm local = world.Split(side, rank);
        Intercomm inter = world.Create_intercomm(local, 0, 1 - side, 3);
        int remote = side == 0 ? size / 2 : (size + 1) / 2;
        assertThat(inter.Test_inter()).isTrue();
        assertThat(world.Test_inter()).isFalse();
        assertThat(inter.Size()).isEqualTo(local.Size());
        assertThat(inter.Rank()).isEqualTo(local.Rank());
        assertThat(inter.Remote_size()).isEqualTo(remote);
        assertThat(inter.Remote_group().Size()).isEqualTo(remote);
        assertThat(inter.Remote_group().Rank()).isEqualTo(MPI.UNDEFINED);
        exchange(inter, rank / 2);
        Intercomm twin = (Intercomm) inter.clone();
        exchange(twin, rank / 2);
        assertThat(Comm.Compare(inter, twin)).isEqualTo(MPI.CONGRUENT);
        assertThat(Comm.Compare(inter, world)).isEqualTo(MPI.UNEQUAL);
        Intracomm merged = inter.Merge(side == 1);
        assertThat(merged.Size()).isEqualTo(size);
        assertThat(merged.Rank()).isEqualTo(side == 0 ? rank / 2 : (size + 1) / 2 + rank / 2);
        assertThat(sum(merged, 1)).isEqualTo(size);
        twin.Free();
        inter.Free();
    }

    /** Sends the rank to the same one of the other group, where there is such. */
    private static void exchange(Intercomm inter, int rank) {
        if (rank >= inter.Remote_size()) {
            return;
        }
        int[] got = new int[1];
        inter.Send(new int[] {rank}, 0, 1, MPI.INT, rank, 0);
        Status status = inter.Recv(got, 0, 1, MPI.INT, MPI.ANY_SOURCE, 0);
        assertThat(got[0]).isEqualTo(rank);
        assertThat(status.source).isEqualTo(rank);
        Object[] text = {"to " + rank};
        inter.Sendrecv_replace(text, 0, 1, MPI.OBJECT, rank, 1, rank, 1);
        assertThat(text[0]).isEqualTo("to " + rank);
    }

    @Test
    void shouldRefuseALeaderThatIsNoRank() {
        RankJob.onEachSize(world -> {
            Intracomm local = world.Split(world.Rank(), 0);
            assertThatThrownBy(() -> world.Create_intercomm(local, 1, 0, 0))
                    .hasMessageContaining("ERR_RANK: Create_intercomm");
        });
    }

    @Test
    void shouldKeepAttributes() {
        RankJob.onEachSize(world -> {
            assertThat(world.Attr_get(MPI.TAG_UB)).isEqualTo(Integer.MAX_VALUE);
            assertThat(world.Attr_get(MPI.HOST)).isEqualTo(MPI.PROC_NULL);
            assertThat(world.Attr_get(MPI.IO)).isEqualTo(MPI.ANY_SOURCE);
            assertThat(world.Attr_get(77)).isNull();
            world.Attr_put(77, "value");
            assertThat(((Comm) world.clone()).Attr_get(77)).isEqualTo("value");
            world.Attr_delete(77);
            assertThat(world.Attr_get(77)).isNull();
            assertThatThrownBy(() -> world.Attr_put(MPI.IO, 1)).hasMessageContaining("ERR_KEYVAL");
            assertThatThrownBy(() -> world.Attr_delete(MPI.TAG_UB)).hasMessageContaining("ERR_KEYVAL");
        });
    }

    @Test
    void shouldHaveErrorHandlers() {
        RankJob.onEachSize(world -> {
            assertThat(MPI.Errorhandler_get()).isSameAs(MPI.ERRORS_RETURN);
            assertThat(world.Errorhandler_get()).isSameAs(MPI.ERRORS_RETURN);
            MPI.Errorhandler_set(MPI.ERRORS_ARE_FATAL);
            assertThat(world.Errorhandler_get()).isSameAs(MPI.ERRORS_ARE_FATAL);
            world.Errhandler_set(MPI.ERRORS_RETURN);
            assertThat(world.Errorhandler_get()).isSameAs(MPI.ERRORS_RETURN);
            assertThatThrownBy(() -> world.Send(null, 0, 1, MPI.INT, 9, 0)).isInstanceOf(MPIException.class);
            MPI.Errorhandler_set(null);
            assertThat(MPI.Errorhandler_get()).isSameAs(MPI.ERRORS_RETURN);
        });
    }
}
