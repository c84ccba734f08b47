package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.group.Communicator.ANY_SOURCE;
import static tutti.group.Communicator.ANY_TAG;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Reductions;
import tutti.messaging.LoadClock;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;

/** Members that throw, or leave too early: whoever needs them learns it, and no other does. */
@ParameterizedClass(name = "{0} processes")
@ValueSource(ints = {1, 2, 4})
class FailureTest {
    @Parameter
    int processes;

    private TestJob job;

    @BeforeEach
    void startJob() {
        job = TestJob.of(processes, "--tutti-window-bytes=65536");
    }

    @AfterEach
    void closeJob() {
        job.close();
    }

    /** One way to wait for rank 3 of a group of four. */
    private interface Wait {
        void begin(ColMember self, ColGroup group, int rank);
    }

    private static final List<Wait> WAITS = List.of(
            (self, group, rank) -> self.receive(group, 3),
            (self, group, rank) -> self.sendSync(group, "x", 3),
            (self, group, rank) -> sendWithoutEnd(self, group),
            (self, group, rank) -> self.rendezvous(group, "x", 3),
            (self, group, rank) -> self.barrier(group),
            (self, group, rank) -> self.broadcast(group, "x", 3),
            (self, group, rank) -> self.allReduce(group, 1, Integer::sum),
            (self, group, rank) -> self.allGather(group, "x"),
            (self, group, rank) -> self.allToAll(group, List.of(1, 2, 3, 4)));

    private static void sendWithoutEnd(ColMember self, ColGroup group) {
        while (true) {
            self.sendAsync(group, new byte[10_000], 3);
        }
    }

    @Test
    void shouldEndEveryWaitWhenMemberThrows() {
        for (Wait wait : WAITS) {
            try (TestJob each = TestJob.of(processes, "--tutti-window-bytes=65536")) {
                List<TestMember<Void>> members = each.start("g", 4, (self, group, rank) -> {
                    if (rank == 3) {
                        throw new IllegalArgumentException("bad input");
                    }
                    wait.begin(self, group, rank);
                    return null;
                });

                for (int rank = 0; rank < 3; rank++) {
                    assertThat(failureOf(members.get(rank)))
                            .isInstanceOf(MemberFailedException.class)
                            .hasMessageContainingAll(
                                    "group=g", "rank=3", "process=" + (processes - 1), "host=", "bad input");
                }
                assertThat(each.closeAndCollect())
                        .as("one for each process")
                        .hasSize(processes)
                        .allSatisfy(failure -> assertThat(failure).hasMessageContaining("bad input"));
            }
        }
    }

    /** Ways to wait for a message of any member. */
    private static final List<Consumer<Communicator>> WAITS_FOR_ANY = List.of(
            world -> world.receive(ANY_SOURCE),
            world -> world.receive(DirectBuffer.of(new int[1]), ANY_SOURCE),
            world -> world.withTag(ANY_TAG).receiveWithStatus(ANY_SOURCE),
            world -> world.probe(ANY_SOURCE),
            world -> world.matchedProbe(ANY_SOURCE),
            world -> world.nonBlocking().receive(ANY_SOURCE).await());

    /** The others could still send. */
    @Test
    void shouldEndEveryWaitForAnySourceWhenOneOfSeveralWorkersThrows() {
        for (int i = 0; i < WAITS_FOR_ANY.size(); i++) {
            Consumer<Communicator> wait = WAITS_FOR_ANY.get(i);
            CompletableFuture<Void> masterHasEnded = new CompletableFuture<>();
            List<TestMember<Void>> members = job.start("any-" + i, 4, (self, group, rank) -> {
                switch (rank) {
                    case 0 -> {
                        self.sendAsync(group, "task", 2);
                        wait.accept(self.communicator(group));
                    }
                    case 2 -> throw new IllegalArgumentException("bad input for " + self.receive(group, 0));
                    default -> TestJob.get(masterHasEnded); // alive
                }
                return null;
            });

            Throwable failure = failureOf(members.getFirst());
            masterHasEnded.complete(null);

            assertThat(failure)
                    .isInstanceOfSatisfying(
                            MemberFailedException.class,
                            lost -> assertThat(lost.rank()).isEqualTo(2))
                    .hasMessageContainingAll(
                            "group=any-" + i, "rank=2", "process=" + processes / 2, "bad input for task");
            assertThat(failureOf(members.get(1))).as("has waited for no one").isNull();
            assertThat(failureOf(members.get(3))).as("has waited for no one").isNull();
        }
        assertThat(job.closeAndCollect())
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(failure).hasMessageContaining("bad input"));
    }

    @Test
    void shouldThrowTheFirstCauseWhenClosed() {
        job.start("g", 4, (self, group, rank) -> {
            if (rank == 0) {
                throw new IllegalArgumentException("bad input");
            }
            self.barrier(group);
            return null;
        });

        List<MemberFailedException> failures = job.closeAndCollect();

        assertThat(failures.getFirst())
                .hasMessageContainingAll("member failed: group=g rank=0 process=", " host=", "bad input")
                .hasRootCauseInstanceOf(IllegalArgumentException.class);
        assertThat(failures.getFirst().rank()).isZero();
    }

    @Test
    void shouldEndWaitForMemberThatReturnsEarly() {
        List<TestMember<String>> members = job.start("g", 2, (self, group, rank) -> {
            if (rank == 0) {
                self.sendAsync(group, "farewell", 1);
                return "early";
            }
            String first = self.receive(group, 0);
            assertThatThrownBy(() -> self.receive(group, 0))
                    .isInstanceOf(MemberFailedException.class)
                    .hasMessageContainingAll("left", "group=g", "rank=0", "process=", "same operations");
            return first;
        });

        assertThat(TestJob.outcome(members)).containsExactly("early", "farewell");
    }

    @Test
    void shouldDeliverAllThatWasSentBeforeLeaving() {
        int count = 1_000;
        List<Integer> received = job.run(2, (self, group, rank) -> {
            int sum = 0;
            for (int i = 0; i < count; i++) {
                if (rank == 0) {
                    self.sendAsync(group, i, 1);
                } else {
                    sum += self.<Integer>receive(group, 0);
                }
            }
            return sum;
        });

        assertThat(received.get(1)).isEqualTo(count * (count - 1) / 2);
    }

    @Test
    void shouldFinishCollectiveThoughOthersHaveLeftAfterTheirPart() {
        for (int root = 0; root < 8; root++) {
            int from = root;
            List<long[]> received = job.run(
                    8, (self, group, rank) -> self.broadcast(group, rank == from ? new long[100_000] : null, from));
            assertThat(received).allSatisfy(array -> assertThat(array).hasSize(100_000));
        }
    }

    @Test
    void shouldBreakTheGroupForGoodAndNoOther() {
        TestMember<Void> a = TestMember.idle();
        TestMember<Void> b = TestMember.idle();
        TestMember<Void> bad = new TestMember<>((self, group, rank) -> {
            throw new IllegalStateException("bad");
        });
        List<ColGroup> broken = job.activate("broken", List.of(a, b, bad));
        job.masterOf(0, 3).addMember("whole", a);
        job.masterOf(1, 3).addMember("whole", b);
        ColGroup wholeAtA = job.masterOf(0, 3).getGroup("whole", 2);
        ColGroup wholeAtB = job.masterOf(1, 3).getGroup("whole", 2);

        bad.start(broken.get(2));

        assertBroken(() -> a.receive(broken.get(0), 1));
        assertBroken(() -> a.barrier(broken.get(0)));
        assertBroken(() -> b.sendAsync(broken.get(1), "x", 0));
        assertBroken(() -> b.broadcast(broken.get(1), "x", 0));
        a.sendAsync(wholeAtA, "still here", 1);
        assertThat(b.<String>receive(wholeAtB, 0)).isEqualTo("still here");
        a.done();
        b.done();
        assertThat(job.closeAndCollect()).hasSize(1);
    }

    private static void assertBroken(ThrowingCallable call) {
        LoadClock.await()
                .untilAsserted(() -> assertThatThrownBy(call)
                        .isInstanceOf(MemberFailedException.class)
                        .hasMessageContainingAll("group=broken", "rank=2", "bad"));
    }

    @Test
    void shouldLetSurvivorsFormNewGroup() {
        List<TestMember<Integer>> members = job.start("g", 4, (self, group, rank) -> {
            if (rank == 2) {
                throw new IllegalStateException("bad");
            }
            assertThatThrownBy(() -> self.barrier(group)).isInstanceOf(MemberFailedException.class);
            ColGroupMaster master = job.masterOf(rank, 4);
            master.addMember("survivors", self);
            ColGroup survivors = master.getGroup("survivors", 3);
            return self.allReduce(survivors, rank, Reductions.sum());
        });

        for (int rank : new int[] {0, 1, 3}) {
            assertThat(TestJob.get(members.get(rank).result())).isEqualTo(4);
        }
        assertThat(job.closeAndCollect()).hasSize(1);
    }

    @Test
    void shouldFailWhenOperatorThrows() {
        List<TestMember<Integer>> members = job.start(
                "g",
                4,
                (self, group, rank) -> self.allReduce(group, rank, (left, right) -> {
                    throw new ArithmeticException("no");
                }));

        assertThat(members).allSatisfy(member -> assertThat(failureOf(member)).hasMessageContaining("no"));
        assertThat(job.closeAndCollect()).hasSize(processes);
    }

    @Test
    void shouldFailWithErrorsToo() {
        List<TestMember<Integer>> members = job.start("g", 2, (self, group, rank) -> {
            if (rank == 0) {
                throw new StackOverflowError("deep");
            }
            return self.receive(group, 0);
        });

        assertThat(failureOf(members.get(1)))
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("deep");
        assertThat(job.closeAndCollect()).isNotEmpty();
    }

    @Test
    void shouldEndWaitsOfOtherThreadsOfMemberThatFails() {
        CompletableFuture<CompletableFuture<Object>> helper = new CompletableFuture<>();
        job.start("g", 2, (self, group, rank) -> {
            if (rank == 0) {
                helper.complete(TestJob.async(() -> self.receive(group, 1)));
                throw new IllegalStateException("bad");
            }
            return self.receive(group, 0);
        });

        assertThatThrownBy(() -> TestJob.get(TestJob.get(helper))).isInstanceOf(RuntimeException.class);
        assertThat(job.closeAndCollect()).isNotEmpty();
    }

    private static Throwable failureOf(TestMember<?> member) {
        return TestJob.get(member.result()
                .handle((result, failure) -> failure instanceof CompletionException ? failure.getCause() : failure));
    }
}
