package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Blocks;
import tutti.collectives.DividableArray;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.messaging.BufferMismatchException;
import tutti.serialization.DirectBuffer;
import tutti.serialization.ElementType;

/**
 * Operations on buffers, as a member calls them: they do what the operations on arrays do, in the caller's own memory.
 */
@ParameterizedClass(name = "{0} processes")
@ValueSource(ints = {1, 2, 4})
class BuffersTest extends EachSizeAndRoot {
    private static final int[] LENGTHS = {0, 1, 5, 3000};
    private static final List<ElementType> TYPES = List.of(ElementType.values());

    private static Object array(ElementType type, int length, int seed) {
        Object array = Array.newInstance(type.arrayClass().getComponentType(), length);
        for (int i = 0; i < length; i++) {
            int value = (i * 7 + seed * 13) % 100;
            switch (type) {
                case BOOLEAN -> Array.setBoolean(array, i, value % 2 == 0);
                case CHAR -> Array.setChar(array, i, (char) value);
                case SHORT -> Array.setShort(array, i, (short) value);
                default -> Array.setByte(array, i, (byte) value); // widened to the type
            }
        }
        return array;
    }

    private static DirectBuffer view(Object array) {
        return Objects.requireNonNull(DirectBuffer.ofArray(array));
    }

    private static DirectBuffer buffer(ElementType type, int length, int seed) {
        return view(array(type, length, seed));
    }

    /** Returns memory to receive into, each time of another kind. */
    private static DirectBuffer target(ElementType type, int length, int kind) {
        return switch (kind % 3) {
            case 0 -> buffer(type, length, -1);
            case 1 -> buffer(type, length + 5, -1).slice(2, length);
            default -> DirectBuffer.of(Arena.ofAuto().allocate((long) length * type.elementBytes()), type);
        };
    }

    private static void assertHolds(DirectBuffer buffer, Object expected) {
        assertThat(Arrays.deepEquals(new Object[] {buffer.toArray()}, new Object[] {expected}))
                .as("%s", buffer)
                .isTrue();
    }

    private static ReductionObject<Object> operator(ElementType type) {
        return type == ElementType.BOOLEAN
                ? Reductions.logicalXor()
                : type == ElementType.CHAR ? Reductions.max() : Reductions.sum();
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the ready operators take buffers, too
    private static ReductionObject<DirectBuffer> onBuffers(ReductionObject<Object> operator) {
        return (ReductionObject) operator;
    }

    @Test
    void shouldSendAndReceive() {
        job.run(2, (self, group, rank) -> {
            for (ElementType type : ElementType.values()) {
                for (int length : LENGTHS) {
                    DirectBuffer received = target(type, length, length + type.elementBytes());
                    if (rank == 0) {
                        self.sendAsync(group, buffer(type, length, 1), 1);
                        self.sendSync(group, array(type, length, 2), 1);
                        self.sendSync(group, buffer(type, length, 3), 1);
                    } else {
                        self.receive(group, received, 0);
                        assertHolds(received, array(type, length, 1));
                        self.receive(group, received, 0);
                        assertHolds(received, array(type, length, 2));
                        Object array = self.receive(group, 0);
                        assertHolds(view(array), array(type, length, 3));
                    }
                    self.rendezvous(group, buffer(type, length, rank), received, 1 - rank);
                    assertHolds(received, array(type, length, 1 - rank));
                    self.sendReceive(group, received, 1 - rank, group, received, 1 - rank);
                    assertHolds(received, array(type, length, rank));
                }
            }
            return null;
        });
    }

    @Test
    void shouldSendNullAsAnObject() {
        job.run(2, (self, group, rank) -> {
            self.sendAsync(group, null, 1 - rank);
            Object received = self.receive(group, 1 - rank);
            assertThat(received).isNull();
            String nothing = self.broadcast(group, null, 0);
            assertThat(nothing).isNull();
            return null;
        });
    }

    @Test
    void shouldBroadcastInPlace() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            ElementType type = TYPES.get(root % TYPES.size());
            for (int length : LENGTHS) {
                DirectBuffer data = rank == root ? buffer(type, length, 5) : target(type, length, rank);
                assertThat(self.broadcast(group, data, root)).isSameAs(data);
                assertHolds(data, array(type, length, 5));
            }
        });
    }

    @Test
    void shouldReduceAsArraysAreReduced() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            ElementType type = TYPES.get((root + 3) % TYPES.size());
            ReductionObject<Object> operator = operator(type);
            for (int length : LENGTHS) {
                Object mine = array(type, length, rank);
                Object expected = self.reduce(group, mine, operator, root);
                DirectBuffer result = rank == root ? target(type, length, length + 1) : null;
                self.reduce(group, view(mine), result, onBuffers(operator), root);
                DirectBuffer inPlace = target(type, length, rank);
                inPlace.copyFrom(view(mine));
                self.reduce(group, inPlace, onBuffers(operator), root);

                assertHolds(inPlace, rank == root ? expected : mine);
                if (result != null) {
                    assertHolds(result, expected);
                }
                assertHolds(view(mine), array(type, length, rank));
            }
        });
    }

    @Test
    void shouldAllReduceAsArraysAreReduced() {
        forEachSize((self, group, rank, size) -> {
            for (ElementType type : ElementType.values()) {
                ReductionObject<Object> operator = operator(type);
                for (int length : LENGTHS) {
                    Object mine = array(type, length, rank);
                    Object expected = self.allReduce(group, mine, operator);
                    DirectBuffer result = target(type, length, rank + length);
                    self.allReduce(group, view(mine), result, onBuffers(operator));
                    DirectBuffer inPlace = target(type, length, rank + 1);
                    inPlace.copyFrom(view(mine));
                    self.allReduce(group, inPlace, onBuffers(operator));

                    assertHolds(result, expected);
                    assertHolds(inPlace, expected);
                    assertHolds(view(mine), array(type, length, rank));
                }
            }
        });
    }

    @Test
    void shouldReduceByOperatorsOfTheUser() {
        forEachSize((self, group, rank, size) -> {
            double[] scaled = {0.1 * rank, 1e16, rank + 0.7};
            double[] expected = self.allReduce(group, scaled, Reductions.sum());
            double[] left = scaled.clone();
            self.allReduce(group, DirectBuffer.of(left), Reductions.sum());
            double[] right = scaled.clone();
            self.allReduce(group, DirectBuffer.of(right), (a, b) -> {
                double[] sum = (double[]) Reductions.<Object>sum().reduce(a.toArray(), b.toArray());
                b.copyFrom(DirectBuffer.of(sum));
                return b; // not the left one
            });
            double[] fresh = scaled.clone();
            self.allReduce(
                    group,
                    DirectBuffer.of(fresh),
                    (a, b) -> view(Reductions.<Object>sum().reduce(a.toArray(), b.toArray())));
            int[] last = {rank};
            self.allReduce(group, DirectBuffer.of(last), (a, b) -> b);

            assertThat(left).as("the same brackets").isEqualTo(expected);
            assertThat(right).isEqualTo(expected);
            assertThat(fresh).isEqualTo(expected);
            assertThat(last).as("in rank order").containsExactly(size - 1);
        });
    }

    @Test
    void shouldScatterAndGather() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            int size = group.size();
            ElementType type = TYPES.get((root + 5) % TYPES.size());
            for (int length : LENGTHS) {
                Object whole = array(type, size * length, 3);
                DirectBuffer mine = target(type, length, rank);
                self.scatter(group, rank == root ? view(whole) : null, mine, root);
                assertHolds(
                        mine, view(whole).slice((long) rank * length, length).toArray());

                DirectBuffer gathered = target(type, size * length, root);
                self.gather(group, mine, rank == root ? gathered : null, root);
                if (rank == root) {
                    assertHolds(gathered, whole);
                }
                DirectBuffer all = target(type, size * length, rank + 1);
                self.allGather(group, mine, all);
                assertHolds(all, whole);
            }
        });
    }

    @Test
    void shouldScatterAndGatherBlocks() {
        forEachSizeAndRoot((self, group, rank, root) -> {
            int size = group.size();
            // rank r has r % 3 elements; blocks lie in reverse order, one element apart
            int[] counts = IntStream.range(0, size).map(r -> r % 3).toArray();
            int[] displacements =
                    IntStream.range(0, size).map(r -> 4 * (size - 1 - r)).toArray();
            Blocks blocks = Blocks.of(counts, displacements);
            long[] whole = IntStream.range(0, 4 * size).asLongStream().toArray();
            long[] mine = new long[counts[rank]];
            boolean isRoot = rank == root;
            self.scatter(
                    group, isRoot ? DirectBuffer.of(whole) : null, isRoot ? blocks : null, DirectBuffer.of(mine), root);
            assertThat(mine)
                    .isEqualTo(Arrays.copyOfRange(whole, displacements[rank], displacements[rank] + counts[rank]));

            long[] gathered = new long[4 * size];
            self.gather(
                    group,
                    DirectBuffer.of(mine),
                    isRoot ? DirectBuffer.of(gathered) : null,
                    isRoot ? blocks : null,
                    root);
            long[] all = new long[4 * size];
            self.allGather(group, DirectBuffer.of(mine), DirectBuffer.of(all), blocks);
            for (int r = 0; r < size; r++) {
                for (int i = 0; i < 4; i++) {
                    int index = displacements[r] + i;
                    assertThat(all[index]).isEqualTo(i < counts[r] ? whole[index] : 0);
                    assertThat(gathered[index]).isEqualTo(isRoot ? all[index] : 0);
                }
            }
        });
    }

    @Test
    void shouldExchangeWithAll() {
        forEachSize((self, group, rank, size) -> {
            for (int length : LENGTHS) {
                int[] data = IntStream.range(0, size * length)
                        .map(i -> rank * 1000 + i)
                        .toArray();
                int[] received = new int[size * length];
                self.allToAll(group, DirectBuffer.of(data), DirectBuffer.of(received));
                int[] expected = new int[size * length];
                Arrays.setAll(expected, i -> i / length * 1000 + rank * length + i % length);
                assertThat(received).isEqualTo(expected);
            }
            // to rank r go r elements, so that rank 0 gets nothing
            Blocks from = Blocks.of(IntStream.range(0, size).toArray());
            int[] sent = new int[size * (size - 1) / 2];
            Arrays.fill(sent, rank);
            int[] counts = new int[size];
            Arrays.fill(counts, rank);
            int[] received = new int[size * rank];
            self.allToAll(group, DirectBuffer.of(sent), from, DirectBuffer.of(received), Blocks.of(counts));
            for (int i = 0; i < received.length; i++) {
                assertThat(received[i]).isEqualTo(i / rank);
            }
        });
    }

    @Test
    void shouldTellWhatDoesNotFitAndGoOn() {
        job.run(2, (self, group, rank) -> {
            double[] target = {1, 2};
            if (rank == 0) {
                self.sendSync(group, DirectBuffer.of(new int[2]), 1);
                try {
                    self.broadcast(group, DirectBuffer.of(new double[] {8, 9, 10}), 0);
                } catch (BufferMismatchException e) {
                    assertThat(e).hasMessageContaining("expected=double[2]"); // it was still in the call
                }
            } else {
                assertThatThrownBy(() -> self.receive(group, DirectBuffer.of(target), 0))
                        .isInstanceOf(BufferMismatchException.class)
                        .hasMessageContainingAll("sent=int[2]", "expected=double[2]", "rank=0", "rank=1", group.name());
                assertThatThrownBy(() -> self.broadcast(group, DirectBuffer.of(target), 0))
                        .isInstanceOf(BufferMismatchException.class)
                        .hasMessageContainingAll("sent=double[3]", "expected=double[2]");
            }
            double[] other = rank == 0 ? new double[] {1, 2} : new double[] {1, 2, 3};
            assertThatThrownBy(() -> self.allReduce(group, DirectBuffer.of(other), Reductions.sum()))
                    .isInstanceOf(BufferMismatchException.class);
            assertThat(target).containsExactly(1, 2);
            assertThat(other[0]).isEqualTo(1);

            self.allReduce(group, DirectBuffer.of(target), Reductions.sum());
            assertThat(target).containsExactly(2, 4);
            return null;
        });
    }

    @Test
    void shouldRefuseWrongArgumentsBeforeAnythingIsSent() {
        job.run(2, (self, group, rank) -> {
            DirectBuffer two = DirectBuffer.of(new int[2]);
            DirectBuffer three = DirectBuffer.of(new int[3]);
            DirectBuffer readOnly =
                    DirectBuffer.of(java.nio.IntBuffer.wrap(new int[2]).asReadOnlyBuffer());
            Blocks blocks = Blocks.of(1, 2);
            for (Runnable call : List.<Runnable>of(
                    () -> self.allReduce(group, two, three, Reductions.sum()),
                    () -> self.allReduce(group, readOnly, Reductions.sum()),
                    () -> self.broadcast(group, readOnly, 1 - rank),
                    () -> self.rendezvous(group, two, readOnly, 1 - rank),
                    () -> self.scatter(group, three, two, rank),
                    () -> self.gather(group, two, three, rank),
                    () -> self.allGather(group, two, three),
                    () -> self.allToAll(group, three, three),
                    () -> self.allGather(group, three, three, blocks),
                    () -> self.scatter(group, two, blocks, two, rank),
                    () -> self.allToAll(group, three, Blocks.of(1), three, blocks),
                    () -> self.receive(group, two, 2))) {
                assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class);
            }
            assertThatThrownBy(() -> self.scatter(group, null, two, rank)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> self.gather(group, two, null, rank)).isInstanceOf(NullPointerException.class);
            self.barrier(group);
            return null;
        });
    }

    @Test
    void shouldTellOperationsOnBuffersFromThoseOnObjects() {
        List<TestMember<Object>> members = job.start(
                "mixed",
                2,
                (self, group, rank) -> rank == 0
                        ? self.allGather(group, PerRank.<int[]>empty(), new int[1])
                        : buffersGathered(self, group));

        assertThatThrownBy(() -> TestJob.outcome(members))
                .isInstanceOf(MismatchedCallException.class)
                .hasMessageContainingAll("allGather as collective call", "allGather of buffers as collective call");
        job.closeAndCollect();
    }

    private static Object buffersGathered(ColMember self, ColGroup group) {
        int[] all = new int[2];
        self.allGather(group, DirectBuffer.of(new int[1]), DirectBuffer.of(all));
        return all;
    }

    @Test
    void shouldLeaveOperationsOnObjectsAsTheyWere() {
        job.run(2, (self, group, rank) -> {
            int[] mine = self.scatter(group, rank == 0 ? DividableArray.of(new int[] {4, 5}) : null, 0);
            List<int[]> parts = self.gather(group, mine, 0);
            String text = self.allReduce(group, "a", (a, b) -> a + b);
            assertThat(mine).containsExactly(4 + rank);
            assertThat(parts == null).isEqualTo(rank == 1);
            assertThat(text).isEqualTo("aa");
            return null;
        });
    }
}
