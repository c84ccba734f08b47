package tutti.group;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.MemberFailedException;

/** The system gives a member no thread, as under {@code ulimit -u}: those who wait for it hear of it. */
@Timeout(60)
@ParameterizedClass(name = "{0} processes")
@ValueSource(ints = {1, 2})
class NoThreadTest {
    /** No address space holds such a stack, so the thread cannot be created. */
    private static final long TOO_LARGE_STACK = 1L << 50;

    @Parameter
    int processes;

    private TestJob job = TestJob.of(1);

    @AfterEach
    void closeJob() {
        job.closeAndCollect();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 7})
    void shouldFailAMemberThatGetsNoThread(int size) {
        job.close();
        job = TestJob.of(processes);
        List<TestMember<Void>> members = java.util.stream.IntStream.range(0, size)
                .mapToObj(i -> new TestMember<Void>((self, group, rank) -> {
                    self.barrier(group);
                    return null;
                }))
                .toList();
        List<ColGroup> groups = job.activate("g", members);
        int last = size - 1;
        for (int i = 0; i < last; i++) {
            members.get(i).start(groups.get(i));
        }

        assertThatThrownBy(() -> members.get(last)
                        .start(groups.get(last), Thread.ofPlatform().stackSize(TOO_LARGE_STACK)))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageContaining("unable to create native thread");
        for (int i = 0; i < last; i++) {
            TestMember<Void> other = members.get(i);
            assertThatThrownBy(() -> other.result().get())
                    .hasCauseInstanceOf(MemberFailedException.class)
                    .hasMessageContainingAll("group=g rank=" + last, "unable to create native thread");
        }
    }
}
