package tutti.group;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tutti.group.Refused.assertRefused;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Blocks;
import tutti.collectives.DividableArray;
import tutti.collectives.Reductions;
import tutti.group.GroupException.Reason;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;

/** Members that are plain threads, and the operations that need no group as an argument. */
class CommunicatorTest {

    /** What a thread does with its view of the group. */
    private interface Part<R> {
        R run(Communicator world) throws Exception;
    }

    /** Runs so many plain threads in a new group, spread evenly, and returns what each returned. */
    private static <R> List<R> run(TestJob job, String name, int size, Part<R> part) {
        return TestJob.eachAtOnce(size, index -> {
            Communicator world = job.masterOf(index, size).communicator(name, size);
            try {
                return part.run(world);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            } finally {
                world.done();
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "1, 3", "1, 4", "1, 7", "1, 8", "2, 2", "2, 3", "2, 8", "3, 3", "3, 4", "3, 7"})
    void shouldRunCollectivesOfPlainThreadsWithEachRoot(int processes, int size) {
        try (TestJob job = TestJob.of(processes)) {
            List<Integer> ranks = run(job, "world", size, world -> {
                assertThat(world.size()).isEqualTo(size);
                assertThat(world.name()).isEqualTo("world");
                for (int root = 0; root < size; root++) {
                    objects(world, root);
                    buffers(world, root);
                }
                world.barrier();
                return world.rank();
            });

            assertThat(ranks)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, size).boxed().toList());
        }
    }

    private static void objects(Communicator world, int root) {
        int rank = world.rank();
        int size = world.size();
        List<Integer> all = IntStream.range(0, size).boxed().toList();
        assertThat(world.broadcast("from " + rank, root)).isEqualTo("from " + root);
        assertThat(world.reduce(rank, Reductions.<Integer>sum(), root)).isEqualTo(rank == root ? sum(size) : null);
        assertThat(world.allReduce(rank, Reductions.<Integer>sum())).isEqualTo(sum(size));
        assertThat(world.gather(rank, root)).isEqualTo(rank == root ? all : null);
        List<Integer> gathered = world.allGather(rank);
        assertThat(gathered).isEqualTo(all);
        gathered.add(0, size); // it is the member's own
        assertThat(gathered).hasSize(size + 1);
        assertThat(world.allToAll(all)).isEqualTo(Collections.nCopies(size, rank));
        int[] whole = all.stream().mapToInt(each -> each).toArray();
        assertThat(world.<int[]>scatter(DividableArray.of(whole), root)).containsExactly(rank);
        int next = (rank + 1) % size;
        int previous = Math.floorMod(rank - 1, size);
        world.sendAsync(rank, next);
        assertThat(world.<Integer>receive(previous)).isEqualTo(previous);
        assertThat(world.<Integer>sendReceive(rank, next, previous)).isEqualTo(previous);
        assertThat(world.<Integer>rendezvous(rank, rank)).isEqualTo(rank);
    }

    private static void buffers(Communicator world, int root) {
        int rank = world.rank();
        int size = world.size();
        int[] ranks = IntStream.range(0, size).toArray();
        int[] own = {rank};
        int[] all = new int[size];
        world.allReduce(DirectBuffer.of(own), DirectBuffer.of(own), Reductions.sum());
        assertThat(own).containsExactly(sum(size));
        own[0] = rank;
        world.allGather(DirectBuffer.of(own), DirectBuffer.of(all));
        assertThat(all).containsExactly(ranks);
        int[] part = {-1};
        world.scatter(DirectBuffer.of(ranks), DirectBuffer.of(part), root);
        assertThat(part).containsExactly(rank);
        int[] gathered = new int[size];
        world.gather(DirectBuffer.of(own), DirectBuffer.of(gathered), root);
        assertThat(gathered).containsExactly(rank == root ? ranks : new int[size]);
        int[] exchanged = new int[size];
        int[] counts = new int[size];
        Arrays.fill(counts, 1);
        world.allToAll(DirectBuffer.of(ranks), Blocks.of(counts), DirectBuffer.of(exchanged), Blocks.of(counts));
        assertThat(exchanged).containsOnly(rank);
        int[] got = {-1};
        world.sendReceive(DirectBuffer.of(own), (rank + 1) % size, DirectBuffer.of(got), Math.floorMod(rank - 1, size));
        assertThat(got).containsExactly(Math.floorMod(rank - 1, size));
    }

    private static int sum(int size) {
        return size * (size - 1) / 2;
    }

    @Test
    void shouldHaveEachOperationOfMembersWithoutTheGroup() {
        Set<String> ofMembers = new TreeSet<>();
        for (Method method : ColMember.class.getMethods()) {
            List<Class<?>> parameters = Arrays.asList(method.getParameterTypes());
            if (parameters.contains(ColGroup.class) && !method.getReturnType().equals(Thread.class)) {
                ofMembers.add(named(
                        method,
                        parameters.stream()
                                .filter(type -> !type.equals(ColGroup.class))
                                .toList()));
            }
        }
        ofMembers.remove("communicator()");

        Set<String> ofCommunicators = Arrays.stream(Communicator.class.getMethods())
                .map(method -> named(method, Arrays.asList(method.getParameterTypes())))
                .collect(Collectors.toSet());
        assertThat(ofMembers).hasSizeGreaterThan(25);
        assertThat(ofCommunicators).containsAll(ofMembers);
    }

    private static String named(Method method, List<Class<?>> parameters) {
        return parameters.stream()
                .map(Class::getSimpleName)
                .collect(Collectors.joining(",", method.getName() + "(", ")"));
    }

    @Test
    void shouldGiveAMemberTheSameViewEachTime() {
        try (TestJob job = TestJob.of(1)) {
            job.run(2, (self, group, rank) -> {
                Communicator view = self.communicator(group);
                assertThat(view).isSameAs(self.communicator(group));
                assertThat(view.rank()).isEqualTo(rank);
                assertThat(view)
                        .hasToString(
                                "Communicator[name=%s id=%d rank=%d size=2]".formatted(group.name(), group.id(), rank));
                return null;
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldEndWithinTheDeadlineOfAView(int processes) {
        TestJob job = TestJob.of(processes);
        List<Boolean> ended = run(job, "g", 2, world -> {
            if (world.rank() == 1) {
                assertThatThrownBy(() -> world.receive(0)).isInstanceOf(MemberFailedException.class);
                return true;
            }
            assertThatThrownBy(() -> world.within(Duration.ofMillis(50)).receive(1))
                    .isInstanceOf(DeadlineExceededException.class);
            assertThatThrownBy(() -> world.within(Duration.ofMillis(50)).allReduce(1, Reductions.<Integer>sum()))
                    .isInstanceOf(DeadlineExceededException.class);
            return true;
        });

        assertThat(ended).containsOnly(true);
        job.closeAndCollect();
    }

    @Test
    void shouldRefuseDeadlinesAndRanksThatCanNotBe() {
        try (TestJob job = TestJob.of(1)) {
            run(job, "g", 1, world -> {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> world.within(Duration.ZERO))
                        .withMessageContainingAll("deadline=PT0S", "group=g");
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> world.broadcast(1, 1))
                        .withMessage("root must lie in [0, 1): root=1 group=g; pass a rank of the group, from 0 to 0");
                return null;
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldContinueWithTheSurvivors(int processes) {
        TestJob job = TestJob.of(processes);
        List<Integer> sums = run(job, "g", 4, world -> {
            if (world.rank() == 3) {
                return 0; // leaves
            }
            Communicator survivors = world.shrink();
            return survivors.name().equals("g#1") ? survivors.allReduce(1, Reductions.<Integer>sum()) : -1;
        });

        assertThat(sums).containsExactlyInAnyOrder(3, 3, 3, 0);
        job.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldTellTheOthersWhyAThreadCannotDoItsPart(int processes) {
        try (TestJob job = TestJob.of(processes)) {
            List<String> failures = run(job, "world", 3, world -> {
                if (world.rank() == 1) {
                    world.fail(new IllegalStateException("no disk"));
                    assertThatIllegalStateException()
                            .isThrownBy(world::barrier)
                            .withMessageContainingAll("member is done", "it failed, as the cause says")
                            .withStackTraceContaining("no disk");
                    return "cause";
                }
                MemberFailedException failure = catchThrowableOfType(MemberFailedException.class, world::barrier);
                assertThat(failure.rank()).isEqualTo(1);
                return failure.getMessage();
            });

            assertThat(failures)
                    .hasSize(3)
                    .filteredOn(text -> text.contains("no disk"))
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldFailThePlainThreadThatEndsWithoutBeingDone(int processes) throws Exception {
        TestJob job = TestJob.of(processes);
        CompletableFuture<Communicator> joined =
                TestJob.async(() -> job.masterOf(1, 2).communicator("g", 2));
        Communicator world = job.masterOf(0, 2).communicator("g", 2);
        int other = 1 - world.rank();
        joined.get(60, SECONDS); // its thread ends

        assertThatThrownBy(() -> world.receive(other))
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContainingAll("ended without done()", "call done() on its communicator");
        world.done();
        assertThatIllegalStateException()
                .isThrownBy(world::barrier)
                .withMessageContainingAll("member is done", "group=g", "call done() after its last operation");
        world.done();
        job.closeAndCollect();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldNameAllThatHaveLeftToAReceiveFromAnyOfThem(int processes) {
        try (TestJob job = TestJob.of(processes)) {
            List<String> failures = run(job, "world", 3, world -> {
                if (world.rank() > 0) {
                    world.sendAsync("only one", 0);
                    return "";
                }
                for (int i = 1; i < world.size(); i++) {
                    world.receive(Communicator.ANY_SOURCE);
                }
                return catchThrowableOfType(MemberFailedException.class, () -> world.receive(Communicator.ANY_SOURCE))
                        .getMessage();
            });

            assertThat(failures)
                    .filteredOn(text -> text.contains("all other members have left the group")
                            && text.contains("group=world ranks=[1, 2]"))
                    .hasSize(1);
        }
    }

    @Test
    void shouldLeaveTheGroupAsItWasWhenTheOthersDoNotCome() {
        try (TestJob job = TestJob.of(1)) {
            ColGroupMaster master = job.master(0);
            assertRefused(
                    Reason.TIMED_OUT,
                    () -> master.communicator("g", 2, Duration.ofMillis(20)),
                    "group=g",
                    "members=1",
                    "asked=2");

            Communicator alone = master.communicator("g", 1);
            assertThat(alone.allReduce(5, Reductions.<Integer>sum())).isEqualTo(5);
            alone.done();
        }
    }
}
