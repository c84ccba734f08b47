package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.DividableArray;
import tutti.collectives.Reductions;
import tutti.messaging.DeadlineExceededException;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;

/** Operations that end by their deadlines: who was silent, what it last did, and what holds afterwards. */
@ParameterizedClass(name = "{0} processes")
@ValueSource(ints = {1, 2})
class DeadlinesTest {
    private static final Duration SHORT = Duration.ofMillis(150);
    private static final int MOST_REPEATS = 100;
    private static final int MOST_LENGTHS = 7;
    private static final int WINDOW_BYTES = 64 * 1024;

    @Parameter
    int processes;

    private Duration deadline = SHORT;
    private TestJob job = TestJob.of(1);

    @AfterEach
    void closeJob() {
        job.closeAndCollect();
    }

    private void startJob(String... settings) {
        job.close();
        job = TestJob.of(processes, settings);
    }

    /** What a member does in a group whose deadline is short. */
    private interface Operation {
        void run(ColMember self, ColGroup group);
    }

    /**
     * Lets rank 0 of four call an operation which needs ranks 2 and 3, who do not come; returns what all but those got.
     * On a busy machine their process may answer too late to be named: then the deadline is longer.
     */
    private List<Throwable> whileTwoAreSilent(Operation operation) {
        deadline = SHORT;
        List<Throwable> failures = whileTwoAreSilent(operation, deadline);
        for (int i = 0; i < MOST_LENGTHS && failures.getFirst().getMessage().contains("has not answered"); i++) {
            deadline = deadline.multipliedBy(2);
            failures = whileTwoAreSilent(operation, deadline);
        }
        return failures;
    }

    private List<Throwable> whileTwoAreSilent(Operation operation, Duration limit) {
        startJob();
        CountDownLatch end = new CountDownLatch(1);
        List<TestMember<Throwable>> members = job.start("g", 4, (self, group, rank) -> {
            self.barrier(group);
            if (rank >= 2) {
                end.await();
                return new AssertionError("silent");
            }
            return failureOf(() -> operation.run(self, rank == 0 ? group.within(limit) : group));
        });
        List<Throwable> failures = List.of(
                TestJob.get(members.get(0).result()), TestJob.get(members.get(1).result()));
        end.countDown();
        TestJob.outcome(members);
        return failures;
    }

    private static Throwable failureOf(Runnable action) {
        try {
            action.run();
            return new AssertionError("nothing was thrown");
        } catch (RuntimeException e) {
            return e;
        }
    }

    /**
     * Repeats what ends by its deadline until the other member's process has answered in that time, as far as load lets
     * it.
     */
    private static Throwable failureOnceAnswered(Runnable action) {
        Throwable failure = failureOf(action);
        for (int i = 0; i < MOST_REPEATS && failure.getMessage().contains("has not answered"); i++) {
            failure = failureOf(action);
        }
        return failure;
    }

    private Consumer<Throwable> namesTheSilent(String operation) {
        return failure -> assertThat(failure)
                .isInstanceOfSatisfying(DeadlineExceededException.class, exceeded -> {
                    assertThat(exceeded.silentRanks()).containsExactly(2, 3);
                    assertThat(exceeded.deadline()).isEqualTo(deadline);
                    assertThat(exceeded.operation()).startsWith(operation + " as collective call number 1");
                })
                .hasMessageContaining("silent ranks=[2, 3]")
                .hasMessageContaining("last began barrier as collective call number 0")
                .hasMessageContaining("group=g rank=0")
                .hasMessageEndingWith("; call the operation in these members, or give more time");
    }

    @Test
    void shouldEndABarrier() {
        List<Throwable> failures = whileTwoAreSilent(ColMember::barrier);

        assertThat(failures.get(0)).satisfies(namesTheSilent("barrier"));
        if (processes == 1) {
            assertThat(failures.get(0))
                    .hasMessageContaining(" waited for other members of the same process; silent ranks=");
        }
        assertThat(failures.get(1))
                .isInstanceOfSatisfying(MemberFailedException.class, failed -> {
                    assertThat(failed.rank()).isZero();
                    assertThat(failed.process()).isZero();
                    assertThat(failed.host()).isNotEmpty();
                    assertThat(failed.operation()).isEqualTo("barrier as collective call number 1");
                })
                .hasMessageContaining("gave up")
                .hasMessageContaining("silent ranks=[2, 3]");
    }

    @Test
    void shouldEndABroadcast() {
        List<Throwable> failures = whileTwoAreSilent((self, group) -> self.broadcast(group, "value", 3));

        assertThat(failures.get(0)).satisfies(namesTheSilent("broadcast root=3"));
        assertThat(failures.get(1)).isInstanceOf(MemberFailedException.class);
    }

    @Test
    void shouldEndAReduction() {
        List<Throwable> failures =
                whileTwoAreSilent((self, group) -> self.allReduce(group, 1L, Reductions.<Long>sum()));

        assertThat(failures.get(0)).satisfies(namesTheSilent("allReduce"));
        assertThat(failures.get(1)).isInstanceOf(MemberFailedException.class);
    }

    @Test
    void shouldEndAGather() {
        List<Throwable> failures = whileTwoAreSilent((self, group) -> {
            self.gather(group, DividableArray.of(new int[4]), new int[1], 0);
            self.barrier(group);
        });

        assertThat(failures.get(0)).satisfies(namesTheSilent("gather root=0"));
        assertThat(failures.get(1)).isInstanceOf(MemberFailedException.class);
    }

    @Test
    void shouldEndAnOperationOnBuffers() {
        List<Throwable> failures = whileTwoAreSilent(
                (self, group) -> self.allGather(group, DirectBuffer.of(new int[1]), DirectBuffer.of(new int[4])));

        assertThat(failures.get(0)).satisfies(namesTheSilent("allGather of buffers"));
        assertThat(failures.get(1)).isInstanceOf(MemberFailedException.class);
    }

    @Test
    void shouldLeaveTheGroupAsItIsAfterAReceive() {
        startJob();
        CountDownLatch late = new CountDownLatch(1);
        Consumer<Throwable> namesRank1 = failure -> assertThat(failure)
                .isInstanceOfSatisfying(
                        DeadlineExceededException.class,
                        exceeded -> assertThat(exceeded.silentRanks()).containsExactly(1))
                .hasMessageContaining("has begun no collective call")
                .hasMessageContaining("group=g rank=0")
                .hasMessageEndingWith("; let the awaited member do its part, or give more time");
        List<TestMember<String>> members = job.start("g", 2, (self, group, rank) -> {
            if (rank == 1) {
                late.await();
                self.sendAsync(group, "late", 0);
                self.barrier(group);
                return "";
            }
            try {
                assertThat(failureOnceAnswered(() -> self.receive(group.within(SHORT), 1)))
                        .satisfies(namesRank1);
                assertThat(failureOnceAnswered(() -> self.receive(group.within(SHORT), DirectBuffer.of(new int[2]), 1)))
                        .satisfies(namesRank1);
            } finally {
                late.countDown();
            }
            String received = self.receive(group.within(Duration.ofSeconds(20)), 1);
            self.barrier(group);
            return received;
        });

        assertThat(TestJob.outcome(members).getFirst()).isEqualTo("late");
    }

    @Test
    void shouldEndASendThatWaits() {
        startJob("--tutti-window-bytes=" + WINDOW_BYTES);
        CountDownLatch end = new CountDownLatch(1);
        List<TestMember<Throwable>> members = job.start("g", 2, (self, group, rank) -> {
            if (rank == 1) {
                end.await();
                return new AssertionError("silent");
            }
            assertThat(failureOf(() -> self.sendSync(group.within(SHORT), "value", 1)))
                    .isInstanceOf(DeadlineExceededException.class)
                    .hasMessageContaining("a receiver");
            ColGroup limited = group.within(SHORT);
            return failureOf(() -> {
                while (true) {
                    self.sendAsync(limited, DirectBuffer.of(new int[10_000]), 1);
                }
            });
        });

        assertThat(TestJob.get(members.getFirst().result()))
                .isInstanceOf(DeadlineExceededException.class)
                .hasMessageContaining("room to send");
        end.countDown();
    }

    @Test
    void shouldCountFromTheCallOfTheOperation() {
        startJob("--tutti-deadline=PT3S");
        List<Integer> results = job.run(2, (self, group, rank) -> {
            for (int i = 0; i < 40; i++) { // longer than one deadline, together
                Thread.onSpinWait();
                CompletableFuture<Void> pause = new CompletableFuture<>();
                pause.completeOnTimeout(null, 100, java.util.concurrent.TimeUnit.MILLISECONDS)
                        .join();
                self.barrier(group);
            }
            return rank;
        });

        assertThat(results).containsExactly(0, 1);
    }

    @Test
    void shouldTakeTheDeadlineOfTheJob() {
        startJob("--tutti-deadline=PT0.15S");
        CountDownLatch end = new CountDownLatch(1);
        List<TestMember<Throwable>> members = job.start("g", 2, (self, group, rank) -> {
            if (rank == 1) {
                end.await();
                return new AssertionError("silent");
            }
            return failureOf(() -> self.barrier(group));
        });

        assertThat(TestJob.get(members.getFirst().result())).isInstanceOf(DeadlineExceededException.class);
        end.countDown();
    }

    @Test
    void shouldBeTheSameGroupWithAnotherDeadline() {
        startJob();
        TestMember<Void> member = TestMember.idle();
        ColGroup group = job.activate("g", List.of(member)).getFirst();

        assertThat(group.within(SHORT)).isEqualTo(group).hasSameHashCodeAs(group);
        assertThat(group.within(SHORT).rank(member)).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> group.within(Duration.ZERO));
        member.done();
    }
}
