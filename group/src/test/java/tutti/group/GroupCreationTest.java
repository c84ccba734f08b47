package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static tutti.group.Refused.assertRefused;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tutti.group.GroupException.Reason;

/** Phase one (members are added) and phase two (the group is activated). */
class GroupCreationTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    private final ColMember a = TestMember.idle();
    private final ColMember b = TestMember.idle();
    private final ColMember c = TestMember.idle();
    private final ColMember d = TestMember.idle();

    @Test
    void shouldBuildGroupWithoutNetwork() {
        try (TestJob job = TestJob.of(1)) {
            ColGroupMaster master = job.master(0);
            master.addMember("g", a);
            master.addMember("g", b);

            ColGroup group = master.getGroup("g", 2);

            assertThat(group.size()).isEqualTo(2);
            assertThat(group.name()).isEqualTo("g");
            assertThat(group.rank(a)).isZero();
            assertThat(group.rank(b)).isOne();
            assertThat(master.getGroup("g", 2)).isSameAs(group);
            done(a, b);
        }
    }

    @Test
    void shouldRankByProcessThenByOrderOfAdding() {
        try (TestJob job = TestJob.of(2)) {
            job.master(1).addMember("g", a);
            job.master(1).addMember("g", b);
            job.master(0).addMember("g", c);
            job.master(0).addMember("g", d);

            ColGroup zero = job.master(0).getGroup("g", 4);
            ColGroup one = job.master(1).getGroup("g", 4);

            assertThat(List.of(zero.rank(c), zero.rank(d), one.rank(a), one.rank(b)))
                    .containsExactly(0, 1, 2, 3);
            assertThat(zero.id()).isEqualTo(one.id());
            done(a, b, c, d);
        }
    }

    @Test
    void shouldRankManyThatAreAddedTogetherByProcessThenByTheirOrder() {
        try (TestJob job = TestJob.of(2)) {
            job.master(1).addMembers("g", List.of(b, a));
            job.master(0).addMember("g", 3, c);
            job.master(0).addMembers("g", List.of());
            job.master(0).addMembers("g", List.of(d));

            ColGroup zero = job.master(0).getGroup("g", 4);
            ColGroup one = job.master(1).getGroup("g", 4);

            assertThat(List.of(zero.rank(d), one.rank(b), one.rank(a), zero.rank(c)))
                    .containsExactly(0, 1, 2, 3);
            done(a, b, c, d);
        }
    }

    @Test
    void shouldHonourExplicitRanksAmongFreeOnes() {
        try (TestJob job = TestJob.of(2)) {
            job.master(0).addMember("g", a);
            job.master(0).addMember("g", 0, b);
            job.master(1).addMember("g", 3, c);
            job.master(1).addMember("g", d);

            ColGroup zero = job.master(0).getGroup("g", 4);
            ColGroup one = job.master(1).getGroup("g", 4);

            assertThat(List.of(zero.rank(b), zero.rank(a), one.rank(d), one.rank(c)))
                    .containsExactly(0, 1, 2, 3);
            done(a, b, c, d);
        }
    }

    @Test
    void shouldHonourExplicitRanksInAnyOrderOfAdding() {
        try (TestJob job = TestJob.of(1)) {
            ColGroupMaster master = job.master(0);
            List<TestMember<Void>> members =
                    IntStream.range(0, 9).mapToObj(i -> TestMember.idle()).toList();
            for (int i = 0; i < 9; i++) {
                master.addMember("g", (i * 4 + 2) % 9, members.get(i));
            }

            ColGroup group = master.getGroup("g", 9);

            assertThat(members.stream().map(group::rank)).containsExactly(2, 6, 1, 5, 0, 4, 8, 3, 7);
            members.forEach(ColMember::done);
        }
    }

    @Test
    void shouldSayWhoIsThereAndWhoIsMissingWhenTimeIsUp() throws UnknownHostException {
        try (TestJob job = TestJob.of(4)) {
            job.master(0).addMember("g", a);
            job.master(2).addMember("g", b);
            job.master(2).addMember("g", c);

            assertRefused(
                    Reason.TIMED_OUT,
                    () -> job.master(2).getGroup("g", 8, SHORT),
                    "group=g members=3 asked=8 waited=PT0.2S",
                    "1 from",
                    "2 from",
                    "process=2 host=" + InetAddress.getLocalHost().getHostName(),
                    "none from processes=[1, 3]");
        }
    }

    @Test
    void shouldTakeTheWaitFromTheSettings() {
        try (TestJob job = TestJob.of(1, "--tutti-timeout=PT0.1S")) {
            job.master(0).addMember("g", a);

            assertRefused(Reason.TIMED_OUT, () -> job.master(0).getGroup("g", 2), "waited=PT0.1S");
        }
    }

    @Test
    void shouldAcceptAnyLengthOfWait() {
        try (TestJob job = TestJob.of(1)) {
            job.master(0).addMember("g", a);

            assertThat(job.master(0)
                            .getGroup("g", 1, Duration.ofSeconds(Long.MAX_VALUE))
                            .size())
                    .isOne();
            a.done();
        }
    }

    @Test
    void shouldCompleteAfterTimeWasUp() {
        try (TestJob job = TestJob.of(1)) {
            job.master(0).addMember("g", a);
            assertRefused(Reason.TIMED_OUT, () -> job.master(0).getGroup("g", 2, SHORT));

            job.master(0).addMember("g", b);

            assertThat(job.master(0).getGroup("g", 2).size()).isEqualTo(2);
            done(a, b);
        }
    }

    @Test
    void shouldWaitUntilOthersHaveAdded() {
        try (TestJob job = TestJob.of(2)) {
            job.master(0).addMember("g", a);
            CompletableFuture<ColGroup> waiting =
                    TestJob.async(() -> job.master(0).getGroup("g", 2));

            job.master(1).addMember("g", b);

            ColGroup group = job.master(1).getGroup("g", 2);
            assertThat(TestJob.get(waiting).id()).isEqualTo(group.id());
            done(a, b);
        }
    }

    @Test
    void shouldLetManyThreadsWaitForOneGroup() {
        try (TestJob job = TestJob.of(2)) {
            job.master(0).addMember("g", a);
            List<CompletableFuture<ColGroup>> waiting = IntStream.range(0, 16)
                    .mapToObj(i -> TestJob.async(() -> job.master(0).getGroup("g", 2)))
                    .toList();

            job.master(1).addMember("g", b);

            ColGroup group = job.master(0).getGroup("g", 2);
            assertThat(waiting)
                    .allSatisfy(future -> assertThat(TestJob.get(future)).isSameAs(group));
            done(a, b);
        }
    }

    @Test
    void shouldLetSeveralMembersOfAProcessAddThemselvesConcurrently() {
        try (TestJob job = TestJob.of(2)) {
            List<Integer> ranks = TestJob.eachAtOnce(8, i -> {
                ColMember member = TestMember.idle();
                job.master(i % 2).addMember("g", member);
                int rank = job.master(i % 2).getGroup("g", 8).rank(member);
                member.done();
                return rank;
            });

            assertThat(ranks).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
        }
    }

    @Test
    void shouldGiveGroupToProcessWithoutMembers() {
        try (TestJob job = TestJob.of(2)) {
            job.master(0).addMember("g", a);

            ColGroup seen = job.master(1).getGroup("g", 1);

            assertThat(seen.size()).isOne();
            assertThat(seen.id()).isEqualTo(job.master(0).getGroup("g", 1).id());
            assertThat(job.master(1).getGroup("g", 1)).isSameAs(seen);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> seen.rank(a))
                    .withMessageContainingAll("group=g", "in this process");
            a.done();
        }
    }

    @Test
    void shouldDeleteMemberBeforeActivation() {
        try (TestJob job = TestJob.of(2)) {
            job.master(0).addMember("g", a);
            job.master(0).addMember("g", b);
            job.master(1).addMember("g", c);

            job.master(0).deleteMember("g", a);

            ColGroup zero = job.master(0).getGroup("g", 2);
            assertThat(zero.rank(b)).isZero();
            assertThat(job.master(1).getGroup("g", 2).rank(c)).isOne();
            assertThatIllegalArgumentException().isThrownBy(() -> zero.rank(a));
            done(b, c);
        }
    }

    private static void done(ColMember... members) {
        List.of(members).forEach(ColMember::done);
    }
}
