package tutti.messaging.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static tutti.messaging.LoadClock.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.serialization.OperationInterruptedException;
import tutti.serialization.TuttiException;

/** Waiting, under each strategy. */
class WaitQueueTest {

    @ParameterizedTest
    @EnumSource(WaitStrategy.class)
    void shouldMissNoChange(WaitStrategy strategy) throws InterruptedException {
        int turns = 20_000;
        AtomicInteger turn = new AtomicInteger();
        WaitQueue waiting = new WaitQueue(new IdleStrategy(strategy));
        List<Thread> threads = new ArrayList<>();
        for (int player = 0; player < 2; player++) {
            int self = player;
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = self; i < turns; i += 2) {
                    int mine = i;
                    waiting.await(() -> turn.get() == mine ? true : null, () -> "turn " + mine);
                    turn.set(mine + 1);
                    waiting.changed();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(turn).hasValue(turns);
    }

    @Test
    void shouldWakeEveryThread() throws InterruptedException {
        AtomicInteger state = new AtomicInteger();
        WaitQueue waiting = new WaitQueue(new IdleStrategy(WaitStrategy.PARK));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            threads.add(Thread.ofVirtual()
                    .start(() -> waiting.await(() -> state.get() == 1 ? true : null, () -> "the change")));
        }
        state.set(1);
        waiting.changed();

        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
        }
    }

    @Test
    void shouldLookAtEverythingAfterAnAlarm() throws InterruptedException {
        AtomicInteger failed = new AtomicInteger();
        WaitQueue waiting = new WaitQueue(new IdleStrategy(WaitStrategy.SPIN));
        Thread thread = Thread.ofPlatform()
                .start(() -> waiting.await(() -> null, () -> failed.get() == 1 ? true : null, () -> "a failure"));
        failed.set(1);
        waiting.alarm();

        assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
    }

    @Test
    void shouldLookAgainAfterAChangeThatItsOwnLookHasMade() throws InterruptedException {
        WaitQueue waiting = new WaitQueue(new IdleStrategy(WaitStrategy.PARK));
        AtomicInteger looks = new AtomicInteger();
        Thread thread = Thread.ofPlatform()
                .start(() -> waiting.await(
                        () -> {
                            if (looks.incrementAndGet() > 2) {
                                return true;
                            }
                            waiting.changed(); // as a look that writes, and makes room by that
                            return null;
                        },
                        () -> "the change"));

        assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void shouldNameTheWaitThatIsInterrupted() throws InterruptedException {
        WaitQueue waiting = new WaitQueue(new IdleStrategy(WaitStrategy.ADAPTIVE));
        Thread thread = Thread.ofPlatform()
                .start(() -> assertThatExceptionOfType(OperationInterruptedException.class)
                        .isThrownBy(() -> waiting.await(() -> null, () -> "a message that never comes"))
                        .withMessageContaining("interrupted while waiting for a message that never comes"));
        await().until(() -> thread.getState() == Thread.State.WAITING);
        thread.interrupt();

        assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
    }

    @Test
    void shouldAskForTheTimeAtATick() throws InterruptedException {
        IdleStrategy idleStrategy = new IdleStrategy(WaitStrategy.PARK);
        WaitQueue waiting = new WaitQueue(idleStrategy);
        AtomicInteger patrols = new AtomicInteger();
        AtomicInteger state = new AtomicInteger();
        Thread thread = Thread.ofPlatform()
                .start(() -> waiting.await(() -> null, () -> state.get() == 1 ? true : null, new WaitMonitor() {
                    @Override
                    public String what() {
                        return "the change";
                    }

                    @Override
                    public long tick(long waitedNanos) {
                        return patrols.incrementAndGet() == 1
                                ? Duration.ofHours(1).toNanos()
                                : NEVER;
                    }
                }));
        await().until(() -> thread.getState() == Thread.State.WAITING);

        idleStrategy.timerTick(System.nanoTime());
        assertThat(patrols).as("an hour is not over").hasValue(1);
        idleStrategy.timerTick(System.nanoTime() + Duration.ofHours(2).toNanos());
        await().until(() -> patrols.get() == 2);
        state.set(1);
        waiting.changed();

        assertThat(thread.join(Duration.ofMinutes(1))).isTrue();
    }

    @Test
    void shouldEndAWaitWhoseTimeIsOver() {
        WaitQueue waiting = new WaitQueue(new IdleStrategy(WaitStrategy.PARK));
        WaitMonitor monitor = new WaitMonitor() {
            @Override
            public String what() {
                return "a message that never comes";
            }

            @Override
            public long tick(long waitedNanos) {
                return Duration.ofMillis(20).toNanos() - waitedNanos;
            }

            @Override
            public boolean isPrecise() {
                return true;
            }

            @Override
            public TuttiException expired() {
                return new TuttiException("waited too long for " + what());
            }
        };

        assertThatExceptionOfType(TuttiException.class)
                .isThrownBy(() -> waiting.await(() -> null, () -> null, monitor))
                .withMessage("waited too long for a message that never comes");
    }

    @ParameterizedTest
    @CsvSource({
        "ADAPTIVE, 1, 2, 10, 100, 250, 0",
        "ADAPTIVE, 2, 2, 10, 100, 250, 0",
        "ADAPTIVE, 3, 2, 0, 0, 0, 250",
        "ADAPTIVE, 8, 2, 0, 0, 0, 250",
        "ADAPTIVE, 9, 2, 0, 0, 0, 0",
        "PARK, 1, 2, 0, 0, 0, 0",
        "SPIN, 64, 2, 500, 500, 500, 0"
    })
    void shouldSpinOnlyWhileThereAreCores(
            WaitStrategy strategy, int members, int cores, int spin, int longSpin, int virtualSpin, int yield) {
        assertThat(strategy.times(members, cores))
                .isEqualTo(new WaitTimes(1_000L * spin, 1_000L * longSpin, 1_000L * virtualSpin, 1_000L * yield));
    }

    @Test
    void shouldChooseWaitsOfABoundProcessByTheCoresOfItsHost() {
        IdleStrategy bound = new IdleStrategy(WaitStrategy.ADAPTIVE);
        bound.expectCores(8);
        bound.expectMembers(8);
        assertThat(bound.times())
                .isEqualTo(WaitStrategy.ADAPTIVE.times(1, 1))
                .isNotEqualTo(WaitStrategy.ADAPTIVE.times(8, 1));
    }
}
