package tutti.group.shrink;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agreement on survivors, in thousands of orders of events; a seed that fails replays exactly. */
class ShrinkSimulationTest {
    private static final long SEEDS = Long.getLong("tutti.test.seeds", 5_000);

    @ParameterizedTest(name = "connections are cut: {0}")
    @ValueSource(booleans = {false, true})
    void shouldAgreeWithoutHanging(boolean cuts) {
        for (long seed = 0; seed < SEEDS; seed++) {
            run(seed, cuts);
        }
        System.out.println("shrinks simulated without a broken property: seeds=%d cuts=%s".formatted(SEEDS, cuts));
    }

    /** Seeds that found defects: two groups that continued, a process that waited for ever, mailboxes opened twice. */
    @ParameterizedTest
    @ValueSource(longs = {5_043, 14_360, 15_862, 16_755, 28_055, 81_192})
    void shouldAgreeWhereItDidNotOnce(long seed) {
        run(seed, true);
    }

    private static void run(long seed, boolean cuts) {
        SimulatedShrink shrink = new SimulatedShrink(seed, cuts);
        try {
            shrink.run();
            shrink.check();
        } catch (Throwable e) {
            throw new AssertionError("seed=%d cuts=%s: %s".formatted(seed, cuts, shrink.history()), e);
        }
    }
}
