package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.messaging.LoadClock.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.AlgorithmTable;
import tutti.collectives.CallFailedException;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.Reductions;
import tutti.collectives.local.LocalCollectives;
import tutti.collectives.shm.SharedSegments;
import tutti.messaging.BufferMismatchException;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Processes;
import tutti.messaging.Together;
import tutti.messaging.Together.Background;
import tutti.messaging.Together.Outcome;
import tutti.messaging.config.TransportChoice;
import tutti.messaging.runtime.Endpoint;
import tutti.serialization.DirectBuffer;
import tutti.serialization.OperationInterruptedException;

/** Processes of one host meet in memory: results, and every way in which a call can end early. */
class SharedSegmentTest extends GroupTest {
    /** None; for each to fold; tiles; tiles in the large slots; several steps. */
    private static final int[] LENGTHS = {0, 3, 700, 9_000, 70_001};

    static Stream<Arguments> spread() {
        return Stream.of(new int[][] {{2, 2}, {3, 3}, {4, 4}, {7, 7}, {8, 8}, {2, 3}, {2, 4}, {2, 8}, {4, 8}})
                .map(layout -> Arguments.of(layout[0], layout[1]));
    }

    @ParameterizedTest(name = "{1} members in {0} processes")
    @MethodSource("spread")
    void shouldGiveTheSameBitsAsOneProcess(int processes, int size) {
        List<List<double[]>> expected = run(1, size, member -> reduceAll(member.collectives(), member.rank()));
        List<List<double[]>> found = run(processes, size, member -> {
            List<double[]> results = reduceAll(member.collectives(), member.rank());
            assertThat(SharedSegments.areUsedBy(LocalCollectives.of(member.endpoint())))
                    .isTrue();
            return results;
        });
        for (int rank = 0; rank < size; rank++) {
            assertThat(same(found.get(rank).toArray(), expected.get(0).toArray()))
                    .as("rank %d", rank)
                    .isTrue();
        }
    }

    private static List<double[]> reduceAll(Collectives collectives, int rank) {
        return IntStream.of(LENGTHS)
                .mapToObj(length -> {
                    double[] own = new double[length];
                    Arrays.setAll(own, i -> Math.scalb(1.0 / (3 + i + 7 * rank), (i * 31 + rank * 17) % 60));
                    double[] target = new double[length];
                    collectives.buffers().allReduce(DirectBuffer.of(own), DirectBuffer.of(target), Reductions.sum());
                    collectives.buffers().allReduce(DirectBuffer.of(own), DirectBuffer.of(own), Reductions.sum());
                    assertThat(target).isEqualTo(own);
                    return target;
                })
                .toList();
    }

    @Test
    void shouldReduceWhatLiesPartlyInTheWay() {
        int length = 70_000;
        List<int[]> found = run(2, 2, member -> {
            int[] memory = new int[length + 100];
            Arrays.setAll(memory, i -> i);
            DirectBuffer own = DirectBuffer.of(memory, 0, length);
            member.collectives().buffers().allReduce(own, DirectBuffer.of(memory, 100, length), Reductions.max());
            return memory;
        });
        assertThat(found)
                .allSatisfy(memory -> assertThat(memory)
                        .startsWith(IntStream.range(0, 100).toArray())
                        .endsWith(IntStream.range(0, length).toArray()));
    }

    @ParameterizedTest(name = "{1} members in {0} processes")
    @MethodSource("spread")
    void shouldLetNobodyThroughBeforeAllHaveCome(int processes, int size) {
        AtomicInteger come = new AtomicInteger();
        run(processes, size, member -> {
            for (int round = 1; round <= 200; round++) {
                come.incrementAndGet();
                member.collectives().barrier();
                assertThat(come.get()).isGreaterThanOrEqualTo(round * size);
            }
            return null;
        });
    }

    /** In two processes, the one that sleeps until the last has come is not the leader, who has come before it. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void shouldWakeAllThatSleep(int processes) {
        List<Endpoint> members = open(processes, 4);
        meet(members);
        List<Background<Object>> sleepers = new ArrayList<>();
        for (int count = 1; count < 4; count++) {
            sleepers.addAll(inBackground(members.subList(count - 1, count), 1, Collectives::barrier));
            await().until(sleepers.getLast()::isParked);
        }
        new Collectives(members.get(3)).barrier();
        sleepers.forEach(Background::get);
    }

    /** Rank 1 meets the other process for its own, since it arrives last. */
    @Test
    void shouldEndForAllWhenOneIsInterruptedThatIsNotTheLeader() {
        List<Endpoint> members = open(2, 4);
        meet(members);
        List<Collectives> collectives = members.stream().map(Collectives::new).toList();
        for (int round = 0; round < 3; round++) {
            Background<Object> leader = barrier(collectives.get(0));
            await().until(leader::isParked);
            Background<Object> last = barrier(collectives.get(1));
            await().until(last::isParked);
            last.interrupt();
            assertThat(last.outcome().failure()).isInstanceOf(OperationInterruptedException.class);
            assertThat(leader.outcome().failure()).isInstanceOf(CallFailedException.class);
            assertThat(List.of(barrier(collectives.get(2)), barrier(collectives.get(3))))
                    .extracting(other -> other.outcome().failure())
                    .filteredOn(Objects::nonNull) // they may pass, as the other process has come
                    .allSatisfy(failure -> assertThat(failure).isInstanceOf(CallFailedException.class));
            together(collectives);
        }
    }

    @Test
    void shouldUseMessagesWhereOneProcessSharesNoMemory() {
        try (Processes job = Processes.start(
                3, one -> one.withTransport(one.process() == 1 ? TransportChoice.GRPC : TransportChoice.AUTO))) {
            List<List<double[]>> found = Together.members(job.open(3), endpoint -> {
                assertThat(endpoint.neighbours().mayShareMemory()).isFalse(); // the two that could know it, too
                Collectives collectives = new Collectives(endpoint);
                collectives.barrier();
                List<double[]> results = reduceAll(collectives, endpoint.rank());
                assertThat(SharedSegments.areUsedBy(LocalCollectives.of(endpoint)))
                        .isFalse();
                endpoint.leave();
                return results;
            });
            assertThat(same(found.get(0).toArray(), found.get(2).toArray())).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(TransportChoice.class)
    void shouldKnowFromTheJoinWhetherProcessesShareMemory(TransportChoice transport) {
        boolean expected = transport == TransportChoice.AUTO || transport == TransportChoice.SHARED_MEMORY;
        try (Processes job = Processes.start(2, one -> one.withTransport(transport))) {
            assertThat(job.open(4)).allMatch(endpoint -> endpoint.neighbours().mayShareMemory() == expected);
        }
    }

    /** The table's rows for shared memory are for few bytes: members with more of them are found there, too. */
    @ParameterizedTest(name = "{0}, {2} members in {1} processes")
    @CsvSource({"allReduce, 3, 3", "allGather, 3, 3", "allGather, 2, 3", "allToAll, 3, 3", "allToAll, 2, 3"})
    void shouldMeetBeforeMessagesThatATableChooses(String operation, int processes, int size) {
        AlgorithmTable table = AlgorithmTable.parse(
                operation + " members<=any bytes<=8k shared\n"
                        + AlgorithmTable.standard()
                                .text()
                                .lines()
                                .filter(row -> !row.endsWith(AlgorithmTable.SHARED))
                                .reduce("", (all, row) -> all + row + "\n"),
                "test");
        List<Outcome<Object>> outcomes = outcomes(processes, size, member -> {
            Collectives collectives = new Collectives(member.endpoint(), table, false);
            reduceAll(collectives, member.rank());
            int length = member.rank() == 1 ? 6 : 30_000;
            DirectBuffer own = DirectBuffer.of(new int[length]);
            switch (operation) {
                case "allReduce" -> collectives.buffers().allReduce(own, own, Reductions.sum());
                case "allGather" -> collectives.buffers().allGather(own, DirectBuffer.of(new int[size * length]));
                default -> collectives.buffers().allToAll(own, own);
            }
            return null;
        });
        assertUnlike(outcomes, "int[6]", "int[30000]");
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 5_000, 70_000})
    void shouldShowBuffersThatDiffer(int length) {
        List<Outcome<Object>> outcomes = outcomes(3, 3, member -> {
            member.collectives().barrier();
            int[] own = new int[member.rank() == 2 ? length : 5];
            member.collectives().buffers().allReduce(DirectBuffer.of(own), DirectBuffer.of(own), Reductions.sum());
            return null;
        });
        assertUnlike(outcomes, "int[5]", "int[%d]".formatted(length));
    }

    private static void assertUnlike(List<Outcome<Object>> outcomes, String one, String other) {
        assertThat(outcomes)
                .extracting(Outcome::failure)
                .allMatch(failure ->
                        failure instanceof BufferMismatchException || failure instanceof MemberFailedException)
                .anySatisfy(failure -> assertThat(failure)
                        .isInstanceOf(BufferMismatchException.class)
                        .hasMessageContainingAll(one, other));
    }

    @Test
    void shouldGoOnAfterBuffersThatDiffered() {
        List<Object> found = run(3, 3, member -> {
            for (int i = 0; i < 50; i++) {
                int[] own = new int[member.rank() == i % 3 ? 2 : 3];
                try {
                    member.collectives()
                            .buffers()
                            .allReduce(DirectBuffer.of(own), DirectBuffer.of(own), Reductions.sum());
                    return "no exception";
                } catch (BufferMismatchException e) {
                    member.collectives().barrier();
                }
            }
            return "ok";
        });
        assertThat(found).containsOnly("ok");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 9_000})
    void shouldShowCallsThatDiffer(int length) {
        List<Outcome<Object>> outcomes = outcomes(3, 3, member -> {
            member.collectives().barrier();
            double[] own = new double[length];
            if (member.rank() == 1) {
                member.collectives().barrier();
            } else {
                member.collectives().buffers().allReduce(DirectBuffer.of(own), DirectBuffer.of(own), Reductions.sum());
            }
            return null;
        });
        assertThat(outcomes)
                .extracting(Outcome::failure)
                .allMatch(failure ->
                        failure instanceof MismatchedCallException || failure instanceof MemberFailedException)
                .anySatisfy(failure -> assertThat(failure)
                        .isInstanceOf(MismatchedCallException.class)
                        .hasMessageContaining("barrier as collective call number 1")
                        .hasMessageContaining("allReduce of buffers as collective call number 1 with operator sum"));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 9_000})
    void shouldEndForAllWhenAnOperatorDoesNotApply(int length) {
        List<Outcome<Object>> outcomes = outcomes(3, 3, member -> {
            char[] own = new char[length];
            member.collectives().buffers().allReduce(DirectBuffer.of(own), DirectBuffer.of(own), Reductions.sum());
            return null;
        });
        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNotNull());
        assertThat(outcomes)
                .anySatisfy(outcome -> assertThat(outcome.failure()).hasMessageContaining("sum does not apply"));
    }

    @Test
    void shouldEndForAllWhenAMemberFails() {
        List<Outcome<Object>> outcomes = outcomes(4, 4, member -> {
            member.collectives().barrier();
            if (member.rank() == 2) {
                throw new IllegalStateException("has no more wood");
            }
            member.collectives().barrier();
            return null;
        });
        assertThat(outcomes)
                .allSatisfy(
                        outcome -> assertThat(outcome.failure()).isNotNull().hasMessageContaining("has no more wood"));
    }

    @Test
    void shouldEndForAllWhenALeaderHasLeft() {
        List<Outcome<Object>> outcomes = outcomes(4, 4, member -> {
            member.collectives().barrier();
            if (member.rank() == 2) {
                member.endpoint().leave();
            } else {
                member.collectives().barrier();
            }
            return null;
        });
        assertThat(outcomes)
                .extracting(Outcome::failure)
                .filteredOn(Objects::nonNull)
                .hasSize(3)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(MemberFailedException.class)
                        .hasMessageContaining("rank=2"));
    }

    @Test
    void shouldNameWhoIsSilentWhenTheTimeIsOver() {
        List<Endpoint> members = open(3, 3);
        meet(members);
        Background<Object> patient =
                inBackground(members, 1, Collectives::barrier).getFirst();
        Background<Object> limited = Background.start("limited", () -> {
            Endpoint member = members.get(1);
            new Collectives(member)
                    .within(member.within(Duration.ofMillis(500)))
                    .barrier();
            return "";
        });
        assertThat(limited.outcome().failure())
                .isInstanceOf(DeadlineExceededException.class)
                .hasMessageContainingAll("waited for members of other processes; silent ranks=[2]: ");
        assertThat(patient.outcome().failure())
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("deadline exceeded");
    }

    @Test
    void shouldGoOnWhenOneIsInterruptedAfterItHasCome() {
        List<Endpoint> members = open(3, 3);
        meet(members);
        List<Collectives> collectives = members.stream().map(Collectives::new).toList();
        for (int round = 0; round < 3; round++) {
            Background<Object> interrupted = barrier(collectives.get(0));
            Background<Object> patient = barrier(collectives.get(1));
            await().until(interrupted::isParked);
            interrupted.interrupt();
            assertThat(interrupted.outcome().failure())
                    .isInstanceOf(OperationInterruptedException.class)
                    .hasMessageContainingAll(
                            "interrupted while waiting for members of other processes: here group=", " in barrier");
            assertThat(List.of(barrier(collectives.get(2)), patient))
                    .extracting(waiting -> waiting.outcome().failure())
                    .filteredOn(Objects::nonNull) // one may pass, as the first has come
                    .allSatisfy(SharedSegmentTest::checkToldOfInterruptionOfFirst);
            together(collectives);
        }
    }

    @Test
    void shouldTellTheOthersWhenOneIsInterruptedInSeveralCalls() {
        List<Endpoint> members = open(3, 3);
        meet(members);
        List<Collectives> collectives = members.stream().map(Collectives::new).toList();
        int calls = 3;
        for (int call = 0; call < calls; call++) {
            Background<Object> interrupted = barrier(collectives.get(0));
            await().until(interrupted::isParked);
            interrupted.interrupt();
            assertThat(interrupted.outcome().failure()).isInstanceOf(OperationInterruptedException.class);
        }
        for (int call = 0; call < calls; call++) {
            assertThat(List.of(barrier(collectives.get(1)), barrier(collectives.get(2))))
                    .extracting(waiting -> waiting.outcome().failure())
                    .allSatisfy(SharedSegmentTest::checkToldOfInterruptionOfFirst);
        }
        together(collectives);
    }

    private static void checkToldOfInterruptionOfFirst(@Nullable Throwable failure) {
        assertThat(failure).isInstanceOfSatisfying(CallFailedException.class, told -> {
            assertThat(told.rank()).isZero();
            assertThat(told.failure()).isEqualTo(OperationInterruptedException.class.getName());
        });
    }

    private static void together(List<Collectives> collectives) {
        List<Background<Object>> together =
                collectives.stream().map(SharedSegmentTest::barrier).toList();
        together.forEach(Background::get);
    }

    @Test
    void shouldTellTheOthersWhenOneIsInterruptedInTheMiddle() {
        List<Endpoint> members = open(2, 2);
        List<Collectives> collectives = members.stream().map(Collectives::new).toList();
        meet(members);
        Background<Object> first = reduction(collectives.get(0));
        await().until(first::isParked); // in the first step, to which it has come, and others follow
        first.interrupt();
        assertThat(first.outcome().failure()).isInstanceOf(OperationInterruptedException.class);

        checkToldOfInterruptionOfFirst(reduction(collectives.get(1)).outcome().failure());

        Background<Object> again = reduction(collectives.get(0));
        reduction(collectives.get(1)).get();
        again.get();
    }

    private static Background<Object> reduction(Collectives collectives) {
        return Background.start("reduction", () -> {
            DirectBuffer large = DirectBuffer.of(new double[70_000]);
            collectives.buffers().allReduce(large, large, Reductions.sum());
            return "";
        });
    }

    /** Lets members agree on all the memory that they share. */
    private static void meet(List<Endpoint> members) {
        Together.all(members.stream()
                .<Callable<Object>>map(member -> () -> {
                    Collectives collectives = new Collectives(member);
                    collectives.barrier();
                    return reduction(collectives).get();
                })
                .toList());
    }

    private static Background<Object> barrier(Collectives collectives) {
        return Background.start("barrier", () -> {
            collectives.barrier();
            return "";
        });
    }

    private static List<Background<Object>> inBackground(
            List<Endpoint> members, int count, Consumer<Collectives> call) {
        return members.subList(0, count).stream()
                .map(member -> Background.<Object>start("member-" + member.rank(), () -> {
                    call.accept(new Collectives(member));
                    return "";
                }))
                .toList();
    }
}
