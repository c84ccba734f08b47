package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.LoggedLines;

/** Members that leave a group while messages are there that they have not received. */
class LeftMessagesTest {
    private static final int LEAVER = 1;

    private final LoggedLines log = LoggedLines.of(Leaving.class);

    @AfterEach
    void close() {
        log.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldSayWhatAMemberHasNotReceivedInAJobWhoseCallsAreVerified(int processes) {
        leaveWithoutReceiving(processes, "--tutti-verify=full");

        assertThat(log.lines())
                .singleElement()
                .asString()
                .matches("group=copy rank=1 .* leaves the group with messages=2 that it has not received, the first"
                        + " with tag=7 from group=copy rank=0 .*, and started receives=1 that no message has ended;"
                        + " let each message have one receive");
    }

    @Test
    void shouldSayNothingInOtherJobs() {
        leaveWithoutReceiving(1);

        assertThat(log.lines()).isEmpty();
    }

    @Test
    void shouldSayNothingOfMembersThatHaveReceivedAll() {
        try (TestJob job = TestJob.of(1, "--tutti-verify=full")) {
            job.run(2, (self, group, rank) -> {
                Communicator copy = self.communicator(group).duplicate("copy");
                copy.sendAsync(rank, 1 - rank);
                assertThat(copy.<Integer>receive(1 - rank)).isEqualTo(1 - rank);
                copy.leave();
                return null;
            });
        }

        assertThat(log.lines()).isEmpty();
    }

    private static void leaveWithoutReceiving(int processes, String... settings) {
        try (TestJob job = TestJob.of(processes, settings)) {
            job.run(3, (self, group, rank) -> {
                Communicator copy = self.communicator(group).duplicate("copy");
                if (rank == 0) {
                    copy.withTag(7).sendAsync("lost", LEAVER);
                    copy.sendAsync("received", LEAVER);
                    copy.sendAsync("lost, too", LEAVER);
                }
                if (rank == LEAVER) {
                    copy.nonBlocking().receive(LEAVER);
                    assertThat(copy.<String>receive(0)).isEqualTo("received");
                    copy.probe(0);
                }
                copy.leave();
                return null;
            });
        }
    }
}
