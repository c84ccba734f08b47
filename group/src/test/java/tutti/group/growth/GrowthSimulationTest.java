package tutti.group.growth;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Groups that grow on the simulated network, in any order of events: all members learn the same, newcomers join or are
 * told that they do not, and no one waits for ever. A seed that fails replays exactly.
 */
@Timeout(1200)
class GrowthSimulationTest {
    private static final long SEEDS = Long.getLong("tutti.test.growth.seeds", 100);
    private static final long FIRST = Long.getLong("tutti.test.growth.first", 0);

    @Test
    void shouldAgreeWithoutHanging() {
        Map<GrowthTrouble, Integer> troubles = new EnumMap<>(GrowthTrouble.class);
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            troubles.merge(check(seed), 1, Integer::sum);
        }
        System.out.println("growths simulated without a broken property: seeds=%d %s".formatted(SEEDS, troubles));
    }

    private static GrowthTrouble check(long seed) {
        SimulatedGrowth growth = new SimulatedGrowth(seed, false);
        try {
            return growth.run();
        } catch (Throwable e) {
            throw new AssertionError("seed=%d: %s%n%s".formatted(seed, e, String.join("\n", history(seed))), e);
        } finally {
            growth.close();
        }
    }

    private static List<String> history(long seed) {
        SimulatedGrowth again = new SimulatedGrowth(seed, true);
        Throwable failure = null;
        try {
            again.run();
        } catch (Throwable e) {
            failure = e;
        }
        List<String> history = new ArrayList<>(again.history());
        history.add("replayed: " + failure);
        again.close();
        return history;
    }
}
