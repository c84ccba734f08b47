package tutti.messaging.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.messaging.progress.Scheduling;

/** What happens tick by tick, with the ticks given by hand. */
class FailureDetectorTest {
    private static final int TICKS_PER_LIMIT = 20; // of half a second each

    private final Recorder recorder = new Recorder();
    private final FailureDetector pulse = new FailureDetector(recorder, 3, Duration.ofSeconds(10), Scheduling.OF_JVM);

    private static final class Recorder implements FailureDetector.Body {
        private final List<Integer> silent = new ArrayList<>();
        private int beats;
        private int timerTicks;

        @Override
        public void beat() {
            beats++;
        }

        @Override
        public void silent(int process) {
            silent.add(process);
        }

        @Override
        public void timerTick(long nowNanos) {
            timerTicks++;
        }
    }

    private void tick(int times) {
        for (int i = 0; i < times; i++) {
            pulse.tick();
        }
    }

    @Test
    void shouldBeatSeveralTimesBeforeAnybodyComplains() {
        tick(TICKS_PER_LIMIT);

        assertThat(recorder.beats).isEqualTo(4);
        assertThat(recorder.timerTicks).isEqualTo(TICKS_PER_LIMIT);
    }

    @Test
    void shouldReportAProcessOnceThatIsNotHeardOf() {
        pulse.heard(1);
        tick(TICKS_PER_LIMIT); // the first begins to count
        assertThat(recorder.silent).isEmpty();

        tick(1);
        assertThat(recorder.silent).containsExactly(1);
        tick(5 * TICKS_PER_LIMIT);
        assertThat(recorder.silent).containsExactly(1);
    }

    @Test
    void shouldBePatientWithAProcessThatIsHeardOf() {
        pulse.heard(1);
        for (int i = 0; i < 5; i++) {
            tick(TICKS_PER_LIMIT);
            pulse.heard(1);
        }
        tick(1);

        assertThat(recorder.silent).isEmpty();
    }

    @Test
    void shouldWatchOthersFromWhenTheyAreHeardOf() {
        tick(2 * TICKS_PER_LIMIT);
        assertThat(recorder.silent).isEmpty();

        pulse.heard(2);
        tick(TICKS_PER_LIMIT + 1);
        assertThat(recorder.silent).containsExactly(2);
    }

    @Test
    void shouldDoNothingAfterItsEnd() {
        pulse.heard(1);
        tick(1);
        pulse.close();
        tick(2 * TICKS_PER_LIMIT);

        assertThat(recorder.silent).isEmpty();
        assertThat(recorder.timerTicks).isEqualTo(1);
    }
}
