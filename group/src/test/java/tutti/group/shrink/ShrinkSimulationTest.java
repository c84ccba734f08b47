package tutti.group.shrink;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The agreement on survivors, in thousands of orders of events; a seed that fails replays exactly. */
class ShrinkSimulationTest {
    private static final long SEEDS = Long.getLong("tutti.test.seeds", 5_000);

    @ParameterizedTest(name = "connections are cut: {0}, the group may grow: {1}")
    @CsvSource({"false, false", "true, false", "false, true", "true, true"})
    void shouldAgreeWithoutHanging(boolean cuts, boolean grows) {
        for (long seed = 0; seed < SEEDS; seed++) {
            run(seed, cuts, grows);
        }
        System.out.println(
                "shrinks simulated without a broken property: seeds=%d cuts=%s grows=%s".formatted(SEEDS, cuts, grows));
    }

    /** Seeds that found defects: two groups that continued, a process that waited for ever, mailboxes opened twice. */
    @ParameterizedTest
    @ValueSource(longs = {5_043, 14_360, 15_862, 16_755, 28_055, 81_192})
    void shouldAgreeWhereItDidNotOnce(long seed) {
        run(seed, true, false);
    }

    private static void run(long seed, boolean cuts, boolean grows) {
        SimulatedShrink shrink = new SimulatedShrink(seed, cuts, grows);
        try {
            shrink.run();
            shrink.check();
        } catch (Throwable e) {
            throw new AssertionError("seed=%d cuts=%s grows=%s: %s".formatted(seed, cuts, grows, shrink.history()), e);
        }
    }
}
