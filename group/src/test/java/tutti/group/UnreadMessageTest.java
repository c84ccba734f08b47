package tutti.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.DeadlineExceededException;

/** A message of another process that cannot be read is received once, whatever its class throws. */
class UnreadMessageTest {

    /** Throws what a wait of the library throws, as an operation in another group could. */
    private static final class Unreadable implements Serializable {
        @Serial
        private static final long serialVersionUID = 1;

        @SuppressWarnings("unused") // is sent
        private final byte[] content;

        Unreadable(int length) {
            content = new byte[length];
        }

        @Serial
        private void readObject(ObjectInputStream in) {
            throw new DeadlineExceededException("of the class", "read", Duration.ofSeconds(1), List.of());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shared-memory", "grpc"})
    void shouldBeReceivedOnce(String transport) {
        try (TestJob job = TestJob.of(2, "--tutti-transport=" + transport)) {
            EachDevice.run(job, "g", 2, world -> {
                if (world.rank() == 0) {
                    world.sendAsync(new Unreadable(10), 1);
                    world.sendAsync(new Unreadable(10_000_000), 1);
                    world.sendAsync("next", 1);
                } else {
                    for (int i = 0; i < 2; i++) {
                        assertThatThrownBy(() -> world.receive(0)).hasStackTraceContaining("of the class");
                    }
                    assertThat(world.<String>receive(0)).isEqualTo("next");
                }
                return true;
            });
        }
    }
}
