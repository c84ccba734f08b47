package tutti.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * Measures how long a cache line takes from one processor to another: half of a round trip between two threads that
 * spin.
 *
 * <p>Every exchange between members is made of such hand-offs. Where the processors of a virtual machine move between
 * the cores of its host, they take several times as long at some times as at others, and so does what is measured then.
 */
final class HandOff {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int MIDDLE = 16; // words on both sides, so that nothing else lies in the line
    private static final int ROUNDS = 1000;
    private static final int SAMPLES = 5;
    private static final int WARM_UPS = 20;
    private static final int SPINS_PER_TIME_CHECK = 1024;
    private static final long LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static int warmUps;

    private final long[] words = new long[2 * MIDDLE];
    private volatile boolean ended;

    private HandOff() {}

    /** Lets the compiler see the loop, once, so that the next call of {@link #nanos} measures the machine. */
    static synchronized void warmUp() throws InterruptedException {
        for (; warmUps < WARM_UPS; warmUps++) {
            var _ = nanos();
        }
    }

    /** Returns nanoseconds; nothing where two threads do not run at the same time. */
    static OptionalDouble nanos() throws InterruptedException {
        if (Runtime.getRuntime().availableProcessors() < 2) {
            return OptionalDouble.empty();
        }
        HandOff handOff = new HandOff();
        Thread partner =
                Thread.ofPlatform().daemon().name("tutti-bench-hand-off").start(handOff::answer);
        try {
            return handOff.ask();
        } finally {
            handOff.ended = true;
            partner.join();
        }
    }

    private OptionalDouble ask() {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        List<Double> samples = new ArrayList<>();
        long asked = 0;
        for (int s = 0; s < SAMPLES; s++) {
            long begun = System.nanoTime();
            for (int round = 0; round < ROUNDS; round++) {
                asked += 2;
                WORD.setRelease(words, MIDDLE, asked - 1);
                if (!awaitAnswer(asked, deadline)) {
                    return OptionalDouble.empty();
                }
            }
            samples.add((System.nanoTime() - begun) / 2.0 / ROUNDS);
        }
        return OptionalDouble.of(new Samples(samples).median());
    }

    private boolean awaitAnswer(long answer, long deadline) {
        for (int spins = 1; (long) WORD.getAcquire(words, MIDDLE) != answer; spins++) {
            if (spins % SPINS_PER_TIME_CHECK == 0 && System.nanoTime() - deadline > 0) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    /** Makes each odd number even. */
    private void answer() {
        while (true) {
            long seen = (long) WORD.getAcquire(words, MIDDLE);
            if (seen % 2 == 1) {
                WORD.setRelease(words, MIDDLE, seen + 1);
            } else if (ended) {
                return;
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
