package mpi;

import static mpi.MessagesTest.left;
import static mpi.MessagesTest.right;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What is not plain in this API: large sends that programs expect to return, null where no root is, values. */
class SemanticsTest {
    private static final int EAGER = 128 * 1024; // up to which MPJ Express does not wait for the receiver

    @Test
    void shouldReturnFromSendsThatMpjExpressSendsAtOnce() {
        RankJob.onEachSize(world -> {
            byte[] large = new byte[EAGER];
            Arrays.fill(large, (byte) world.Rank());
            world.Send(large, 0, EAGER, MPI.BYTE, right(world), 0); // all send before any receives
            byte[] got = new byte[EAGER];
            world.Recv(got, 0, EAGER, MPI.BYTE, left(world), 0);
            assertThat(got).containsOnly(left(world));
            int[][] rows = new int[64][512];
            rows[63][511] = world.Rank();
            world.Send(rows, 0, rows.length, MPI.OBJECT, right(world), 1);
            int[][] received = new int[64][];
            world.Recv(received, 0, received.length, MPI.OBJECT, left(world), 1);
            assertThat(received[63][511]).isEqualTo(left(world));
        });
    }

    @Test
    void shouldTakeNullElsewhereThanAtTheRoot() {
        RankJob.onEachSize(world -> {
            int size = world.Size();
            for (int root = 0; root < size; root++) {
                boolean isRoot = world.Rank() == root;
                int[] counts = isRoot ? filled(size, 1) : null;
                int[] displs = isRoot ? new int[size] : null;
                for (int i = 0; isRoot && i < size; i++) {
                    displs[i] = i;
                }
                int[] all = isRoot ? new int[size] : null;
                int[] own = {world.Rank()};
                world.Gatherv(own, 0, 1, MPI.INT, all, 0, counts, displs, MPI.INT, root);
                int[] back = {-1};
                world.Scatterv(all, 0, counts, displs, MPI.INT, back, 0, 1, MPI.INT, root);
                assertThat(back).isEqualTo(own);
                int[] sum = isRoot ? new int[1] : null;
                world.Reduce(own, 0, sum, 0, 1, MPI.INT, MPI.SUM, root);
                if (isRoot) {
                    assertThat(sum).containsExactly(size * (size - 1) / 2);
                }
            }
            world.Send(null, 0, 0, MPI.INT, right(world), 0); // nothing is moved
            assertThat(world.Recv(null, 0, 0, MPI.INT, left(world), 0).Get_count(MPI.INT))
                    .isZero();
        });
    }

    private static int[] filled(int length, int value) {
        int[] array = new int[length];
        Arrays.fill(array, value);
        return array;
    }

    @Test
    void shouldSkipRequestsThatAreNotThere() {
        RankJob.onEachSize(world -> {
            int[] got = new int[1];
            Request[] requests = {null, MPI.REQUEST_NULL, world.Irecv(got, 0, 1, MPI.INT, left(world), 0)};
            world.Send(new int[] {7}, 0, 1, MPI.INT, right(world), 0);
            assertThat(Request.Waitany(requests).index).isEqualTo(2);
            assertThat(got).containsExactly(7);
            assertThat(Request.Waitall(requests)).hasSize(3);
            assertThat(Request.Testany(requests).index).isEqualTo(MPI.UNDEFINED);
            assertThat(Request.Testsome(requests)).isEmpty();
        });
    }

    @Test
    void shouldSelectObjectsByDerivedTypes() {
        RankJob.onEachSize(world -> {
            Object[] texts = {"a", "b", "c", "d", "e", "f"};
            Object[][] expected = {{"a", "d"}, {"e", "b", "c"}, {"a", "b", "d"}};
            Datatype[] types = {
                Datatype.Hvector(2, 1, 3, MPI.OBJECT),
                Datatype.Indexed(new int[] {1, 2}, new int[] {4, 1}, MPI.OBJECT),
                Datatype.Struct(new int[] {2, 1}, new int[] {0, 3}, new Datatype[] {MPI.OBJECT, MPI.OBJECT})
            };
            for (int i = 0; i < types.length; i++) {
                types[i].Commit();
                world.Send(texts, 0, 1, types[i], right(world), i);
                Object[] got = new Object[expected[i].length];
                Status status = world.Recv(got, 0, got.length, MPI.OBJECT, left(world), i);
                assertThat(got).containsExactly(expected[i]);
                assertThat(status.Get_count(types[i])).isEqualTo(1);
            }
        });
    }

    @Test
    void shouldKnowObjectsOnlyWhenTheyAreReceived() {
        RankJob.onEachSize(world -> {
            world.Send(new Object[] {"a", "b"}, 0, 2, MPI.OBJECT, right(world), 0);
            Status found = world.Probe(left(world), 0);
            assertThat(found.count).isEqualTo(MPI.UNDEFINED);
            assertThat(found.numEls).isEqualTo(MPI.UNDEFINED);
            assertThat(found.Get_count(MPI.OBJECT)).isEqualTo(MPI.UNDEFINED);
            Object[] got = new Object[3];
            assertThat(world.Recv(got, 0, 3, MPI.OBJECT, left(world), 0).count).isEqualTo(2);
        });
    }

    @Test
    void shouldKeepReferencesWithinAMessage() {
        RankJob.onEachSize(world -> {
            int[] shared = {world.Rank()};
            world.Send(new Object[] {shared, shared}, 0, 2, MPI.OBJECT, right(world), 0);
            shared[0] = -1; // what was sent is a copy
            Object[] got = new Object[2];
            world.Recv(got, 0, 2, MPI.OBJECT, left(world), 0);
            assertThat(got[0]).isEqualTo(new int[] {left(world)}).isSameAs(got[1]);
        });
    }

    @Test
    void shouldTakeRoomForBufferedObjects() {
        RankJob.onEachSize(world -> {
            int room = world.Pack_size(1, MPI.OBJECT) + MPI.BSEND_OVERHEAD;
            MPI.Buffer_attach(ByteBuffer.allocate(room));
            world.Bsend(new Object[] {"text"}, 0, 1, MPI.OBJECT, right(world), 0);
            Object[] got = new Object[1];
            world.Recv(got, 0, 1, MPI.OBJECT, left(world), 0);
            assertThat(got).containsExactly("text");
            MPI.Buffer_detach();
            MPI.Buffer_attach(ByteBuffer.allocate(room - 1));
            assertThatThrownBy(() -> world.Bsend(new Object[] {"text"}, 0, 1, MPI.OBJECT, right(world), 0))
                    .hasMessageStartingWith("ERR_BUFFER: Bsend rank=%d", world.Rank())
                    .hasMessageContaining("no room");
            MPI.Buffer_detach();
        });
    }

    @Test
    void shouldHaveTheConstantsOfMpjExpressThatCompilersCopy() {
        assertThat(MPI.IDENT).isEqualTo(0);
        assertThat(MPI.SIMILAR).isEqualTo(1);
        assertThat(MPI.UNEQUAL).isEqualTo(2);
        assertThat(MPI.CONGRUENT).isEqualTo(3);
        assertThat(MPI.DEBUG).isTrue();
        assertThat(Group.EMPTY).isEqualTo(3);
    }

    /** A program's own class, which cannot be sent. */
    private static final class Plain {}

    @Test
    void shouldSayThatAnObjectCannotBeSent() {
        RankJob.onEachSize(world -> {
            Object[] plain = {new Plain()};
            assertThatThrownBy(() -> world.Send(plain, 0, 1, MPI.OBJECT, right(world), 0))
                    .isInstanceOf(MPIException.class)
                    .hasMessageStartingWith("ERR_ARG: Send rank=%d size=%d", world.Rank(), world.Size())
                    .hasMessageContaining(Plain.class.getName())
                    .hasMessageContainingAll("java.io.Serializable");
            world.Barrier();
        });
    }
}
