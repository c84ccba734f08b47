package tutti.messaging.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import tutti.messaging.failure.FailureDetectorAtHand;
import tutti.messaging.failure.ProcessEndedException;
import tutti.serialization.TuttiException;

/** With the clock and the ticks given by hand. */
class DoubtfulLossesTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final FailureDetectorAtHand pulse = new FailureDetectorAtHand(LIMIT);
    private final DoubtfulLosses doubtful = new DoubtfulLosses(pulse.failureDetector());
    private final Throwable refused = new TuttiException("process was given up");

    private boolean isOverAfter(Duration time) {
        pulse.pass(time);
        return doubtful.isOver();
    }

    @Test
    void shouldNotDoubtALossWithoutAPause() {
        boolean isOver = isOverAfter(LIMIT.dividedBy(2));
        doubtful.note(1, refused);

        assertThat(isOver).isFalse();
        assertThat(doubtful.contains(1)).isFalse();
    }

    @Test
    void shouldNotDoubtAnEnd() {
        pulse.pause(LIMIT);
        doubtful.note(1, new ProcessEndedException("process has left the job"));

        assertThat(doubtful.size()).isZero();
    }

    @Test
    void shouldDoubtALossForTheLimitAfterAPause() {
        pulse.pause(LIMIT.dividedBy(2).plusMillis(1));
        doubtful.note(1, refused);
        assertThat(doubtful.contains(1)).isTrue();

        assertThat(isOverAfter(LIMIT)).isFalse();
        assertThat(isOverAfter(LIMIT.dividedBy(10))).isTrue();
        assertThat(doubtful.contains(1)).isFalse();
        assertThat(isOverAfter(LIMIT)).as("nothing is left").isFalse();
    }

    @Test
    void shouldDoubtItForTwiceTheLimitAtMostIfPausesDoNotEnd() {
        int ticks = 0;
        pulse.pause(LIMIT);
        doubtful.note(1, refused);
        while (!doubtful.isOver()) {
            ticks++;
            pulse.pause(LIMIT);
        }

        assertThat(ticks).isEqualTo(2 * pulse.failureDetector().ticksPerLimit());
    }
}
