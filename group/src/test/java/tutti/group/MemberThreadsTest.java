package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

    @Test
    void shouldRefuseToCloseInMembersOwnThread() {
        TestJob job = TestJob.of(1);
        List<TestMember<Object>> members = job.start("g", 1, (self, group, rank) -> {
            assertThatThrownBy(() -> job.master(0).await())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("own end");
            return null;
        });

        TestJob.outcome(members);
        job.close();
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
