package tutti.messaging.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tutti.messaging.SocketPair;

/** What the engine's own thread does while no member looks. */
class ProgressEngineTest {
    private static final Duration TICK = Duration.ofSeconds(2);
    private static final int BATCHES = 1_000;

    @Test
    void shouldTakeInAtOneLookAllThatHasCome() throws Exception {
        CountDownLatch left = new CountDownLatch(BATCHES);
        SocketChannel[] bell = SocketPair.open();
        try (SocketChannel _ = bell[0];
                SocketChannel _ = bell[1];
                ProgressEngine engine = new ProgressEngine(0, TICK.toNanos())) {
            engine.watch(new Batches(left), bell[0]);

            assertThat(left.await(8 * TICK.toMillis(), TimeUnit.MILLISECONDS))
                    .as("no batch waits for the next look: left=%d", left.getCount())
                    .isTrue();
        }
    }

    /** Memory that holds more than is read at once. */
    private record Batches(CountDownLatch left) implements ProgressEngine.Inward {
        @Override
        public boolean poll() {
            boolean found = left.getCount() > 0;
            left.countDown();
            return found;
        }

        @Override
        public void arm() {
            // the thread under test does not sleep in the selector
        }

        @Override
        public void disarm() {
            // as above
        }
    }
}
