package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages, failures and cancelled operations in thousands of orders of events; a seed that fails replays exactly. */
@Timeout(1200)
class MessagingSimulationTest {
    private static final long SEEDS = Long.getLong("tutti.test.messaging.seeds", 400);
    private static final long FIRST = Long.getLong("tutti.test.messaging.first", 0);

    @Test
    void shouldKeepEveryPromise() {
        Map<String, Integer> troubles = new TreeMap<>();
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            troubles.merge(SimulatedJob.check(seed, null), 1, Integer::sum);
        }
        System.out.println("jobs simulated without a broken property: seeds=%d %s".formatted(SEEDS, troubles));
    }

    /** Faults that the simulation has found. */
    @ParameterizedTest(name = "seed {0}: {1}")
    @CsvSource({
        "284, the rest of a message whose sender has left a process that then falls silent",
        "394, the room of a message that was to fill a buffer when the receive was cancelled",
        "1369, a member leaves because of a failure of which others have not heard yet",
        "2199, a process that was given up by one that has no connection to it",
        "1273, a process that was stopped and has been given up meanwhile",
        "3867, a process that was stopped and has been given up by some, while others still listen to it",
        "11223, the rest of a message that a member passes on, whose first sender is lost",
        "34513, a process is lost of which a member had left, as only some have heard",
    })
    void shouldNotRepeatAFault(long seed, String fault) {
        assertThat(SimulatedJob.check(seed, null)).as(fault).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
    void shouldReplayExactly(long seed) {
        assertThat(history(seed)).isNotEmpty().isEqualTo(history(seed));
    }

    private static List<String> history(long seed) {
        try (SimulatedJob job = new SimulatedJob(seed, true, null)) {
            job.run();
            return job.history();
        }
    }
}
