package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.group.registry.RefusedException;

/** What users get of a refusal. */
class GroupExceptionTest {

    @ParameterizedTest
    @EnumSource
    void shouldTranslateEachRefusal(RefusedException.Why why) {
        GroupException translated = GroupException.of(new RefusedException(why, "rank is taken: group=g"));

        assertThat(translated.reason().name()).isEqualTo(why.name());
        assertThat(translated).hasMessage("rank is taken: group=g");
    }

    @Test
    void shouldHaveNoReasonThatNoRefusalHas() {
        assertThat(GroupException.Reason.values())
                .filteredOn(reason ->
                        reason != GroupException.Reason.NOT_AGREED) // by leaders of groups, not by the registry
                .extracting(Enum::name)
                .containsExactlyElementsOf(Arrays.stream(RefusedException.Why.values())
                        .map(Enum::name)
                        .toList());
    }
}
