package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.collectives.Reductions;
import tutti.messaging.MemberFailedException;

/** Members that fail and whose ranks newcomers get, all in this JVM, in groups of several sizes over each device. */
class ReplaceLostTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** What members do when others have failed. */
    private interface Healing {
        String heal(Communicator broken, Communicator rest);
    }

    @ParameterizedTest(name = "ranks {3} of {0} members in {1} processes by {2}")
    @CsvSource({"2, 2, grpc, 1", "3, 1, auto, 0", "4, 2, shared-memory, 1 3", "7, 3, auto, 0 1 5"})
    void shouldGiveTheRanksOfLostMembersToNewcomers(int size, int processes, String transport, String lost) {
        replace(
                size,
                processes,
                transport,
                Arrays.stream(lost.split(" ", -1)).map(Integer::valueOf).toList());
    }

    @Tag("nightly")
    @ParameterizedTest(name = "rank {3} of {0} members in {1} processes by {2}")
    @MethodSource("anyLost")
    void shouldGiveTheRankOfAnyLostMemberToANewcomer(int size, int processes, String transport, int lost) {
        replace(size, processes, transport, List.of(lost));
    }

    private static Stream<Object[]> anyLost() {
        return Stream.of(2, 3, 4, 7)
                .flatMap(size -> Stream.of("1 auto", "2 shared-memory", "2 grpc", "3 auto")
                        .map(place -> place.split(" ", -1))
                        .filter(place -> Integer.parseInt(place[0]) <= size)
                        .flatMap(place -> IntStream.range(0, size)
                                .mapToObj(lost -> new Object[] {size, Integer.parseInt(place[0]), place[1], lost})));
    }

    private static void replace(int size, int processes, String transport, List<Integer> lost) {
        String expected = IntStream.range(0, size)
                .mapToObj(rank -> lost.contains(rank) ? "state of " + rank : "member " + rank)
                .toList()
                .toString();
        List<String> all = heal(size, processes, transport, lost, (broken, rest) -> {
            Communicator healed = rest.replaceLost(broken, rank -> "state of " + rank, LIMIT);
            assertThat(healed.rank()).isEqualTo(broken.rank());
            return healed.allGather("member " + healed.rank()).toString();
        });
        assertThat(all).containsOnly(expected).hasSize(size);
    }

    /** Lets some members fail and as many newcomers come; returns what all but the failed returned. */
    private static List<String> heal(int size, int processes, String transport, List<Integer> lost, Healing healing) {
        String setting = "--tutti-transport=" + transport;
        try (TestJob job = TestJob.of(processes, setting, "--tutti-join-port=0")) {
            CompletableFuture<String> port = new CompletableFuture<>();
            List<CompletableFuture<String>> newcomers =
                    lost.stream().map(each -> newcomer(port, setting)).toList();
            IntFunction<CompletableFuture<String>> member =
                    index -> TestJob.async(() -> member(job.masterOf(index, size), size, lost, port, healing));
            List<CompletableFuture<String>> members =
                    IntStream.range(0, size).mapToObj(member).toList();
            List<String> all = Stream.concat(members.stream(), newcomers.stream())
                    .map(TestJob::get)
                    .filter(text -> !text.isEmpty())
                    .toList();
            job.closeAndCollect(); // some have failed
            return all;
        }
    }

    private static String member(
            ColGroupMaster master, int size, List<Integer> lost, CompletableFuture<String> port, Healing healing) {
        Communicator world = master.communicator("world", size);
        try {
            if (lost.contains(world.rank())) {
                world.fail(new IllegalStateException("lost"));
                return "";
            }
            assertThatThrownBy(() -> world.receive(lost.getFirst())).isInstanceOf(MemberFailedException.class);
            Communicator rest = world.shrink();
            if (rest.rank() == 0) {
                port.complete(master.joinAddress());
            }
            return healing.heal(world, rest);
        } finally {
            world.done();
        }
    }

    /** Returns, without waiting for the end of its job, what the newcomer's member does. */
    private static CompletableFuture<String> newcomer(CompletableFuture<String> port, String setting) {
        CompletableFuture<String> result = new CompletableFuture<>();
        var _ = TestJob.async(() -> {
                    try (ColGroupMaster master = new ColGroupMaster("--tutti-join=" + TestJob.get(port), setting)) {
                        Communicator healed = master.grownCommunicator();
                        String state = master.grownState();
                        result.complete(healed.allGather(state).toString());
                        healed.done();
                    }
                    return "";
                })
                .whenComplete((_, failure) -> {
                    if (failure instanceof MemberFailedException) {
                        result.complete(""); // the group has not taken it in
                    } else if (failure != null) {
                        result.completeExceptionally(failure);
                    }
                });
        return result;
    }

    /** Those that have agreed to the larger group learn from the one that has not that it does not come. */
    @ParameterizedTest(name = "{0} members in {1} processes")
    @CsvSource({"3, 3", "4, 2"})
    void shouldContinueInTheOldGroupWhenAMemberIsLostBeforeItHasAgreed(int size, int processes) {
        int lost = size - 1;
        List<String> all = heal(size, processes, "auto", List.of(lost), (broken, rest) -> {
            assertThatThrownBy(() -> rest.replaceLost(
                            broken,
                            rank -> {
                                IllegalStateException failure = new IllegalStateException("lost as well");
                                rest.fail(failure);
                                throw failure;
                            },
                            LIMIT))
                    .isInstanceOf(RuntimeException.class);
            if (rest.rank() == 0) { // the next after the lost one
                return "";
            }
            Communicator left = rest.shrink();
            return "works " + left.allReduce(1, Reductions.<Integer>sum());
        });
        assertThat(all).containsOnly("works " + (size - 2)).hasSize(size - 2);
    }

    /** What the callback throws reaches all members; the rest of the group works on. */
    @ParameterizedTest(name = "{0} members in {1} processes")
    @CsvSource({"2, 2", "3, 1", "7, 3"})
    void shouldTellAllWhenTheStateOfALostMemberCannotBeHad(int size, int processes) {
        int lost = size - 1;
        List<String> all = heal(size, processes, "auto", List.of(lost), (broken, rest) -> {
            assertThatThrownBy(() -> rest.replaceLost(
                            broken,
                            rank -> {
                                throw new IllegalStateException("no state of " + rank);
                            },
                            LIMIT))
                    .isInstanceOfSatisfying(
                            GroupException.class,
                            e -> assertThat(e.reason()).isEqualTo(GroupException.Reason.NOT_AGREED))
                    .hasMessageContaining("the group has not grown: group=world#1")
                    .hasMessageContaining("rank=0: no state of " + lost);
            return "works " + rest.allReduce(1, Reductions.<Integer>sum());
        });
        assertThat(all).containsOnly("works " + (size - 1)).hasSize(size - 1);
    }
}
