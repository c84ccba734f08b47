package tutti.messaging.device.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void shouldGiveLaterAttemptsMoreTimeAfterOnesThatTookTooLong() {
        Backoff backoff = new Backoff(LONG);
        int connectMillis = backoff.connectMillis();
        backoff.failed(true);
        assertThat(backoff.connectMillis()).isEqualTo(2 * connectMillis);
        long answerNanos = backoff.answerNanos();
        backoff.failed(true);
        assertThat(backoff.connectMillis()).isEqualTo(4 * connectMillis);
        assertThat(backoff.answerNanos()).isEqualTo(2 * answerNanos);
        for (int i = 0; i < 100; i++) {
            backoff.failed(true);
        }
        assertThat(backoff.connectMillis()).as("bounded").isEqualTo(32 * connectMillis);
        assertThat(backoff.answerNanos()).isEqualTo(16 * answerNanos);
    }

    @Test
    void shouldGiveNoMoreTimeAfterCallsThatBrokeAtOnce() {
        Backoff backoff = new Backoff(LONG);
        int connectMillis = backoff.connectMillis();
        backoff.failed(false);
        long answerNanos = backoff.answerNanos();
        backoff.failed(false);
        assertThat(backoff.connectMillis()).isEqualTo(connectMillis);
        assertThat(backoff.answerNanos()).isEqualTo(answerNanos);
        assertThat(backoff.pauseMillis()).isGreaterThan(0);
    }

    @Test
    void shouldBeginAnewWhenSomethingArrives() {
        Backoff backoff = new Backoff(LONG);
        int connectMillis = backoff.connectMillis();
        long answerNanos = backoff.answerNanos();
        backoff.failed(true);
        backoff.failed(true);
        backoff.succeeded();
        assertThat(backoff.hasFailed()).isFalse();
        assertThat(backoff.connectMillis()).isEqualTo(connectMillis);
        assertThat(backoff.answerNanos()).isEqualTo(answerNanos);
    }

    @Test
    void shouldNeverWaitLongerThanTheConnectionMayBeBroken() {
        Backoff backoff = new Backoff(Duration.ofSeconds(8));
        for (int i = 0; i < 10; i++) {
            backoff.failed(true);
        }
        assertThat(backoff.connectMillis()).isEqualTo(8_000);
        assertThat(backoff.answerNanos()).isBetween(0L, TimeUnit.SECONDS.toNanos(8));
    }

    @Test
    void shouldHaveNoTimeWhenTheLimitIsOver() {
        Backoff backoff = new Backoff(Duration.ZERO);
        backoff.failed(true);
        assertThat(backoff.hasTime()).isFalse();
        assertThat(backoff.answerNanos()).isZero();
    }

    @Test
    void shouldHaveNoTimeForACallThatWouldBeginAfterTheLimit() {
        Backoff backoff = new Backoff(Duration.ofMillis(300));
        backoff.failed(false);
        assertThat(backoff.hasTime()).isTrue();
        for (int i = 0; i < 10; i++) {
            backoff.failed(false);
        }
        assertThat(backoff.pauseMillis()).isGreaterThan(300);
        assertThat(backoff.hasTime()).isFalse();
    }
}
