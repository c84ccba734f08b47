package tutti.messaging.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What waits learn from those before them. */
class AdaptiveSpinTest {
    private static final WaitTimes TIMES = WaitStrategy.ADAPTIVE.times(2, 2);
    private static final long SHORT = TIMES.spinNanos();
    private static final long LONG = TIMES.longSpinNanos();
    private static final long SHORT_SLEEP = LONG;
    private static final long LONG_SLEEP = 3 * LONG;

    private final AdaptiveSpin spin = new AdaptiveSpin();

    @Test
    void shouldSpinLongerAfterAShortSleepAndAsLongAsThatHelps() {
        assertThat(spin.nanos(TIMES)).isEqualTo(SHORT);
        spin.slept(SHORT_SLEEP, TIMES);
        assertThat(spin.nanos(TIMES)).isEqualTo(LONG);
        spin.found(2 * SHORT, TIMES);
        assertThat(spin.nanos(TIMES)).as("the short time would not do").isEqualTo(LONG);
        spin.found(SHORT / 2, TIMES);
        assertThat(spin.nanos(TIMES)).as("it would").isEqualTo(SHORT);
    }

    @Test
    void shouldNotSpinLongerAfterALongSleep() {
        spin.slept(LONG_SLEEP, TIMES);
        assertThat(spin.nanos(TIMES)).isEqualTo(SHORT);
    }

    @Test
    void shouldSpinInVainLessAndLessOftenButNeverStopTrying() {
        int last = 0;
        int longest = 0;
        int spins = 0;
        for (int wait = 1; wait <= 1_000; wait++) {
            spins += spin.nanos(TIMES) == LONG ? 1 : 0;
            longest = Math.max(longest, wait - last);
            last = spin.nanos(TIMES) == LONG ? wait : last;
            spin.slept(SHORT_SLEEP, TIMES);
        }
        assertThat(spins).isBetween(50, 80);
        assertThat(longest).isBetween(14, 20);
    }

    @Test
    void shouldForgetVainSpinsWhenOneHelps() {
        for (int wait = 0; wait < 1_000 || spin.nanos(TIMES) != LONG; wait++) {
            spin.slept(SHORT_SLEEP, TIMES);
        }
        spin.found(SHORT / 2, TIMES);
        spin.slept(SHORT_SLEEP, TIMES);
        assertThat(spin.nanos(TIMES)).isEqualTo(LONG);
    }

    @Test
    void shouldNotSpinAfterSomeSpinsInVainUntilALongerOneHelps() {
        for (int wait = 0; wait < 8; wait++) {
            assertThat(spin.nanos(TIMES)).as("wait=%d", wait).isEqualTo(SHORT);
            spin.slept(LONG_SLEEP, TIMES);
        }
        assertThat(spin.nanos(TIMES)).isZero();
        spin.slept(SHORT_SLEEP, TIMES);
        assertThat(spin.nanos(TIMES)).isEqualTo(LONG);
        spin.slept(SHORT_SLEEP, TIMES);
        assertThat(spin.nanos(TIMES)).as("in vain").isZero();
        spin.slept(SHORT_SLEEP, TIMES);
        assertThat(spin.nanos(TIMES)).as("not yet again").isZero();
        spin.slept(SHORT_SLEEP, TIMES);
        assertThat(spin.nanos(TIMES)).isEqualTo(LONG);
        spin.found(SHORT / 2, TIMES);
        assertThat(spin.nanos(TIMES)).as("of use").isEqualTo(SHORT);
    }

    @Test
    void shouldStillOfferItsCoreToTheOtherSideAfterSpinsInVain() {
        for (int wait = 0; wait < 100; wait++) {
            spin.slept(LONG_SLEEP, TIMES);
        }
        spin.yielded(true);
        assertThat(spin.nanos(TIMES)).isEqualTo(SHORT);
    }

    @Test
    void shouldAlwaysSpinUnderAFixedSpin() {
        WaitTimes fixed = WaitStrategy.SPIN.times(2, 2);
        for (int wait = 0; wait < 100; wait++) {
            spin.slept(LONG_SLEEP, fixed);
        }
        assertThat(spin.nanos(fixed)).isEqualTo(fixed.spinNanos());
    }

    @Test
    void shouldYieldAtOnceWhileAnotherThreadRunsOnTheSameCore() {
        long byDefault = spin.yieldAfterNanos(TIMES);
        assertThat(byDefault)
                .as("once, before the thread sleeps or spins longer")
                .isEqualTo(SHORT);
        spin.yielded(false);
        assertThat(spin.yieldAfterNanos(TIMES)).as("no other thread").isEqualTo(byDefault);
        spin.yielded(true);
        assertThat(spin.yieldAfterNanos(TIMES)).isZero();
        spin.yielded(false);
        assertThat(spin.yieldAfterNanos(TIMES)).isEqualTo(byDefault);
    }

    @Test
    void shouldTellByTheTimeOfAYieldWhetherTheOtherSideNeedsThisCore() {
        IdleStrategy idleStrategy = new IdleStrategy(WaitStrategy.ADAPTIVE);
        assertThat(idleStrategy.yielded(0, 5_000)).isTrue();
        assertThat(idleStrategy.yielded(0, IdleStrategy.LONG_YIELD_NANOS))
                .as("another program has run")
                .isFalse();
        assertThat(idleStrategy.yielded(0, 1_000)).as("perhaps a slow machine").isFalse();
        assertThat(idleStrategy.yielded(0, 520)).isFalse();
        assertThat(idleStrategy.yielded(0, 1_000)).isFalse();
        assertThat(idleStrategy.yielded(0, 1_040)).isTrue();
        assertThat(idleStrategy.yielded(0, 100)).isFalse();
        assertThat(idleStrategy.yielded(0, 520)).as("on a fast machine").isFalse();
        assertThat(idleStrategy.yielded(0, 600)).isTrue();
    }

    @Test
    void shouldYieldAlwaysBeyondTheCoresAndNeverUnderAFixedSpin() {
        assertThat(spin.yieldAfterNanos(WaitStrategy.ADAPTIVE.times(4, 2))).isZero();
        assertThat(spin.yieldAfterNanos(WaitStrategy.SPIN.times(2, 2))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldKeepItsCoreForAWhileAfterAnotherProgramHasTakenIt() {
        IdleStrategy idleStrategy = new IdleStrategy(WaitStrategy.ADAPTIVE);
        long now = System.nanoTime() + 1;
        assertThat(idleStrategy.mayYield(now)).isTrue();
        var _ = idleStrategy.yielded(now, IdleStrategy.LONG_YIELD_NANOS - 1);
        assertThat(idleStrategy.mayYield(now)).isTrue();
        var _ = idleStrategy.yielded(now, 4_000_000);
        assertThat(idleStrategy.mayYield(now + 20 * 4_000_000)).isFalse();
        assertThat(idleStrategy.mayYield(now + 21 * 4_000_000)).isTrue();
    }
}
