package tutti.collectives.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tutti.messaging.Together;

/** Buffers that the members of a process lend each other. */
class SharedBuffersTest {

    @Test
    void shouldLetNoMemberBeginWhatHasBeenRevoked() {
        SharedBuffers buffers = new SharedBuffers(2);
        assertThat(buffers.begin()).isTrue();
        Together.Background<Object> revoking = Together.Background.start("revoke", () -> {
            buffers.revoke();
            return "revoked";
        });
        while (buffers.begin()) {
            buffers.end();
        }
        assertThat(revoking.isDone()).isFalse(); // one is still at work
        buffers.end();
        assertThat(revoking.get()).isEqualTo("revoked");
        assertThat(buffers.begin()).isFalse();
    }
}
