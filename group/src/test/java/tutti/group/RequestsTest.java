package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tutti.group.Communicator.ANY_SOURCE;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.collectives.Blocks;
import tutti.collectives.CallFailedException;
import tutti.collectives.DividableArray;
import tutti.collectives.PerRank;
import tutti.collectives.Reductions;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.LoadClock;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Status;
import tutti.serialization.DirectBuffer;
import tutti.serialization.OperationInterruptedException;

/** Operations that are started, and awaited later. */
class RequestsTest extends EachDevice {

    @Test
    void shouldExchangeManyMessagesThatAreUnderWayAtOnce() {
        int count = 64;
        forEachSize(world -> {
            int right = (world.rank() + 1) % world.size();
            int left = Math.floorMod(world.rank() - 1, world.size());
            List<Request<int[]>> objects = new ArrayList<>();
            List<Request<?>> buffers = new ArrayList<>();
            int[][] targets = new int[count][2000];
            for (int i = 0; i < count; i++) {
                objects.add(world.withTag(1).nonBlocking().receive(left));
                buffers.add(world.withTag(2).nonBlocking().receive(DirectBuffer.of(targets[i]), left));
            }
            List<Request<?>> sends = new ArrayList<>();
            int[] sent = new int[2000];
            for (int i = 0; i < count; i++) {
                Arrays.fill(sent, i + world.rank());
                sends.add(world.withTag(1).nonBlocking().sendAsync(sent, right));
                sends.add(world.withTag(2).nonBlocking().sendSync(DirectBuffer.of(sent), right));
            }
            Request.awaitAll(sends);
            Request.awaitAll(buffers);
            for (int i = 0; i < count; i++) {
                assertThat(objects.get(i).await()).hasSize(2000).containsOnly(i + left);
                assertThat(targets[i]).containsOnly(i + left);
            }
        });
    }

    /** A message that comes before its receive, or by reference, is not written into the buffer when it comes. */
    @Test
    void shouldFillTheBufferOfAReceiveBeforeItIsDone() {
        forEachSize(world -> {
            int right = (world.rank() + 1) % world.size();
            int left = Math.floorMod(world.rank() - 1, world.size());
            for (int length : new int[] {3, 5_000}) {
                for (boolean isEarly : new boolean[] {true, false}) {
                    for (int way = 0; way < 5; way++) {
                        int[] sent = new int[length];
                        Arrays.fill(sent, world.rank() + 1);
                        int[] target = new int[length];
                        NonBlockingCommunicator starting = world.nonBlocking();
                        Request<?> send = isEarly ? starting.sendAsync(DirectBuffer.of(sent), right) : null;
                        if (isEarly) {
                            world.barrier();
                        }
                        PersistentRequest<?> prepared = world.persistent().receive(DirectBuffer.of(target), left);
                        Request<?> receive =
                                way == 4 ? prepared.start() : starting.receive(DirectBuffer.of(target), left);
                        if (send == null) {
                            world.barrier();
                            send = starting.sendAsync(DirectBuffer.of(sent), right);
                        }
                        switch (way) {
                            case 0 ->
                                assertThat(Request.awaitAny(List.of(receive))).isEqualTo(receive);
                            case 1 ->
                                assertThat(Request.awaitSome(List.of(receive))).hasSize(1);
                            case 2 -> awaitDone(receive::isDone);
                            case 3 -> receive.toCompletableFuture().join();
                            default -> awaitDone(prepared::isDone);
                        }
                        assertThat(target).containsOnly(left + 1);
                        send.await();
                    }
                }
            }
        });
    }

    @SuppressWarnings("ThreadPriorityCheck") // until the other members have run
    private static void awaitDone(BooleanSupplier isDone) {
        while (!isDone.getAsBoolean()) {
            Thread.yield();
        }
    }

    /** The started messages with tag 1 fill the window several times; their receiver takes those behind them first. */
    @Test
    void shouldReceiveWhatIsBehindMoreThanTheWindowHolds() {
        run(2, world -> {
            int[] values = new int[1 << 18];
            DirectBuffer buffer = DirectBuffer.of(values);
            if (world.rank() == 0) {
                List<Request<?>> sends = new ArrayList<>();
                for (int i = 0; i < 70_000; i++) {
                    sends.add(world.withTag(1).nonBlocking().sendAsync(i, 1));
                }
                for (int i = 0; i < 20; i++) {
                    values[7] = i;
                    sends.add(world.withTag(2).nonBlocking().sendAsync(buffer, 1));
                }
                world.withTag(3).sendAsync("behind", 1);
                values[7] = 42;
                world.withTag(4).sendAsync(buffer, 1);
                Request.awaitAll(sends);
                return true;
            }
            assertThat(world.withTag(3).<String>receive(0)).isEqualTo("behind");
            world.withTag(4).receive(buffer, 0);
            assertThat(values[7]).isEqualTo(42);
            for (int i = 0; i < 20; i++) {
                world.withTag(2).receive(buffer, 0);
                assertThat(values[7]).isEqualTo(i);
            }
            for (int i = 0; i < 70_000; i++) {
                assertThat(world.withTag(1).<Integer>receive(0)).isEqualTo(i);
            }
            return true;
        });
    }

    /** Both send before they receive, far more than a window holds. */
    @Test
    void shouldNeverWaitForRoom() {
        run(2, world -> {
            int other = 1 - world.rank();
            List<Request<?>> sends = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                byte[] large = new byte[1 << 20];
                large[0] = (byte) i;
                sends.add(world.nonBlocking().sendAsync(large, other));
            }
            for (int i = 0; i < 40; i++) {
                assertThat(world.<byte[]>receive(other)[0]).isEqualTo((byte) i);
            }
            Request.awaitAll(sends);
            return true;
        });
    }

    /** What was started travels, although the member has done all else. */
    @Test
    void shouldSendWhatNobodyAwaits() {
        List<Integer> sums = run(2, world -> {
            int sum = 0;
            for (int i = 0; i < 40; i++) {
                if (world.rank() == 0) {
                    var _ = world.nonBlocking().sendAsync(new byte[1 << 20], 1);
                } else {
                    sum += world.<byte[]>receive(0).length >> 20;
                }
            }
            return sum;
        });

        assertThat(sums).containsExactly(0, 40);
    }

    @Test
    void shouldDeliverWhatWasSentThoughTheProgramHasDroppedTheCommunicator() {
        run(2, world -> {
            Communicator copy = world.rank() == 0 ? null : world.duplicate();
            if (copy == null) {
                sendAndDrop(world);
            }
            for (int i = 0; i < 3; i++) {
                System.gc();
                world.barrier();
            }
            for (int i = 0; i < 40 && copy != null; i++) {
                assertThat(copy.<byte[]>receive(0)).hasSize(1 << 20).startsWith(i);
            }
            return true;
        });
    }

    private static void sendAndDrop(Communicator world) {
        Communicator copy = world.duplicate();
        for (int i = 0; i < 40; i++) {
            byte[] large = new byte[1 << 20];
            large[0] = (byte) i;
            var _ = copy.nonBlocking().sendAsync(large, 1);
        }
    }

    @Test
    void shouldCompleteAFutureOfWhichTheProgramHasDroppedAllElse() {
        run(2, world -> {
            Communicator copy = world.rank() == 0 ? world.duplicate() : null;
            CompletableFuture<String> length = copy == null ? receiveAndDrop(world) : null;
            for (int i = 0; i < 3; i++) {
                System.gc();
                world.barrier();
            }
            if (copy != null) {
                copy.sendAsync("late", 1);
            } else {
                assertThat(LoadClock.get(length, Duration.ofSeconds(60))).isEqualTo("late!");
            }
            world.barrier();
            return true;
        });
    }

    private static CompletableFuture<String> receiveAndDrop(Communicator world) {
        return world.duplicate()
                .nonBlocking()
                .<String>receive(0)
                .toCompletableFuture()
                .thenApply(word -> word + "!");
    }

    @Test
    void shouldSayWhoSentWhatARequestReceived() {
        run(3, world -> {
            if (world.rank() > 0) {
                world.withTag(world.rank()).sendAsync(new double[] {1, 2}, 0);
                world.withTag(world.rank() + 10).sendAsync(DirectBuffer.of(new double[] {3}), 0);
                return true;
            }
            for (int source = 1; source < 3; source++) {
                Received<double[]> received = world.withTag(source)
                        .nonBlocking()
                        .<double[]>receiveWithStatus(ANY_SOURCE)
                        .await();
                assertThat(received.source()).isEqualTo(source);
                assertThat(received.status().length()).isEqualTo(2);
                double[] target = new double[4];
                Status status = world.withTag(source + 10)
                        .nonBlocking()
                        .receiveWithStatus(DirectBuffer.of(target), ANY_SOURCE)
                        .await();
                assertThat(status.source()).isEqualTo(source);
                assertThat(status.length()).isEqualTo(1);
                assertThat(target).containsExactly(3, 0, 0, 0);
            }
            return true;
        });
    }

    @Test
    void shouldAwaitAnyAndSome() {
        run(4, world -> {
            if (world.rank() > 0) {
                world.receive(0);
                world.sendAsync(world.rank(), 0);
                return true;
            }
            List<Request<Integer>> open = new ArrayList<>();
            for (int source = 1; source < 4; source++) {
                open.add(world.nonBlocking().receive(source));
            }
            for (int source = 3; source > 0; source--) {
                world.sendAsync("go", source);
                Request<Integer> ended = source == 2 ? Request.awaitSome(open).getFirst() : Request.awaitAny(open);
                assertThat(ended.isDone()).isTrue();
                assertThat(ended.await()).isEqualTo(source);
                assertThat(ended.await()).as("again").isEqualTo(source);
                open.remove(ended);
            }
            assertThatIllegalArgumentException().isThrownBy(() -> Request.awaitAny(open));
            return true;
        });
    }

    @Test
    void shouldComposeWithFutures() {
        run(2, world -> {
            int other = 1 - world.rank();
            CompletableFuture<String> composed = world.nonBlocking()
                    .<String>receive(other)
                    .toCompletableFuture()
                    .thenCombine(
                            world.nonBlocking()
                                    .allReduce(world.rank(), Reductions.<Integer>sum())
                                    .toCompletableFuture(),
                            (text, sum) -> text + sum);
            world.sendAsync("sum=", other);
            assertThat(LoadClock.get(composed, Duration.ofSeconds(30))).isEqualTo("sum=1");
            Request<String> request = world.nonBlocking().receive(other);
            assertThatThrownBy(() -> request.get(1, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContainingAll("messages with rank=" + other, "silent ranks=[%d]".formatted(other));
            assertThat(request).hasToString("Request[receive source=%d tag=0 isDone=false]".formatted(other));
            Request<?> untaken = world.withTag(7).nonBlocking().sendSync("taken late", other);
            assertThatThrownBy(() -> untaken.get(1, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContainingAll("messages with rank=" + other, "silent ranks=[%d]".formatted(other));
            assertThat(untaken).hasToString("Request[send destination=%d tag=7 isDone=false]".formatted(other));
            world.barrier();
            assertThat(world.withTag(7).<String>receive(other)).isEqualTo("taken late");
            world.sendAsync("late", other);
            assertThat(request.get()).isEqualTo("late");
            assertThat(request.get(0, TimeUnit.SECONDS)).isEqualTo("late");
            return true;
        });
    }

    @Test
    void shouldCancelAReceiveThatHasGotNothing() {
        run(2, world -> {
            if (world.rank() == 0) {
                world.receive(1);
                world.sendAsync("for the second", 1);
                return true;
            }
            Request<String> first = world.nonBlocking().receive(0);
            Request<String> second = world.nonBlocking().receive(0);
            CompletableFuture<String> future = first.toCompletableFuture();
            assertThat(first.cancel(true)).isTrue();
            assertThat(first.isCancelled()).isTrue();
            assertThat(first.isDone()).isTrue();
            assertThatThrownBy(first::await).isInstanceOf(CancellationException.class);
            assertThatThrownBy(first::get).isInstanceOf(CancellationException.class);
            assertThatThrownBy(() -> LoadClock.get(future, Duration.ofSeconds(30)))
                    .satisfies(e -> assertThat(
                                    e instanceof CancellationException || e.getCause() instanceof CancellationException)
                            .isTrue());
            world.sendAsync("go", 0);
            assertThat(second.await()).isEqualTo("for the second");
            assertThat(second.cancel(true)).isFalse();
            return true;
        });
    }

    @Test
    void shouldBeSeenCancelledAsSoonAsItIsDone() {
        run(1, world -> {
            for (int i = 0; i < 20_000; i++) {
                Request<String> request = world.nonBlocking().receive(0);
                Thread other = Thread.startVirtualThread(() -> request.cancel(true));
                while (!request.isDone()) {
                    Thread.onSpinWait();
                }
                assertThat(request.state()).isEqualTo(Future.State.CANCELLED);
                other.join();
            }
            return true;
        });
    }

    @Test
    void shouldFailAsTheBlockingOperationDoes() {
        run(2, world -> {
            if (world.rank() == 0) {
                world.sendAsync("no array", 1);
                return true;
            }
            Request<?> request = world.nonBlocking().receive(DirectBuffer.of(new int[1]), 0);
            assertThatThrownBy(request::await).isInstanceOf(BufferMismatchException.class);
            assertThatThrownBy(request::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(BufferMismatchException.class);
            Request<?> never = world.nonBlocking().receive(0);
            Request<?> neverFromAny = world.nonBlocking().receive(ANY_SOURCE);
            assertThatThrownBy(never::await).isInstanceOf(MemberFailedException.class);
            assertThatThrownBy(() -> Request.awaitAll(List.of(neverFromAny, never)))
                    .isInstanceOf(MemberFailedException.class);
            return true;
        });
    }

    @Test
    void shouldKeepTheDeadlineFromTheStart() {
        run(2, world -> {
            if (world.rank() == 1) {
                Request<String> late =
                        world.within(Duration.ofMillis(20)).nonBlocking().receive(0);
                assertThatThrownBy(late::await)
                        .isInstanceOf(DeadlineExceededException.class)
                        .hasMessageContaining("rank=0");
                world.sendAsync("go", 0);
                LoadClock.await().until(late::isDone);
                assertThat(late.await()).as("it continues").isEqualTo("late");
            } else {
                world.receive(1);
                world.sendAsync("late", 1);
            }
            return true;
        });
    }

    @Test
    void shouldNameTheCollectiveAndWhoIsSilentWhenTheTimeOfAStartedOneIsOver() {
        run(3, world -> {
            if (world.rank() == 1) {
                world.gather(world.rank(), 0);
            }
            if (world.rank() != 0) {
                assertThatThrownBy(() -> world.receive(0)).isInstanceOf(MemberFailedException.class);
                return true;
            }
            NonBlockingCommunicator limited =
                    world.within(Duration.ofMillis(300)).nonBlocking();
            Request<?> first = limited.gather(world.rank(), 0);
            Request<?> second = limited.barrier();
            assertThatThrownBy(() -> {
                        Request.awaitAny(List.of(second));
                        first.await();
                    })
                    .isInstanceOf(DeadlineExceededException.class)
                    .hasMessageContainingAll("gather root=0 as collective call", "silent ranks=[2]");
            return true;
        });
    }

    @Test
    void shouldNameWhoIsSilentWhenTheTimeOfSomeRequestsIsOver() {
        run(4, world -> {
            if (world.rank() == 0) {
                NonBlockingCommunicator limited =
                        world.within(Duration.ofMillis(200)).nonBlocking();
                Request<?> one = limited.receive(3);
                Request<?> another = limited.receive(1);
                assertThat(silentIn(List.of(one, another), "messages with ranks=[1, 3]"))
                        .containsExactly(1, 3);
                assertThat(silentIn(List.of(one), "messages with rank=3")).containsExactly(3);
                Request<?> untaken = world.within(Duration.ofMillis(200))
                        .withTag(7)
                        .nonBlocking()
                        .sendSync("taken late", 2);
                assertThat(silentIn(List.of(another, untaken), "started operations"))
                        .containsExactly(1, 2);
                Request<?> any = limited.receive(ANY_SOURCE);
                assertThat(silentIn(List.of(any), "messages with any rank")).isEmpty();
                Request<?> call = world.nonBlocking().barrier();
                NonBlockingCommunicator later =
                        world.within(Duration.ofMillis(500)).nonBlocking();
                assertThat(silentIn(List.of(later.receive(1), call), "started operations"))
                        .containsExactly(1, 2, 3);
                IntStream.range(1, 4).forEach(rank -> world.sendAsync("end", rank));
                call.await();
            } else {
                assertThat(world.<String>receive(0)).isEqualTo("end");
                world.barrier();
            }
            return true;
        });
    }

    /** Another thread of the receiver's process may match the message, and tell the sender meanwhile. */
    @Test
    void shouldHearOfAReceiptBeforeTheReceiverLeaves() {
        run(8, world -> {
            int half = world.size() / 2;
            for (int i = 0; i < 2000; i++) {
                Communicator own = world.duplicate("own " + i);
                boolean isBuffer = i % 2 == 0;
                if (world.rank() < half) {
                    int to = world.rank() + half;
                    Request<?> sent = isBuffer
                            ? own.nonBlocking().sendSync(DirectBuffer.of(new double[10]), to)
                            : own.nonBlocking().sendSync("text", to);
                    sent.await();
                } else {
                    int from = world.rank() - half;
                    Request<?> received = isBuffer
                            ? own.nonBlocking().receive(DirectBuffer.of(new double[10]), from)
                            : own.nonBlocking().receive(from);
                    received.await();
                }
                own.leave();
            }
            return true;
        });
    }

    @Test
    void shouldNotWaitLongerThanItsDeadlineForAResultThatMayTakeLonger() {
        run(2, world -> {
            if (world.rank() == 0) {
                Request<?> late =
                        world.within(Duration.ofMillis(50)).nonBlocking().receive(1);
                assertThatThrownBy(() -> late.get(1, TimeUnit.HOURS))
                        .isInstanceOf(ExecutionException.class)
                        .hasCauseInstanceOf(DeadlineExceededException.class)
                        .hasMessageContaining("silent ranks=[1]");
                Request<?> soon =
                        world.within(Duration.ofHours(1)).nonBlocking().receive(1);
                assertThatThrownBy(() -> soon.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            }
            world.barrier();
            return true;
        });
    }

    private static List<Integer> silentIn(List<Request<?>> requests, String operation) {
        DeadlineExceededException exceeded =
                catchThrowableOfType(DeadlineExceededException.class, () -> Request.awaitAny(requests));
        assertThat(exceeded).hasMessageContaining("silent ranks=" + exceeded.silentRanks());
        assertThat(exceeded.operation()).isEqualTo(operation);
        return exceeded.silentRanks();
    }

    @Test
    void shouldEndTheWaitForAReceiveThatAnotherThreadCancels() {
        run(2, world -> {
            if (world.rank() == 0) {
                Request<?> never = world.nonBlocking().receive(1);
                CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(() -> never.cancel(false));
                assertThatThrownBy(never::await).isInstanceOf(CancellationException.class);
                assertThatThrownBy(never::get).isInstanceOf(CancellationException.class);
                assertThat(never.state()).isEqualTo(Future.State.CANCELLED);
                world.sendAsync("next", 1);
            } else {
                assertThat(world.<String>receive(0)).isEqualTo("next");
            }
            return true;
        });
    }

    @Test
    void shouldTellAStateOfWhatFailedBecauseOfAnInterruptOrACancel() {
        run(1, world -> {
            CompletableFuture<String> own = new CompletableFuture<>();
            Request<String> interrupted = world.nonBlocking().request(own);
            own.completeExceptionally(new OperationInterruptedException("gone", new InterruptedException()));
            assertThat(Thread.interrupted())
                    .as("the exception keeps the interrupt")
                    .isTrue();
            assertThat(interrupted.state()).isEqualTo(Future.State.FAILED);
            assertThatThrownBy(interrupted::get).isInstanceOf(ExecutionException.class);
            CompletableFuture<String> other = new CompletableFuture<>();
            Request<String> cancelled = world.nonBlocking().request(other);
            other.cancel(true);
            assertThat(cancelled.state()).isEqualTo(Future.State.FAILED);
            assertThatThrownBy(cancelled::await).isInstanceOf(CancellationException.class);
            Request<?> soon = world.nonBlocking().barrier();
            assertThat(getFor(soon, Long.MAX_VALUE, TimeUnit.DAYS)).isNull();
            return true;
        });
    }

    private static @Nullable Object getFor(Request<?> request, long time, TimeUnit unit) {
        try {
            return request.get(time, unit);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** The started call, which the limited one would run in its own thread, waits for a member that does not come. */
    @Test
    void shouldKeepTheDeadlineOfACallBehindAStartedOne() {
        run(2, world -> {
            if (world.rank() == 0) {
                Request<?> before = world.nonBlocking().allReduce(1, Reductions.sum());
                assertThatThrownBy(() -> world.within(Duration.ofMillis(300)).barrier())
                        .isInstanceOf(DeadlineExceededException.class)
                        .hasMessageContainingAll("allReduce as collective call number 0", "silent ranks=[1]");
                world.sendAsync("go", 1);
                assertThat(before.await()).isEqualTo(3);
            } else {
                world.receive(0);
                assertThat(world.allReduce(2, Reductions.<Integer>sum())).isEqualTo(3);
            }
            return true;
        });
    }

    @Test
    void shouldRunStartedCollectivesInTheOrderOfStarting() {
        forEachSize(world -> {
            int size = world.size();
            int rank = world.rank();
            List<Integer> all = IntStream.range(0, size).boxed().toList();
            NonBlockingCommunicator started = world.nonBlocking();
            for (int root = 0; root < size; root++) {
                boolean isRoot = rank == root;
                List<Request<?>> open = new ArrayList<>();
                Request<String> broadcast = started.broadcast("from " + rank, root);
                Request<Integer> reduce = started.reduce(rank, Reductions.<Integer>sum(), root);
                Request<Integer> allReduce = started.allReduce(rank, Reductions.<Integer>sum());
                Request<List<Integer>> gather = started.gather(rank, root);
                Request<List<Integer>> allGather = started.allGather(rank);
                Request<List<Integer>> allToAll = started.allToAll(all);
                Request<int[]> scatter = started.scatter(
                        isRoot ? DividableArray.of(all.stream().mapToInt(i -> i).toArray()) : null, root);
                Request<PerRank<Integer>> gathered =
                        started.gather(isRoot ? PerRank.<Integer>empty() : null, rank, root);
                Request<PerRank<Integer>> allGathered = started.allGather(PerRank.<Integer>empty(), rank);
                Request<PerRank<Integer>> exchanged = started.allToAll(PerRank.of(all), PerRank.<Integer>empty());
                Request<?> barrier = started.barrier();
                Collections.addAll(open, barrier, exchanged, allGathered, gathered, scatter, allToAll);
                Request.awaitAll(open);
                int sum = size * (size - 1) / 2;
                assertThat(allGather.await()).isEqualTo(all);
                assertThat(gather.await()).isEqualTo(isRoot ? all : null);
                assertThat(allReduce.await()).isEqualTo(sum);
                assertThat(reduce.await()).isEqualTo(isRoot ? sum : null);
                assertThat(broadcast.await()).isEqualTo("from " + root);
                assertThat(scatter.await()).containsExactly(rank);
                assertThat(allToAll.await()).isEqualTo(Collections.nCopies(size, rank));
                assertThat(allGathered.await().list()).isEqualTo(all);
                assertThat(exchanged.await().list()).isEqualTo(Collections.nCopies(size, rank));
                assertThat(gathered.await() == null).isEqualTo(!isRoot);
            }
        });
    }

    @Test
    void shouldRunStartedCollectivesOnBuffers() {
        forEachSize(world -> {
            int size = world.size();
            int rank = world.rank();
            NonBlockingCommunicator started = world.nonBlocking();
            int[] ranks = IntStream.range(0, size).toArray();
            int[] counts = new int[size];
            Arrays.fill(counts, 1);
            Blocks blocks = Blocks.of(counts);
            for (int root = 0; root < size; root++) {
                int[] own = {rank};
                int[] sum = new int[1];
                int[] total = new int[1];
                int[] part = new int[1];
                int[] blockPart = new int[1];
                int[] gathered = new int[size];
                int[] blockGathered = new int[size];
                int[] all = new int[size];
                int[] blockAll = new int[size];
                int[] exchanged = new int[size];
                int[] blockExchanged = new int[size];
                DirectBuffer send = DirectBuffer.of(own);
                DirectBuffer table = DirectBuffer.of(ranks);
                Request.awaitAll(List.of(
                        started.reduce(send, DirectBuffer.of(sum), Reductions.sum(), root),
                        started.allReduce(send, DirectBuffer.of(total), Reductions.sum()),
                        started.scatter(table, DirectBuffer.of(part), root),
                        started.scatter(table, blocks, DirectBuffer.of(blockPart), root),
                        started.gather(send, DirectBuffer.of(gathered), root),
                        started.gather(send, DirectBuffer.of(blockGathered), blocks, root),
                        started.allGather(send, DirectBuffer.of(all)),
                        started.allGather(send, DirectBuffer.of(blockAll), blocks),
                        started.allToAll(table, DirectBuffer.of(exchanged)),
                        started.allToAll(table, blocks, DirectBuffer.of(blockExchanged), blocks)));
                int expected = size * (size - 1) / 2;
                assertThat(total).containsExactly(expected);
                assertThat(sum).containsExactly(rank == root ? expected : 0);
                assertThat(part).containsExactly(rank);
                assertThat(blockPart).containsExactly(rank);
                assertThat(gathered).isEqualTo(rank == root ? ranks : new int[size]);
                assertThat(blockGathered).isEqualTo(rank == root ? ranks : new int[size]);
                assertThat(all).isEqualTo(ranks);
                assertThat(blockAll).isEqualTo(ranks);
                assertThat(exchanged).containsOnly(rank);
                assertThat(blockExchanged).containsOnly(rank);
            }
        });
    }

    /** A blocking call begins after those that were started; messages pass between. */
    @Test
    void shouldMixStartedAndBlockingCalls() {
        forEachSize(world -> {
            int right = (world.rank() + 1) % world.size();
            int left = Math.floorMod(world.rank() - 1, world.size());
            Request<Integer> sum = world.nonBlocking().allReduce(1, Reductions.<Integer>sum());
            assertThat(world.<Integer>sendReceive(world.rank(), right, left)).isEqualTo(left);
            assertThat(world.allReduce(2, Reductions.<Integer>sum())).isEqualTo(2 * world.size());
            assertThat(sum.isDone()).isTrue();
            assertThat(sum.await()).isEqualTo(world.size());
        });
    }

    /** Whether the thread that waits does the call itself, or another that runs those before it. */
    @Test
    void shouldFailEverywhereIfTheThreadThatAwaitsACollectiveCallIsInterrupted() {
        for (int before : new int[] {0, 1}) {
            for (int size : new int[] {2, 3, 8}) {
                run(size, world -> {
                    List<Request<Integer>> earlier = new ArrayList<>();
                    if (world.rank() == 1) {
                        for (int i = 0; i < before; i++) {
                            earlier.add(world.nonBlocking().allReduce(1, Reductions.<Integer>sum()));
                        }
                        Request<Integer> sum = world.nonBlocking().allReduce(1, Reductions.<Integer>sum());
                        Thread.currentThread().interrupt();
                        assertThatThrownBy(sum::await).isInstanceOf(OperationInterruptedException.class);
                        Thread.interrupted();
                        while (before == 0 && !sum.isDone()) { // it may find what it needs if the others are early
                            Thread.onSpinWait();
                        }
                        IntStream.range(0, world.size())
                                .filter(rank -> rank != 1)
                                .forEach(rank -> world.sendAsync("go", rank));
                    } else {
                        world.receive(1);
                        for (int i = 0; i < before; i++) {
                            earlier.add(world.nonBlocking().allReduce(1, Reductions.<Integer>sum()));
                        }
                        Request<Integer> sum = world.nonBlocking().allReduce(1, Reductions.<Integer>sum());
                        assertThatThrownBy(sum::await)
                                .isInstanceOf(CallFailedException.class)
                                .hasMessageContaining("rank=1");
                    }
                    for (Request<Integer> request : earlier) {
                        assertThat(request.await()).isEqualTo(world.size());
                    }
                    assertThat(world.allReduce(1, Reductions.<Integer>sum())).isEqualTo(world.size());
                    return true;
                });
            }
        }
    }

    /** Calls run in the thread that awaits the next of them, or in another; the order stays. */
    @Test
    void shouldKeepTheOrderWhicheverThreadAwaitsCalls() {
        int count = 100;
        forEachSize(world -> {
            List<Integer> begun = Collections.synchronizedList(new ArrayList<>());
            List<Request<Integer>> requests = new ArrayList<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < count; i++) {
                    int number = i;
                    Request<Integer> request = world.nonBlocking().allReduce(i, (left, right) -> {
                        begun.add(number);
                        return left + right;
                    });
                    requests.add(request);
                    if (i % 3 == 0) {
                        var _ = threads.submit(request::await);
                    } else if (i % 7 == 0) {
                        assertThat(request.await()).isEqualTo(i * world.size());
                    }
                }
            }
            for (int i = 0; i < count; i++) {
                assertThat(requests.get(i).await()).isEqualTo(i * world.size());
            }
            assertThat(begun).isSorted();
        });
    }

    @Test
    void shouldRefuseWrongArgumentsAtOnce() {
        run(1, world -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.nonBlocking().receive(1));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.nonBlocking().sendAsync("x", 1));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> world.nonBlocking().broadcast("x", 1));
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            world.nonBlocking().allGather(DirectBuffer.of(new int[2]), DirectBuffer.of(new int[1])));
            assertThat(world.nonBlocking()
                            .allReduce(3, Reductions.<Integer>sum())
                            .await())
                    .isEqualTo(3);
            return true;
        });
    }
}
