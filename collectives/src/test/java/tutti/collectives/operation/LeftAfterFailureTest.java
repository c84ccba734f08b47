package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.collectives.CallFailedException;
import tutti.collectives.DividableDataObject;
import tutti.collectives.PerRank;
import tutti.messaging.MemberFailedException;

/** A member that has left the group because a call has failed, while others are still in that call. */
final class LeftAfterFailureTest extends GroupTest {

    @ParameterizedTest(name = "{1} members in {0} processes")
    @CsvSource({"1, 2", "2, 2", "3, 3", "2, 4", "4, 4"})
    void shouldSayThatTheCallHasFailedAndNotThatAMemberIsGone(int processes, int size) {
        List<Throwable> found = run(processes, size, member -> {
            DividableDataObject<@Nullable Object> data = (index, groupSize) -> {
                if (member.rank() == 0) {
                    throw new IllegalStateException("no element");
                }
                await().untilAsserted(() -> assertThatThrownBy(
                                () -> member.endpoint().neighbours().throwIfGone(0))
                        .isInstanceOf(MemberFailedException.class));
                return index;
            };
            return catchThrowable(() -> member.collectives().allToAll(data, PerRank.empty()));
        });
        assertThat(found.getFirst()).isInstanceOf(IllegalStateException.class);
        assertThat(found.subList(1, size))
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(CallFailedException.class)
                        .hasMessageContainingAll("allToAll", "no element", "rank=0"));
    }
}
