package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import tutti.group.GroupException.Reason;

/** Expects that a call on a group is refused. */
final class Refused {
    private Refused() {}

    static void assertRefused(Reason reason, ThrowingCallable call, String... parts) {
        assertThatThrownBy(call)
                .asInstanceOf(InstanceOfAssertFactories.type(GroupException.class))
                .satisfies(refused -> assertThat(refused.reason()).isEqualTo(reason))
                .satisfies(refused -> assertThat(List.of(parts))
                        .allSatisfy(part -> assertThat(refused).hasMessageContaining(part)));
    }
}
