package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.group.Refused.assertRefused;

import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.group.GroupException.Reason;
import tutti.messaging.LoadClock;

/** Groups that come and go, and members that are in several. */
class GroupLifeTest {
    private final ColMember a = TestMember.idle();
    private final ColMember b = TestMember.idle();

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldNeverMixGroupsThatComeAndGoUnderOneName(int processes) {
        try (TestJob job = TestJob.of(processes)) {
            Set<Long> ids = new HashSet<>();
            for (int i = 0; i < 300; i++) {
                List<ColGroup> active = job.activate("g", List.of(a, b));
                ids.add(active.get(0).id());

                a.sendAsync(active.get(0), i, 1);
                a.sendAsync(active.get(0), "left behind in group " + i, 1);
                assertThat(b.<Object>receive(active.get(1), 0)).isEqualTo(i);

                job.master(i % processes).deleteGroup("g");
            }
            assertThat(ids).hasSize(300);
            done(a, b);
        }
    }

    @Test
    void shouldForgetDeletedGroupsThatNobodyUses() {
        try (TestJob job = TestJob.of(2)) {
            List<WeakReference<ColGroup>> old = IntStream.range(0, 10)
                    .mapToObj(i -> {
                        List<ColGroup> active = job.activate("g", List.of(a, b));
                        a.sendAsync(active.get(0), new int[100_000], 1);
                        job.master(0).deleteGroup("g");
                        return active;
                    })
                    .flatMap(List::stream)
                    .map(WeakReference::new)
                    .toList();

            LoadClock.await().untilAsserted(() -> {
                System.gc();
                assertThat(old).allSatisfy(group -> assertThat(group.get()).isNull());
            });
            done(a, b);
        }
    }

    @Test
    void shouldGoOnUsingGroupAfterItsNameWasDeleted() {
        try (TestJob job = TestJob.of(2)) {
            List<ColGroup> old = job.activate("g", List.of(a, b));
            a.sendAsync(old.get(0), "before", 1);

            job.master(1).deleteGroup("g");
            List<ColGroup> anew = job.activate("g", List.of(a, b));
            a.sendAsync(anew.get(0), "anew", 1);
            a.sendAsync(old.get(0), "after", 1);

            List<String> received = List.of(
                    b.<String>receive(anew.get(1), 0),
                    b.<String>receive(old.get(1), 0),
                    b.<String>receive(old.get(1), 0));
            assertThat(received).containsExactly("anew", "before", "after");
            done(a, b);
        }
    }

    @Test
    void shouldNotKnowNameAfterDeletion() {
        try (TestJob job = TestJob.of(1)) {
            job.master(0).addMember("g", a);
            job.master(0).deleteGroup("g");

            assertRefused(Reason.UNKNOWN_GROUP, () -> job.master(0).getGroup("g", 1), "group=g");
        }
    }

    @Test
    void shouldBeInSeveralGroupsAtOnce() {
        try (TestJob job = TestJob.of(2)) {
            List<ColGroup> forward = job.activate("forward", List.of(a, b));
            job.master(0).addMember("reversed", 1, a);
            job.master(1).addMember("reversed", 0, b);
            ColGroup reversedAtA = job.master(0).getGroup("reversed", 2);
            ColGroup reversedAtB = job.master(1).getGroup("reversed", 2);
            job.master(0).addMember("alone", a);
            ColGroup alone = job.master(0).getGroup("alone", 1);

            CompletableFuture<String> atB = TestJob.async(
                    () -> b.broadcast(forward.get(1), "", 0) + b.allReduce(reversedAtB, "b", String::concat));
            String atA = a.broadcast(forward.get(0), "root ", 0)
                    + a.allReduce(alone, "", String::concat)
                    + a.allReduce(reversedAtA, "a", String::concat);

            assertThat(List.of(atA, TestJob.get(atB))).containsOnly("root ba");
            done(a, b);
        }
    }

    @Test
    void shouldShareGroupBetweenMembersAndThreads() {
        try (TestJob job = TestJob.of(1)) {
            int size = 4;
            List<TestMember<Void>> members =
                    IntStream.range(0, size).mapToObj(i -> TestMember.idle()).toList();
            ColGroup group = job.activate("g", members).getFirst();

            List<Integer> sums = TestJob.eachAtOnce(
                    size, rank -> members.get(rank).allReduce(group, group.rank(members.get(rank)), Integer::sum));

            assertThat(sums).containsOnly(6);
            members.forEach(ColMember::done);
        }
    }

    @Test
    void shouldTellStrangersApart() {
        try (TestJob job = TestJob.of(2)) {
            List<ColGroup> active = job.activate("g", List.of(a, b));
            ColMember stranger = TestMember.idle();

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> active.get(0).rank(stranger))
                    .withMessageContaining("group=g");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> stranger.barrier(active.get(0)))
                    .withMessageContaining("group=g");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> active.get(0).rank(b))
                    .withMessageContaining("in this process");
            assertThatIllegalArgumentException().isThrownBy(() -> stranger.start(active.get(0)));
            done(a, b);
        }
    }

    @Test
    void shouldRefuseOperationsOfMemberThatIsDone() {
        try (TestJob job = TestJob.of(1)) {
            ColGroup group = job.activate("g", List.of(a, b)).getFirst();
            a.done();
            a.done();

            assertThatThrownBy(() -> a.barrier(group))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("done", "group=g");
            assertThatThrownBy(() -> a.sendAsync(group, "", 1)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> a.receive(group, 1)).isInstanceOf(IllegalStateException.class);
            b.done();
        }
    }

    @Test
    void shouldSpreadMembersEvenlyWithContiguousRanks() {
        try (TestJob job = TestJob.of(4, "--tutti-members=7")) {
            List<List<Integer>> ranks = TestJob.eachAtOnce(4, process -> {
                ColGroupMaster master = job.master(process);
                List<TestMember<Integer>> started = master.start(
                        "g",
                        () -> new TestMember<>((self, group, rank) -> {
                            self.barrier(group);
                            return rank;
                        }));
                assertThat(started).hasSize(master.localMembers());
                return TestJob.outcome(started);
            });

            assertThat(ranks).containsExactly(List.of(0), List.of(1, 2), List.of(3, 4), List.of(5, 6));
        }
    }

    @Test
    void shouldTellProcessesAndMembersOfTheJob() {
        try (TestJob job = TestJob.of(2, "--tutti-members=5")) {
            ColGroupMaster one = job.master(1);

            assertThat(List.of(one.process(), one.processes(), one.numberOfCpus(), one.localMembers()))
                    .containsExactly(1, 2, 5, 3);
            assertThat(ColGroupMaster.programArguments("--tutti-members=5", "mine", "-x"))
                    .containsExactly("mine", "-x");
        }
    }

    @Test
    void shouldStartMemberInItsOnlyGroup() {
        try (TestJob job = TestJob.of(1)) {
            TestMember<Integer> member = new TestMember<>((self, group, rank) -> group.size());
            assertThatThrownBy(member::start).isInstanceOf(IllegalStateException.class);
            job.activate("g", List.of(member));

            member.start();

            assertThat(TestJob.get(member.result())).isOne();
        }
    }

    @Test
    void shouldRunMemberOnce() {
        try (TestJob job = TestJob.of(1)) {
            TestMember<Integer> member =
                    job.start("g", 1, (self, group, rank) -> rank).getFirst();

            assertThatThrownBy(() -> member.start(member.group()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("runs once");
        }
    }

    private static void done(ColMember... members) {
        List.of(members).forEach(ColMember::done);
    }
}
