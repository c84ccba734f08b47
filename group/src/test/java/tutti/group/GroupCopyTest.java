package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.group.Refused.assertRefused;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tutti.group.GroupException.Reason;

/** Copies of groups: inactive, then changed, then activated. */
class GroupCopyTest {
    private final TestJob job = TestJob.of(2);
    private final ColGroupMaster zero = job.master(0);
    private final ColGroupMaster one = job.master(1);
    private final ColMember a = TestMember.idle();
    private final ColMember b = TestMember.idle();
    private final ColMember c = TestMember.idle();

    @AfterEach
    void close() {
        Stream.of(a, b, c).forEach(ColMember::done);
        job.close();
    }

    @Test
    void shouldCopyActiveGroup() {
        zero.addMember("g", a);
        one.addMember("g", b);
        ColGroup original = zero.getGroup("g", 2);

        one.copyGroup("copy", "g");

        ColGroup copy = zero.getGroup("copy", 2);
        assertThat(copy.id()).isNotEqualTo(original.id());
        assertThat(copy.name()).isEqualTo("copy");
        assertThat(List.of(copy.rank(a), one.getGroup("copy", 2).rank(b))).containsExactly(0, 1);
    }

    @Test
    void shouldKeepOrderOfActiveGroupAndAppendWhoComesLater() {
        zero.addMember("g", 1, a);
        one.addMember("g", 0, b);
        zero.getGroup("g", 2);
        zero.copyGroup("copy", "g");

        zero.addMember("copy", c);

        assertThat(List.of(
                        one.getGroup("copy", 3).rank(b),
                        zero.getGroup("copy", 3).rank(a),
                        zero.getGroup("copy", 3).rank(c)))
                .containsExactly(0, 1, 2);
        assertThat(zero.getGroup("g", 2).size()).isEqualTo(2);
    }

    @Test
    void shouldShrinkCopyOfActiveGroup() {
        zero.addMember("g", a);
        zero.addMember("g", b);
        one.addMember("g", c);
        zero.getGroup("g", 3);
        zero.copyGroup("copy", "g");

        zero.deleteMember("copy", a);

        assertThat(List.of(
                        zero.getGroup("copy", 2).rank(b),
                        one.getGroup("copy", 2).rank(c)))
                .containsExactly(0, 1);
    }

    @Test
    void shouldCopyInactiveGroupWithItsExplicitRanks() {
        zero.addMember("g", 1, a);
        zero.addMember("g", b);

        zero.copyGroup("copy", "g");
        one.addMember("copy", 0, c);

        assertThat(List.of(
                        one.getGroup("copy", 3).rank(c),
                        zero.getGroup("copy", 3).rank(a),
                        zero.getGroup("copy", 3).rank(b)))
                .containsExactly(0, 1, 2);
        assertThat(zero.getGroup("g", 2).rank(b)).isZero();
    }

    @Test
    void shouldRefuseNameInUse() {
        zero.addMember("g", a);
        one.addMember("h", b);

        assertRefused(Reason.NAME_IN_USE, () -> zero.copyGroup("h", "g"), "group=h", "deleteGroup");
        assertRefused(Reason.NAME_IN_USE, () -> zero.copyGroup("g", "g"), "group=g");
    }

    @Test
    void shouldWorkInBothGroupsAtOnce() {
        zero.addMember("g", a);
        one.addMember("g", b);
        ColGroup original = zero.getGroup("g", 2);
        ColGroup originalAtOne = one.getGroup("g", 2);
        zero.copyGroup("copy", "g");
        ColGroup copy = zero.getGroup("copy", 2);
        ColGroup copyAtOne = one.getGroup("copy", 2);

        a.sendAsync(original, "original", 1);
        a.sendAsync(copy, "copy", 1);

        String fromCopy = b.receive(copyAtOne, 0);
        String fromOriginal = b.receive(originalAtOne, 0);
        assertThat(List.of(fromOriginal, fromCopy)).containsExactly("original", "copy");
    }

    @Test
    void shouldRefuseCopyWithMemberThatIsDoneAndAcceptTheCure() {
        zero.addMember("g", a);
        zero.addMember("g", b);
        one.addMember("g", c);
        zero.getGroup("g", 3);
        a.done();
        zero.copyGroup("copy", "g");
        assertRefused(Reason.NOT_A_MEMBER, () -> one.getGroup("copy", 3), "group=copy", "process=0");

        zero.deleteMember("copy", a);

        assertThat(one.getGroup("copy", 2).rank(c)).isOne();
    }
}
