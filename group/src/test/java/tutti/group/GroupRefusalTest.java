package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tutti.group.Refused.assertRefused;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.group.GroupException.Reason;

/** What groups refuse while they are built, with the reason and the cure. */
class GroupRefusalTest {

    private final ColMember a = TestMember.idle();
    private final ColMember b = TestMember.idle();
    private final ColMember c = TestMember.idle();

    @Test
    void shouldRefuseRankThatIsTaken() {
        try (TestJob job = TestJob.of(2)) {
            job.master(0).addMember("g", 1, a);

            assertRefused(
                    Reason.RANK_TAKEN,
                    () -> job.master(1).addMember("g", 1, b),
                    "group=g",
                    "rank=1",
                    "process=0",
                    "process=1");
        }
    }

    @Test
    void shouldRefuseTheFirstOfManyThatIsInTheGroupAlready() {
        try (TestJob job = TestJob.of(2)) {
            ColGroupMaster master = job.master(1);
            assertRefused(
                    Reason.ALREADY_MEMBER, () -> master.addMembers("g", List.of(a, a, b)), "group=g", "process=1");
            master.addMember("g", b);

            ColGroup group = master.getGroup("g", 2);
            assertThat(List.of(group.rank(a), group.rank(b))).containsExactly(0, 1);
            assertRefused(Reason.GROUP_ACTIVE, () -> master.addMembers("g", List.of(c)), "group=g");
            done(a, b);
        }
    }

    @Test
    void shouldRefuseGapBetweenRanksAndAcceptTheCure() {
        try (TestJob job = TestJob.of(1)) {
            ColGroupMaster master = job.master(0);
            master.addMember("g", a);
            master.addMember("g", 2, b);
            assertRefused(Reason.RANK_GAP, () -> master.getGroup("g", 2), "group=g", "rank=2", "2 members");

            master.deleteMember("g", b);
            master.addMember("g", 0, b);

            assertThat(master.getGroup("g", 2).rank(b)).isZero();
            done(a, b);
        }
    }

    @Test
    void shouldRefuseNegativeRank() {
        try (TestJob job = TestJob.of(1)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.master(0).addMember("g", -1, a))
                    .withMessageContainingAll("rank=-1", "group=g");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldRefuseUnknownGroup(int processes) {
        try (TestJob job = TestJob.of(processes)) {
            ColGroupMaster master = job.master(processes - 1);
            master.addMember("known", a);

            assertRefused(Reason.UNKNOWN_GROUP, () -> master.getGroup("typo", 1), "group=typo", "known=[known]");
            assertRefused(Reason.UNKNOWN_GROUP, () -> master.deleteMember("typo", a), "group=typo");
            assertRefused(Reason.UNKNOWN_GROUP, () -> master.copyGroup("copy", "typo"), "group=typo");
            assertRefused(Reason.UNKNOWN_GROUP, () -> master.deleteGroup("typo"), "group=typo");
        }
    }

    @Test
    void shouldRefuseToChangeActiveGroup() {
        try (TestJob job = TestJob.of(1)) {
            ColGroupMaster master = job.master(0);
            master.addMember("g", a);
            ColGroup group = master.getGroup("g", 1);

            assertRefused(Reason.GROUP_ACTIVE, () -> master.addMember("g", b), "group=g", "copyGroup");
            assertRefused(Reason.GROUP_ACTIVE, () -> master.deleteMember("g", a), "group=g", "copyGroup");
            assertThat(group.size()).isOne();
            a.done();
        }
    }

    @Test
    void shouldRefuseMoreMembersThanAskedFor() {
        try (TestJob job = TestJob.of(2)) {
            job.master(0).addMember("g", a);
            job.master(1).addMember("g", b);

            assertRefused(
                    Reason.TOO_MANY_MEMBERS,
                    () -> job.master(0).getGroup("g", 1),
                    "group=g",
                    "members=2",
                    "asked=1",
                    "1 from",
                    "process=0",
                    "process=1");
        }
    }

    @Test
    void shouldRefuseOtherSizeOfActiveGroup() {
        try (TestJob job = TestJob.of(1)) {
            ColGroupMaster master = job.master(0);
            master.addMember("g", a);
            master.getGroup("g", 1);

            assertRefused(Reason.GROUP_ACTIVE, () -> master.getGroup("g", 2), "members=1", "asked=2");
            a.done();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n"})
    void shouldRefuseBlankNames(String name) {
        try (TestJob job = TestJob.of(1)) {
            ColGroupMaster master = job.master(0);
            master.addMember("g", a);

            assertThatIllegalArgumentException().isThrownBy(() -> master.addMember(name, b));
            assertThatIllegalArgumentException().isThrownBy(() -> master.addMember(name, 0, b));
            assertThatIllegalArgumentException().isThrownBy(() -> master.deleteMember(name, a));
            assertThatIllegalArgumentException().isThrownBy(() -> master.getGroup(name, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> master.copyGroup(name, "g"));
            assertThatIllegalArgumentException().isThrownBy(() -> master.copyGroup("h", name));
            assertThatIllegalArgumentException().isThrownBy(() -> master.deleteGroup(name));
            assertThatIllegalArgumentException().isThrownBy(() -> master.start(name, TestMember::idle));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void shouldRefuseToAskForNoMembers(int size) {
        try (TestJob job = TestJob.of(1)) {
            job.master(0).addMember("g", a);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> job.master(0).getGroup("g", size))
                    .withMessageContainingAll("numberOfMembers=" + size, "group=g");
        }
    }

    @Test
    void shouldRefuseMemberThatIsInTheGroup() {
        try (TestJob job = TestJob.of(1)) {
            job.master(0).addMember("g", a);

            assertRefused(Reason.ALREADY_MEMBER, () -> job.master(0).addMember("g", a), "group=g", "process=0");
            assertThat(job.master(0).getGroup("g", 1).size()).isOne();
            a.done();
        }
    }

    @Test
    void shouldRefuseToDeleteStranger() {
        try (TestJob job = TestJob.of(1)) {
            job.master(0).addMember("g", a);
            job.master(0).addMember("h", b);

            assertRefused(Reason.NOT_A_MEMBER, () -> job.master(0).deleteMember("g", b), "group=g");
            assertRefused(Reason.NOT_A_MEMBER, () -> job.master(0).deleteMember("g", c), "group=g");
        }
    }

    @Test
    void shouldRefuseMemberThatIsDone() {
        try (TestJob job = TestJob.of(1)) {
            a.done();

            assertThatThrownBy(() -> job.master(0).addMember("g", a))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("done");
        }
    }

    @Test
    void shouldRefuseGroupWhoseMemberIsDoneBeforeItIsActiveAndAcceptTheCure() {
        try (TestJob job = TestJob.of(2)) {
            job.master(0).addMember("g", a);
            job.master(1).addMember("g", b);
            job.master(1).addMember("g", c);
            b.done();
            assertRefused(Reason.NOT_A_MEMBER, () -> job.master(0).getGroup("g", 3), "group=g", "process=1");

            job.master(1).deleteMember("g", b);

            assertThat(job.master(0).getGroup("g", 2).rank(a)).isZero();
            assertThat(job.master(1).getGroup("g", 2).rank(c)).isOne();
            done(a, c);
        }
    }

    @Test
    void shouldRefuseMemberOfAnotherMaster() {
        try (TestJob job = TestJob.of(2)) {
            job.master(0).addMember("g", a);

            assertThatThrownBy(() -> job.master(1).addMember("g", a))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("another master");
        }
    }

    @Test
    void shouldRefuseNullMemberByName() {
        try (TestJob job = TestJob.of(1)) {
            assertThatThrownBy(() -> job.master(0).addMember("g", null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("member must not be null");
        }
    }

    @Test
    void shouldRefuseEverythingAfterClose() {
        ColGroupMaster master;
        try (TestJob job = TestJob.of(1)) {
            master = job.master(0);
        }

        List<ThrowingCallable> calls = List.of(
                () -> master.addMember("g", a),
                () -> master.getGroup("g", 1),
                () -> master.communicator("g", 1),
                () -> master.start("g", () -> a),
                () -> master.run(world -> 1));
        assertThat(calls)
                .allSatisfy(call -> assertThatIllegalStateException()
                        .isThrownBy(call)
                        .withMessage(
                                "the master is closed, so this process has left the job: process=0; close it last"));
    }

    private static void done(ColMember... members) {
        List.of(members).forEach(ColMember::done);
    }
}
