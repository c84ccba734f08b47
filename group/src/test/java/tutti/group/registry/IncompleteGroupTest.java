package tutti.group.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.MemberReference;
import tutti.messaging.LoggedLines;

/** The log says which members a group lacks, long before the time to wait for them is over. */
class IncompleteGroupTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final LoggedLines log = LoggedLines.of(Registry.class);
    private final Registry registry =
            new Registry(2, 2, process -> "process=" + process, this::prepare, Duration.ofMillis(100));

    @BeforeEach
    void addMember() {
        registry.addMembers("pair", List.of(member(0)), null);
    }

    @AfterEach
    void stopListening() {
        log.close();
    }

    private void prepare(int process, GroupDescription group) {
        registry.prepared(process, group.getId(), null);
    }

    private static MemberReference member(int process) {
        return MemberReference.newBuilder().setProcess(process).setHandle(1).build();
    }

    private CompletableFuture<GroupDescription> getGroup(Duration timeout) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return registry.getGroup("pair", 2, false, timeout);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void shouldWarnOnceAndContinueWhenTheMembersHaveCome() {
        List<CompletableFuture<GroupDescription>> waiting = List.of(getGroup(LONG), getGroup(LONG));
        await().atMost(1, TimeUnit.MINUTES).until(() -> !log.lines().isEmpty());
        registry.addMembers("pair", List.of(member(1)), null);

        assertThat(waiting)
                .allSatisfy(each -> assertThat(each)
                        .succeedsWithin(1, TimeUnit.MINUTES)
                        .satisfies(group -> assertThat(group.getName()).isEqualTo("pair")));
        assertThat(log.lines())
                .containsExactly("group is not complete after PT0.1S: group=pair members=1 asked=2 timeout=PT10M:"
                        + " 1 from process=0; none from processes=[1]");
    }

    @Test
    void shouldFailWhenTheTimeIsOver() {
        CompletableFuture<GroupDescription> waiting = getGroup(Duration.ofMillis(300));

        assertThatThrownBy(() -> waiting.get(1, TimeUnit.MINUTES))
                .hasRootCauseInstanceOf(RefusedException.class)
                .hasMessageContaining("group is not complete: group=pair members=1 asked=2 waited=PT0.3S");
    }
}
