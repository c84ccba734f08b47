package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.messaging.Together.Background;
import tutti.messaging.config.TransportChoice;
import tutti.messaging.runtime.Endpoint;

/** What others learn of a process that leaves the job, although it has sent them nothing. */
class LeavingProcessTest {
    @Test
    void shouldTellThoseThatSentToItThatItHasLeftInGoodOrder() {
        try (Processes job = Processes.start(3, settings -> settings.withTransport(TransportChoice.GRPC))) {
            List<Endpoint> members = job.open(job.layout(3, false));
            TransportContract.send(members.get(1), 2, "taken");
            assertThat(TransportContract.receive(members.get(2), 1)).isEqualTo("taken");
            Background<Object> receiver =
                    TransportContract.startWaiting(() -> TransportContract.receive(members.get(1), 2));
            job.messenger(2).close();

            assertThat(receiver.outcome().failure())
                    .isInstanceOf(MemberFailedException.class)
                    .hasMessageContaining("process has left the job");
            assertThatCode(job.messenger(1)::close).doesNotThrowAnyException();
        }
    }
}
