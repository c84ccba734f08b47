package tutti.group.window;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.messaging.SimulatedJob;

/** Windows on the simulated network: what is read is what ordering allows, also after a loss. */
@Timeout(1200)
class WindowsSimulationTest {
    private static final long SEEDS = Long.getLong("tutti.test.messaging.seeds", 400);

    @Test
    void shouldReadWhatOrderingAllows() {
        SimulatedWindows windows = new SimulatedWindows();
        Map<String, Integer> troubles = new TreeMap<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            troubles.merge(SimulatedJob.check(seed, windows::run), 1, Integer::sum);
        }
        System.out.println("windows simulated without a broken property: seeds=%d %s".formatted(SEEDS, troubles));
    }
}
