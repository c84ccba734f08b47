package tutti.messaging.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.messaging.LoadClock.await;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tutti.messaging.LoggedLines;
import tutti.messaging.Processes;
import tutti.messaging.signature.CallSignature;

/** Members that have waited long: they ask each other, are told of other calls, and complain in the log. */
class StallReporterTest {
    private static final CallSignature BARRIER = new CallSignature(1, -1, 7);

    private final LoggedLines log = LoggedLines.of(StallReporter.class);
    private final Processes job = Processes.start(2);
    private final List<Endpoint> members = job.open(2);

    @AfterEach
    void close() {
        log.close();
        job.close();
    }

    private MemberWaitMonitor monitor(int rank, CallSignature label) {
        return (MemberWaitMonitor)
                MemberWaitMonitor.of(members.get(rank).member(), CallContext.NONE, "a message", 1 - rank, label);
    }

    private static long seconds(int count) {
        return TimeUnit.SECONDS.toNanos(count);
    }

    @Test
    void shouldSayWhenItWantsToBeAskedAgain() {
        MemberWaitMonitor monitor = monitor(0, BARRIER);

        assertThat(monitor.tick(0)).isEqualTo(seconds(1));
        assertThat(monitor.tick(seconds(1))).isEqualTo(seconds(28));
        assertThat(monitor.tick(seconds(29))).isEqualTo(seconds(1));
        assertThat(monitor.tick(seconds(30))).isEqualTo(seconds(179));
    }

    @Test
    void shouldLogWhoIsAwaitedOnceForAll() {
        members.get(1).calls().begin(new CallSignature(1, -1, 6));
        MemberWaitMonitor first = monitor(0, BARRIER);
        first.tick(seconds(29));
        await().untilAsserted(() -> {
            first.tick(seconds(29));
            assertThat(members.get(0).member().stallReporter().describe(List.of(1)))
                    .contains("last began");
        });
        assertThat(log.lines()).isEmpty();
        first.tick(seconds(30));
        monitor(0, BARRIER).tick(seconds(30));

        assertThat(log.lines())
                .singleElement()
                .asString()
                .contains("waiting for 30 s: group=test-", "rank=0", "awaited: rank=1");
    }

    @Test
    void shouldNotLogThatMembersThatWereNotAskedHaveNotAnswered() {
        try (Processes three = Processes.start(3)) {
            List<Endpoint> group = three.open(three.layout(List.of(0, 1, 2, 0), true));
            MemberWaitMonitor monitor = (MemberWaitMonitor)
                    MemberWaitMonitor.of(group.get(0).member(), CallContext.NONE, "a message", 1, BARRIER);
            monitor.tick(seconds(30));
        }

        assertThat(log.lines())
                .singleElement()
                .asString()
                .contains("rank=1", "rank=3")
                .doesNotContain("rank=2");
    }

    @Test
    void shouldTellBothOfOtherCalls() {
        members.get(0).calls().begin(BARRIER);
        members.get(1).calls().begin(new CallSignature(2, 0, 7));
        monitor(0, BARRIER).tick(seconds(1));

        for (Endpoint member : members) {
            await().until(() -> member.member().activity().conflict() != null);
        }
        assertThat(members.get(0).member().activity().conflict().label()).isEqualTo(new CallSignature(2, 0, 7));
        assertThat(members.get(1).member().activity().conflict().label()).isEqualTo(BARRIER);
    }

    @Test
    void shouldNotAccuseAMemberThatIsLate() {
        members.get(0).calls().begin(BARRIER);
        members.get(1).calls().begin(new CallSignature(2, 0, 6));
        MemberWaitMonitor monitor = monitor(0, BARRIER);
        monitor.tick(seconds(1));
        await().until(() ->
                members.get(0).member().stallReporter().describe(List.of(1)).contains("last began"));

        assertThat(members.get(0).member().activity().conflict()).isNull();
        assertThat(members.get(1).member().activity().conflict()).isNull();
        assertThat(members.get(0).member().stallReporter().silent(0, 1, BARRIER))
                .containsExactly(1);
    }

    @Test
    void shouldSayOnlyOfThoseThatHaveLeftThatTheyHave() {
        StallReporter inquiries = members.get(0).member().stallReporter();
        assertThat(inquiries.describe(List.of(1))).contains("has not answered").doesNotContain("left");
        members.get(1).leave();

        await().until(() -> inquiries.describe(List.of(1)).contains("has left the group"));
        assertThat(inquiries.silent(0, -1, BARRIER)).isEmpty();
        assertThat(inquiries.silence(List.of(), BARRIER))
                .isEqualTo("silent ranks=[]; all members are in this call: give more time");
        assertThat(inquiries.describe(List.of(0, 1)))
                .containsOnlyOnce("has left")
                .doesNotContain("failed");
    }

    @Test
    void shouldSayOnlyOfThoseThatHaveFailedThatTheyHave() {
        StallReporter inquiries = members.get(0).member().stallReporter();
        members.get(1).fail(new IllegalStateException("no more"));

        await().until(() -> inquiries.describe(List.of(1)).contains("has failed"));
        assertThat(inquiries.describe(List.of(0, 1)))
                .containsOnlyOnce("has failed")
                .doesNotContain("left");
    }

    @Test
    void shouldNotComplainOfAWaitThatAFailureIsAboutToEnd() {
        MemberWaitMonitor monitor = monitor(0, BARRIER);
        members.get(1).fail(new IllegalStateException("no more"));
        await().until(() ->
                members.get(0).member().stallReporter().describe(List.of(1)).contains("failed"));
        monitor.tick(seconds(30));

        assertThat(log.lines()).isEmpty();
    }
}
