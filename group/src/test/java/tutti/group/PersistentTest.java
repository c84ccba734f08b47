package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.group.Communicator.ANY_SOURCE;
import static tutti.group.Communicator.ANY_TAG;
import static tutti.group.Communicator.NO_MEMBER;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Blocks;
import tutti.collectives.CallFailedException;
import tutti.collectives.Reductions;
import tutti.messaging.Status;
import tutti.serialization.DirectBuffer;

/** Operations that are prepared once and run many times. */
@SuppressWarnings("FutureReturnValueIgnored") // runs are awaited by their persistent requests
class PersistentTest extends EachDevice {
    private static final int RUNS = 10;

    @ParameterizedTest
    @ValueSource(ints = {1, 600, 50_000})
    void shouldExchangeBuffers(int length) {
        forEachSize(world -> {
            int size = world.size();
            int right = (world.rank() + 1) % size;
            int left = (world.rank() + size - 1) % size;
            double[] border = new double[length];
            double[] halo = new double[length];
            PersistentRequest<@Nullable Void> receive = world.persistent().receive(DirectBuffer.of(halo), left);
            PersistentRequest<@Nullable Void> send = world.persistent().sendAsync(DirectBuffer.of(border), right);
            for (int run = 0; run < RUNS; run++) {
                Arrays.fill(border, 1000 * world.rank() + run);
                PersistentRequest.startAll(List.of(receive, send));
                PersistentRequest.awaitAll(List.of(receive, send));
                double[] expected = new double[length];
                Arrays.fill(expected, 1000 * left + run);
                assertThat(halo).isEqualTo(expected);
            }
        });
    }

    /** What was started with a buffer has left it when the start returns, also while no one receives. */
    @Test
    void shouldLetSendersWriteTheBufferOnceItIsStarted() {
        forEachSize(world -> {
            int size = world.size();
            int right = (world.rank() + 1) % size;
            int left = (world.rank() + size - 1) % size;
            long[] data = new long[40_000];
            PersistentRequest<@Nullable Void> send = world.persistent().sendAsync(DirectBuffer.of(data), right);
            for (int run = 0; run < RUNS; run++) {
                Arrays.fill(data, run);
                send.start().await();
                world.sendAsync(run, right); // keeps its place
            }
            Arrays.fill(data, -1);
            world.barrier();
            for (int run = 0; run < RUNS; run++) {
                long[] got = world.receive(left);
                assertThat(got).hasSize(data.length).containsOnly(run);
                assertThat(world.<Integer>receive(left)).isEqualTo(run);
            }
        });
    }

    @Test
    void shouldSendAndReceiveObjects() {
        forEachSize(world -> {
            int size = world.size();
            int right = (world.rank() + 1) % size;
            int left = (world.rank() + size - 1) % size;
            int[] counter = {0};
            PersistentRequest<@Nullable Void> send =
                    world.withTag(3).persistent().sendSync(counter, right);
            PersistentRequest<int[]> receive = world.withTag(3).persistent().receive(left);
            PersistentRequest<Received<int[]>> fromAny =
                    world.withTag(ANY_TAG).persistent().receiveWithStatus(ANY_SOURCE);
            for (int run = 0; run < RUNS; run++) {
                counter[0] = run;
                Request<int[]> first = receive.start();
                Request<?> sent = send.start();
                assertThat(first.await()).containsExactly(run);
                sent.await();
                fromAny.start();
                send.start();
                Received<int[]> second = fromAny.await();
                assertThat(second.value()).containsExactly(run);
                assertThat(second.status().source()).isEqualTo(left);
                assertThat(second.status().tag()).isEqualTo(3);
                send.await();
            }
        });
    }

    @Test
    void shouldRunCollectivesOnBuffers() {
        forEachSize(world -> {
            int size = world.size();
            int rank = world.rank();
            PersistentCommunicator persistent = world.persistent();
            long[] own = new long[size];
            long[] all = new long[size];
            DirectBuffer send = DirectBuffer.of(own);
            DirectBuffer receive = DirectBuffer.of(all);
            long[] equal = new long[size];
            Arrays.fill(equal, 1);
            Blocks blocks = Blocks.of(equal);
            DirectBuffer one = DirectBuffer.of(own, rank, 1);
            List<PersistentRequest<@Nullable Void>> operations = List.of(
                    persistent.barrier(),
                    persistent.allReduce(send, receive, Reductions.sum()),
                    persistent.allGather(one, receive),
                    persistent.allGather(one, receive, blocks),
                    persistent.allToAll(send, receive),
                    persistent.allToAll(send, blocks, receive, blocks),
                    persistent.gather(one, receive, size - 1),
                    persistent.gather(one, receive, blocks, size - 1),
                    persistent.reduce(send, receive, Reductions.max(), 0),
                    persistent.scatter(send, DirectBuffer.of(all, rank, 1), size - 1),
                    persistent.scatter(send, blocks, DirectBuffer.of(all, rank, 1), size - 1),
                    persistent.scan(send, receive, Reductions.sum()),
                    persistent.exclusiveScan(send, receive, Reductions.sum()),
                    persistent.reduceScatter(send, DirectBuffer.of(all, rank, 1), Reductions.sum()),
                    persistent.reduceScatter(send, blocks, DirectBuffer.of(all, rank, 1), Reductions.sum()));
            for (int run = 0; run < RUNS; run++) {
                int which = run;
                Arrays.setAll(own, i -> 100L * which + 10L * rank + i);
                for (PersistentRequest<@Nullable Void> operation : operations) {
                    Arrays.fill(all, -1);
                    operation.start();
                    operation.await();
                    long[] started = all.clone();
                    Arrays.fill(all, -1);
                    operation.run();
                    assertThat(all).as("%s in run %d", operation, run).isEqualTo(started);
                }
                Arrays.fill(all, -1);
                operations.get(1).run();
                assertThat(all[0]).isEqualTo(100L * run * size + 10L * size * (size - 1) / 2);
                operations.get(2).run();
                assertThat(all[size - 1]).isEqualTo(100L * run + 11L * (size - 1));
            }
        });
    }

    @Test
    void shouldRunCollectivesOnObjects() {
        forEachSize(world -> {
            int size = world.size();
            PersistentCommunicator persistent = world.persistent();
            int[] own = {0};
            PersistentRequest<int[]> sum = persistent.allReduce(own, Reductions.<int[]>sum());
            PersistentRequest<int[]> fromLast = persistent.broadcast(own, size - 1);
            PersistentRequest<List<int[]>> all = persistent.allGather(own);
            PersistentRequest<@Nullable List<int[]>> atFirst = persistent.gather(own, 0);
            PersistentRequest<? extends Map<Integer, int[]>> exchanged =
                    persistent.exchange(Map.of((world.rank() + 1) % size, own));
            PersistentRequest<int[]> part =
                    persistent.reduceScatter(Collections.nCopies(size, own), Reductions.<int[]>sum());
            @Nullable List<int[]> before = null;
            for (int run = 0; run < RUNS; run++) {
                own[0] = run * 10 + world.rank();
                int total = run * 10 * size + size * (size - 1) / 2;
                assertThat(sum.run()).containsExactly(total);
                assertThat(sum.start().await()).containsExactly(total);
                assertThat(fromLast.run()).containsExactly(run * 10 + size - 1);
                List<int[]> gathered = run % 2 == 0 ? all.run() : all.start().await();
                assertThat(gathered.stream().mapToInt(value -> value[0]))
                        .containsExactlyElementsOf(IntStream.range(run * 10, run * 10 + size)
                                .boxed()
                                .toList());
                if (before != null) {
                    assertThat(gathered).as("a new list").isNotSameAs(before);
                    assertThat(before.getLast()[0]).as("kept").isEqualTo((run - 1) * 10 + size - 1);
                }
                before = world.rank() == size - 1 ? null : gathered; // of its own value a member gets itself
                assertThat(atFirst.run() == null).isEqualTo(world.rank() != 0);
                assertThat(exchanged.run().keySet()).isEqualTo(Set.of((world.rank() + size - 1) % size));
                assertThat(part.run()).containsExactly(total);
            }
        });
    }

    @Test
    void shouldMixWithOtherOperationsInOneOrder() {
        forEachSize(world -> {
            double[] sum = new double[1000];
            PersistentRequest<@Nullable Void> prepared = world.persistent()
                    .allReduce(DirectBuffer.of(new double[1000]), DirectBuffer.of(sum), Reductions.sum());
            for (int run = 0; run < RUNS; run++) {
                prepared.start();
                Request<Integer> other = world.nonBlocking().allReduce(1, Reductions.<Integer>sum());
                int third = world.allReduce(2, Reductions.<Integer>sum());
                assertThat(third).isEqualTo(2 * world.size());
                assertThat(other.await()).isEqualTo(world.size());
                assertThat(prepared.isDone()).as("those before have ended").isTrue();
                prepared.await();
            }
        });
    }

    @Test
    void shouldRefuseWrongUse() {
        run(2, world -> {
            PersistentCommunicator persistent = world.persistent();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> persistent.receive(2))
                    .withMessageContaining("source=2");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> persistent.sendAsync("x", -1))
                    .withMessageContaining("destination=-1");
            assertThatIllegalArgumentException().isThrownBy(() -> persistent.broadcast("x", 2));
            assertThatThrownBy(() -> persistent.allReduce(null, DirectBuffer.of(new int[1]), Reductions.sum()))
                    .isInstanceOf(NullPointerException.class);
            PersistentRequest<Object> receive = persistent.receive(1 - world.rank());
            String notStarted = "PersistentRequest[receive source=%d tag=0 not started]".formatted(1 - world.rank());
            assertThatIllegalStateException()
                    .isThrownBy(receive::await)
                    .withMessageContainingAll(notStarted, "call start first");
            assertThatIllegalStateException()
                    .isThrownBy(() -> PersistentRequest.awaitAll(List.of(receive)))
                    .withMessageContainingAll(notStarted, "call start first");
            assertThat(receive.isDone()).isTrue();
            receive.start();
            assertThatIllegalStateException()
                    .isThrownBy(receive::start)
                    .withMessageContainingAll("before its last run has ended", "await it first");
            assertThatIllegalStateException().isThrownBy(receive::run);
            world.barrier();
            world.sendAsync("late", 1 - world.rank());
            assertThat(receive.await()).isEqualTo("late");
            assertThat(persistent.receive(NO_MEMBER).run()).isNull();
            Status nothing = persistent
                    .receiveWithStatus(DirectBuffer.of(new int[1]), NO_MEMBER)
                    .run();
            assertThat(nothing.source()).isEqualTo(NO_MEMBER);
            return true;
        });
    }

    /** Each has one argument that this member can tell is wrong. */
    @Test
    void shouldCheckArgumentsWhenItPrepares() {
        run(2, world -> {
            PersistentCommunicator persistent = world.persistent();
            int rank = world.rank();
            DirectBuffer one = DirectBuffer.of(new int[1]);
            DirectBuffer two = DirectBuffer.of(new int[2]);
            DirectBuffer three = DirectBuffer.of(new int[3]);
            DirectBuffer longs = DirectBuffer.of(new long[2]);
            Blocks equal = Blocks.of(1, 1);
            Blocks four = Blocks.of(2, 2);
            List<ThrowingCallable> wrong = List.of(
                    () -> persistent.scatter(three, one, rank),
                    () -> persistent.scatter(three, four, two, rank),
                    () -> persistent.gather(one, three, rank),
                    () -> persistent.gather(one, three, four, rank),
                    () -> persistent.allGather(one, three),
                    () -> persistent.allGather(one, three, four),
                    () -> persistent.allToAll(three, three),
                    () -> persistent.allToAll(two, equal, three, four),
                    () -> persistent.reduce(two, longs, Reductions.sum(), rank),
                    () -> persistent.allReduce(two, longs, Reductions.sum()),
                    () -> persistent.scan(two, three, Reductions.sum()),
                    () -> persistent.exclusiveScan(two, three, Reductions.sum()),
                    () -> persistent.reduceScatter(three, one, Reductions.sum()),
                    () -> persistent.reduceScatter(three, four, two, Reductions.sum()),
                    () -> persistent.exchange(Map.of(2, "x")));
            for (int i = 0; i < wrong.size(); i++) {
                assertThatThrownBy(wrong.get(i)).as("operation %d", i).isInstanceOf(IllegalArgumentException.class);
            }
            assertThat(persistent.scatter(two, one, 1))
                    .hasToString("PersistentRequest[scatter of buffers root=1 not started]");
            assertThat(persistent.sendSync("x", 1))
                    .hasToString("PersistentRequest[send destination=1 tag=0 not started]");
            assertThat(persistent.receive(NO_MEMBER)).hasToString("PersistentRequest[receive from no one not started]");
            return true;
        });
    }

    @Test
    void shouldFailAndRunAgain() {
        run(3, world -> {
            int[] calls = {0};
            PersistentRequest<Integer> reduction = world.persistent().allReduce(1, (left, right) -> {
                if (calls[0] == 0) {
                    throw new IllegalStateException("first run");
                }
                return left + right;
            });
            assertThatThrownBy(reduction::run)
                    .satisfiesAnyOf(
                            failure -> assertThat(failure).isInstanceOf(CallFailedException.class),
                            failure -> assertThat(failure).isInstanceOf(IllegalStateException.class));
            calls[0]++;
            assertThat(reduction.run()).isEqualTo(3);
            assertThat(reduction.start().await()).isEqualTo(3);
            return true;
        });
    }
}
