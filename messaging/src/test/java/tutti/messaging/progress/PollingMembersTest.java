package tutti.messaging.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PollingMembersTest {
    private final PollingMembers members = new PollingMembers();

    @Test
    void shouldKnowWhetherAnyPolls() {
        assertThat(members.any()).isFalse();
        boolean first = members.start();
        boolean second = members.start();
        assertThat(first).isTrue();
        assertThat(second).isFalse();

        members.stop(first);
        assertThat(members.any()).as("the second polls").isTrue();
        boolean third = members.start();
        assertThat(third).isTrue();
        members.stop(second);
        assertThat(members.any()).as("the third polls").isTrue();
        members.stop(third);
        assertThat(members.any()).isFalse();
    }
}
