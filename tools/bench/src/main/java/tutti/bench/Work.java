package tutti.bench;

import java.time.Duration;

/**
 * Computing that takes a processor some time; by their number the same steps each time, so that it takes longer if
 * others have the processor.
 *
 * @param steps of which each needs the result of the one before
 */
record Work(long steps) {
    /** No work at all. */
    static final Work NONE = new Work(0);

    private static final int TRIALS = 5;
    private static final int TRIAL_STEPS = 100_000;

    /** Returns work that takes so long if nothing else has the processor, by the fastest of some trials. */
    static Work of(Duration length) {
        long least = Long.MAX_VALUE;
        Work trial = new Work(TRIAL_STEPS);
        for (int i = 0; i < TRIALS; i++) {
            long begin = System.nanoTime();
            trial.run();
            least = Math.min(least, Math.max(1, System.nanoTime() - begin));
        }
        return new Work((long) ((double) TRIAL_STEPS * length.toNanos() / least));
    }

    /** Does it. */
    void run() {
        double value = steps;
        for (long i = 0; i < steps; i++) {
            value = value * 0.999 + 1;
        }
        if (Double.isNaN(value)) {
            throw new IllegalStateException("never; but the compiler cannot know");
        }
    }
}
