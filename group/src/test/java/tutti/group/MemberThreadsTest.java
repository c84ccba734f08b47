package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.group.member.MemberThreads;
import tutti.messaging.LoadClock;
import tutti.messaging.MemberFailedException;
import tutti.messaging.WaitingThreads;

/** Members' threads, and who hears of their failures. */
class MemberThreadsTest {
    private final TestMember<Void> a = TestMember.idle();
    private final TestMember<Void> b = TestMember.idle();

    @Test
    void shouldThrowFailureOnceFromAwaitAndClose() {
        assertThatThrownBy(() -> {
                    try (ColGroupMaster master = new ColGroupMaster("--tutti-members=2")) {
                        master.start(
                                "g",
                                () -> new TestMember<>((self, group, rank) -> {
                                    throw new IllegalStateException("bad");
                                }));
                        master.await();
                    }
                })
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("bad")
                .hasNoSuppressedExceptions();
    }

    @Test
    void shouldThrowFailureWhenClosed() {
        assertThatThrownBy(() -> {
                    try (ColGroupMaster master = new ColGroupMaster("--tutti-members=2")) {
                        master.start(
                                "g",
                                () -> new TestMember<>((self, group, rank) -> {
                                    throw new IllegalStateException("bad");
                                }));
                    }
                })
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("bad");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldRefuseToCloseInMembersOwnThreadAndLetTheJobGoOn(int processes) {
        TestJob job = TestJob.of(processes);
        List<TestMember<Integer>> members = job.start("g", 2, (self, group, rank) -> {
            ColGroupMaster master = job.masterOf(rank, 2);
            assertThatThrownBy(master::await)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("own end", "call=await");
            assertThatThrownBy(master::close)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("own end", "call=close");
            return self.allReduce(group, 1, Integer::sum);
        });

        assertThat(TestJob.outcome(members)).containsExactly(2, 2);
        job.close();
    }

    /** A member may compute for hours, or wait for something that is no operation. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldReportFailureAtOnceAndOnceWhileAnotherMemberOfTheProcessRunsOn(int processes) {
        CountDownLatch computed = new CountDownLatch(1);
        List<Throwable> handled = new CopyOnWriteArrayList<>();
        int size = 2 * processes;
        TestJob job = TestJob.of(processes);
        List<TestMember<Void>> members = job.start("g", size, (self, group, rank) -> {
            if (rank < 2) {
                Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> handled.add(failure));
            }
            self.barrier(group);
            if (rank == 0) {
                LoadClock.await().until(() -> waitingMasters() == processes);
                throw new IllegalStateException("bad");
            } else if (rank == 1) {
                computed.await();
            }
            self.barrier(group);
            return null;
        });
        CompletableFuture<Object> closing = TestJob.async(() -> job.closeAndCollect());

        LoadClock.await().until(() -> !handled.isEmpty());
        assertThat(handled.getFirst())
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContainingAll("member failed: group=g rank=0 process=0", "bad")
                .hasStackTraceContaining(MemberThreadsTest.class.getName());
        if (processes == 2) { // whose members have heard of it, too
            LoadClock.await().until(() -> members.get(2).result().isCompletedExceptionally());
        }
        assertThat(closing).isNotDone();

        computed.countDown();

        assertThat((List<?>) TestJob.get(closing)).hasSize(processes);
        assertThat(handled).as("reports of the failure").hasSize(1);
    }

    @Test
    void shouldSuppressWhatAMemberThatHasContinuedFailsWith() {
        assertThatThrownBy(() -> {
                    try (ColGroupMaster master = new ColGroupMaster("--tutti-members=3")) {
                        var _ = master.run(world -> {
                            if (world.rank() == 0) {
                                throw new IllegalStateException("bad");
                            }
                            try {
                                world.barrier();
                            } catch (MemberFailedException e) {
                                if (world.rank() == 1) {
                                    throw new UnsupportedOperationException("later", e);
                                }
                                throw e;
                            }
                            return null;
                        });
                    }
                })
                .isInstanceOf(MemberFailedException.class)
                .cause()
                .hasMessage("bad")
                .satisfies(cause -> assertThat(cause.getSuppressed())
                        .singleElement()
                        .isInstanceOf(UnsupportedOperationException.class));
    }

    private static long waitingMasters() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> entry.getKey().getState() == Thread.State.TIMED_WAITING
                        && Arrays.stream(entry.getValue())
                                .anyMatch(frame -> frame.getClassName().equals(MemberThreads.class.getName())
                                        && frame.getMethodName().equals("await")))
                .count();
    }

    @Test
    void shouldReportFailureToThreadsHandlerWhenNobodyWaits() {
        CompletableFuture<Throwable> handled = new CompletableFuture<>();
        ColMember failing = new ColMember() {
            @Override
            public void run() {
                Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> handled.complete(failure));
                throw new IllegalStateException("bad");
            }
        };
        TestJob job = TestJob.of(1);
        ColGroup group = job.activate("g", List.of(failing)).getFirst();

        failing.start(group);

        assertThat(TestJob.get(handled)).hasMessage("bad");
        assertThat(job.closeAndCollect()).hasSize(1);
    }

    @Test
    void shouldRunMembersInThreadsThatKeepTheJvmAlive() {
        TestJob job = TestJob.of(1);
        TestMember<Boolean> member =
                new TestMember<>((self, group, rank) -> Thread.currentThread().isDaemon());
        ColGroup group = job.activate("g", List.of(member)).getFirst();

        Thread.ofVirtual().start(() -> member.start(group));

        assertThat(TestJob.get(member.result())).isFalse();
        job.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldEndWaitsOfMemberThatIsDone(int processes) {
        try (TestJob job = TestJob.of(processes)) {
            List<ColGroup> active = job.activate("g", List.of(a, b));
            CompletableFuture<Thread> helper = new CompletableFuture<>();
            CompletableFuture<Object> waiting = TestJob.async(() -> {
                helper.complete(Thread.currentThread());
                return a.receive(active.get(0), 1);
            });
            LoadClock.await().until(() -> WaitingThreads.isWaiting(TestJob.get(helper)));

            a.done();
            b.done();

            assertThatThrownBy(() -> TestJob.get(waiting)).isInstanceOf(MemberFailedException.class);
        }
    }
}
