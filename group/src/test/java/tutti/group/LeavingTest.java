package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.group.Refused.assertRefused;
import static tutti.messaging.LoadClock.await;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.group.GroupException.Reason;
import tutti.messaging.LoadClock;
import tutti.messaging.MemberFailedException;

/** How processes leave their job: in good order when their members are done, in haste when not. */
class LeavingTest {
    private final TestMember<Void> a = TestMember.idle();
    private final TestMember<Void> b = TestMember.idle();
    private final TestMember<Void> c = TestMember.idle();

    @Test
    void shouldWaitUntilAllProcessesAreAsFar() {
        TestJob job = TestJob.of(2);
        List<ColGroup> active = job.activate("g", List.of(a, b));
        a.done();
        CompletableFuture<Object> closed = closing(job.master(0));

        await().during(Duration.ofMillis(100)).until(() -> !closed.isDone());
        assertThat(active.get(1).size()).isEqualTo(2);
        b.done();
        job.master(1).close();

        TestJob.get(closed);
    }

    @Test
    void shouldWaitForOthersThoughSomeMemberWasNeverInAnActiveGroup() {
        TestJob job = TestJob.of(2);
        job.master(0).addMember("g", a);
        job.master(0).addMember("g", c);
        job.master(0).deleteMember("g", c);
        assertRefused(Reason.RANK_TAKEN, () -> {
            job.master(0).addMember("h", 0, c);
            job.master(0).addMember("h", 0, a);
        });
        job.master(1).addMember("g", b);
        ColGroup atZero = job.master(0).getGroup("g", 2);
        ColGroup atOne = job.master(1).getGroup("g", 2);
        a.sendAsync(atZero, "last words", 1);
        a.done();
        CompletableFuture<Object> closed = closing(job.master(0));

        await().during(Duration.ofMillis(100)).until(() -> !closed.isDone());
        assertThat(b.<String>receive(atOne, 0)).isEqualTo("last words");
        b.done();
        job.master(1).close();

        TestJob.get(closed);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldEndAWaitForACallThatItsRootBeganAfterLeaving(int processes) {
        try (TestJob job = TestJob.of(processes)) {
            job.run(3, (self, group, rank) -> {
                Communicator world = self.communicator(group);
                Communicator other = world.duplicate();
                if (rank == 0) {
                    other.leave();
                    assertThatThrownBy(() -> other.broadcast("too late", 0))
                            .isInstanceOf(MemberFailedException.class)
                            .hasMessageContaining("this member has left the group");
                }
                world.barrier();
                if (rank > 0) {
                    Communicator hurried = other.within(Duration.ofSeconds(20));
                    assertThatThrownBy(() -> hurried.broadcast(null, 0))
                            .isInstanceOfSatisfying(
                                    MemberFailedException.class,
                                    failed -> assertThat(failed.rank()).isZero());
                }
                return null;
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "2, 3", "4, 0"})
    void shouldEndACallOfAllThoughThoseWhoNoticedStayInTheGroup(int processes, int leaver) {
        CountDownLatch waiting = new CountDownLatch(3);
        try (TestJob job = TestJob.of(processes)) {
            job.run(4, (self, group, rank) -> {
                Communicator world = self.communicator(group);
                Communicator other = world.duplicate();
                if (rank == leaver) {
                    other.leave();
                } else {
                    assertThatThrownBy(() -> other.allGather(rank)).isInstanceOf(MemberFailedException.class);
                    waiting.countDown();
                }
                LoadClock.await().until(() -> waiting.getCount() == 0);
                return null;
            });
        }
    }

    @Test
    void shouldFailMembersThatAreNotDone() {
        TestJob job = TestJob.of(2);
        List<ColGroup> active = job.activate("g", List.of(a, b));
        CompletableFuture<Object> waiting = TestJob.async(() -> b.receive(active.get(1), 0));

        assertThatThrownBy(() -> job.master(0).close())
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContainingAll("process=0", "group=g ranks=[0]", "let each call done()")
                .cause()
                .hasMessageStartingWith("process ended before its members were done");

        assertThatThrownBy(() -> TestJob.get(waiting))
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContainingAll("group=g", "rank=0", "process=0", "done");
        b.done();
        job.master(1).close();
    }

    @Test
    void shouldTellSurvivorsOfLostProcess() {
        TestJob job = TestJob.of(4);
        List<TestMember<Object>> members = job.start("g", 4, (self, group, rank) -> {
            if (rank == 2) {
                throw new IllegalStateException("process 2 is on fire");
            }
            return self.receive(group, 3 - rank);
        });

        assertThat(List.of(0, 1, 3))
                .allSatisfy(rank -> assertThatThrownBy(
                                () -> TestJob.get(members.get(rank).result()))
                        .isInstanceOf(MemberFailedException.class)
                        .hasMessageContainingAll("rank=2", "process=2", "on fire"));
        assertThat(job.closeAndCollect()).hasSize(4);
    }

    @Test
    void shouldCloseQuicklyInHaste() {
        TestJob job = TestJob.of(4);
        job.activate("g", List.of(a, b, c));
        long start = LoadClock.nanos();

        job.closeAndCollect();

        assertThat(Duration.ofNanos(LoadClock.nanos() - start)).isLessThan(Duration.ofSeconds(3));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldSayWhichMembersOfOwnThreadsAreAtWorkWhenItIsClosed(int processes) {
        TestJob job = TestJob.of(processes);
        List<ColGroup> active = job.activate("g", List.of(a, b));
        CompletableFuture<Object> atWork = TestJob.async(() -> a.receive(active.get(0), 1));
        b.done();

        assertThatThrownBy(() -> job.master(0).close())
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContainingAll("group=g ranks=[0]", "let each call done()", "before close");
        assertThatThrownBy(() -> TestJob.get(atWork))
                .isInstanceOfAny(MemberFailedException.class, IllegalStateException.class); // began before, or after
        job.closeAndCollect();
        job.master(0).close(); // says it once
    }

    @Test
    void shouldNotBlameMembersWhoseGroupHasFailedOtherwise() {
        TestJob job = TestJob.of(2);
        job.activate("g", List.of(a, b));
        a.fail(new IllegalStateException("trouble of a"));
        await().until(() -> b.activeGroups().stream()
                .allMatch(group -> group.communicator(b).endpoint().isEnded()));
        CompletableFuture<Object> closed = closing(job.master(0));
        job.master(1).close();
        TestJob.get(closed);
    }

    @Test
    void shouldNotWaitForProcessThatEndsBeforeItAdds() {
        TestJob job = TestJob.of(2);
        job.master(0).addMember("g", a);
        CompletableFuture<ColGroup> waiting = TestJob.async(() -> job.master(0).getGroup("g", 2));

        CompletableFuture<Object> closed = closing(job.master(1));

        assertLost(() -> TestJob.get(waiting), 1, "group=g", "members=1", "asked=2", "process=1", "host=");
        job.master(0).close();
        TestJob.get(closed);
    }

    @Test
    void shouldNotWaitForProcessThatEndsAfterItHasAdded() {
        TestJob job = TestJob.of(2);
        job.master(1).addMember("g", b);
        job.master(0).addMember("g", a);
        CompletableFuture<ColGroup> waiting = TestJob.async(() -> job.master(0).getGroup("g", 3));

        CompletableFuture<Object> closed = closing(job.master(1));

        assertLost(() -> TestJob.get(waiting), 1, "group=g", "process=1", "host=");
        job.master(0).close();
        TestJob.get(closed);
    }

    @Test
    void shouldLetPartOfTheJobWorkOnAfterOthersHaveLeft() {
        TestJob job = TestJob.of(2, "--tutti-members=4");
        CompletableFuture<Object> closed = closing(job.master(1));

        job.master(0).addMember("g", a);
        CompletableFuture<ColGroup> waiting = TestJob.async(() -> job.master(0).getGroup("g", 2));
        job.master(0).addMember("g", b);

        assertThat(TestJob.get(waiting).size()).isEqualTo(2);
        a.done();
        b.done();
        job.master(0).close();
        TestJob.get(closed);
    }

    @Test
    void shouldKeepSurvivorsApartFromLostProcessZero() {
        TestJob job = TestJob.of(3);
        job.master(1).addMember("g", b);
        job.master(2).addMember("g", c);
        job.master(0).addMember("zero", a);
        job.master(0).getGroup("zero", 1);
        ColGroup atOne = job.master(1).getGroup("g", 2);
        ColGroup atTwo = job.master(2).getGroup("g", 2);

        assertThatThrownBy(() -> job.master(0).close())
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("group=zero ranks=[0]");

        b.sendAsync(atOne, "without process 0", 1);
        assertThat(c.<String>receive(atTwo, 0)).isEqualTo("without process 0");
        await().untilAsserted(() -> assertLost(() -> job.master(1).addMember("h", b), 0, "registry is gone"));
        b.done();
        c.done();
        TestJob.eachAtOnce(2, i -> TestJob.get(closing(job.master(i + 1))));
    }

    private static void assertLost(ThrowingCallable call, int process, String... parts) {
        assertThatThrownBy(call)
                .asInstanceOf(InstanceOfAssertFactories.type(MemberFailedException.class))
                .satisfies(failure -> assertThat(failure.process()).isEqualTo(process))
                .satisfies(failure -> assertThat(failure.host()).isNotEmpty())
                .satisfies(failure -> assertThat(failure).hasMessageContainingAll(parts));
    }

    @Test
    void shouldCloseTwice() {
        TestJob job = TestJob.of(2);
        job.close();

        job.master(0).close();
        job.master(1).close();
    }

    @Test
    void shouldEndWaitsOfClosedMaster() {
        TestJob job = TestJob.of(1);
        ColGroup group = job.activate("g", List.of(a, b)).getFirst();
        CompletableFuture<Object> waiting = TestJob.async(() -> a.receive(group, 1));

        assertThatThrownBy(job::close)
                .isInstanceOf(MemberFailedException.class)
                .hasMessageContaining("group=g ranks=[0, 1]");

        assertThatThrownBy(() -> TestJob.get(waiting)).isInstanceOf(RuntimeException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldLeaveNothingBehind(int processes) {
        WeakReference<ColGroupMaster> master = useAndClose(processes);

        await().untilAsserted(() -> {
            System.gc();
            assertThat(master.get()).isNull();
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().startsWith("tutti-"));
        });
    }

    private static WeakReference<ColGroupMaster> useAndClose(int processes) {
        try (TestJob job = TestJob.of(processes)) {
            job.run(4, (self, group, rank) -> self.allReduce(group, rank, Integer::sum));
            return new WeakReference<>(job.master(0));
        }
    }

    private static CompletableFuture<Object> closing(ColGroupMaster master) {
        return TestJob.async(() -> {
            master.close();
            return null;
        });
    }
}
