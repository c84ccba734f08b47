package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.MemberReference;

/** Which groups a process knows while names are deleted. */
class ActiveGroupsTest {
    private final GroupDescription description = GroupDescription.newBuilder()
            .setId(7)
            .setName("g")
            .addMembers(MemberReference.getDefaultInstance())
            .build();
    private final ColGroup group = new ColGroup(description);
    private final ActiveGroups groups = new ActiveGroups();

    @Test
    void shouldReturnTheSameGroupEachTime() {
        groups.add(group);

        assertThat(groups.ask(() -> description)).isSameAs(group);
        assertThat(groups.ask(() -> description)).isSameAs(group);
    }

    @Test
    void shouldRememberGroupWithoutMembersHere() {
        ColGroup first = groups.ask(() -> description);

        assertThat(groups.ask(() -> description)).isSameAs(first);
    }

    @Test
    void shouldReturnGroupThatIsDeletedBeforeTheAnswerIsThere() {
        ColGroup answer = groups.ask(() -> {
            groups.add(group);
            groups.delete(7);
            return description;
        });

        assertThat(answer).isSameAs(group);
        assertThat(groups.ask(() -> description)).isNotSameAs(group);
    }

    @Test
    void shouldForgetDeletedGroup() {
        groups.add(group);
        groups.delete(7);

        assertThat(groups.ask(() -> description)).isNotSameAs(group);
    }
}
