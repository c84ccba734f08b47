package tutti.messaging.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.messaging.LoadClock;
import tutti.messaging.SocketPair;

/** What the engine's own thread does while no member looks, and for whom peers ring. */
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

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLetPeersRingForMembersThatSleepButNotForServices(boolean isService) throws Exception {
        Bells bells = new Bells();
        SocketChannel[] bell = SocketPair.open();
        try (SocketChannel _ = bell[0];
                SocketChannel _ = bell[1];
                ProgressEngine engine =
                        new ProgressEngine(0, Duration.ofHours(1).toNanos())) {
            engine.watch(bells, bell[0]);
            IdleStrategy idleStrategy = new IdleStrategy(WaitStrategy.PARK);
            idleStrategy.share(engine);
            WaitQueue queue = new WaitQueue(idleStrategy, isService);
            AtomicBoolean over = new AtomicBoolean();
            Thread sleeper = Thread.ofVirtual()
                    .start(() -> queue.<Boolean>await(() -> over.get() ? true : null, () -> "the test"));
            LoadClock.await().until(() -> sleeper.getState() == Thread.State.WAITING);
            int before = bells.armed.get();

            engine.stopPolling(engine.startPolling());

            assertThat(bells.armed.get() - before).isEqualTo(isService ? 0 : 1);
            over.set(true);
            queue.changed();
            sleeper.join();
        }
    }

    /** Counts how often peers are allowed to ring. */
    private static final class Bells implements Inward {
        private final AtomicInteger armed = new AtomicInteger();

        @Override
        public boolean poll() {
            return false;
        }

        @Override
        public void arm() {
            armed.incrementAndGet();
        }

        @Override
        public void disarm() {
            // is not counted
        }
    }

    /** Memory that holds more than is read at once. */
    private record Batches(CountDownLatch left) implements Inward {
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
