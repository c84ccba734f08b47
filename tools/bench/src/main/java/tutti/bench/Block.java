package tutti.bench;

import java.util.Locale;

/**
 * Some iterations of one benchmark, which are timed together.
 *
 * @param bytes size of one value; 0 for a barrier
 * @param isFresh whether each iteration writes every cache line of what it sends, and reads every one of what it has
 *     received; else the ends
 */
record Block(Benchmark benchmark, PayloadKind payload, int bytes, int iterations, Mode mode, boolean isFresh) {
    private static final int WORDS = 6;
    private static final String FRESH = "fresh";
    private static final String WARM = "warm";

    /** What is done with each iteration. */
    enum Mode {
        /** Every value is checked whole. */
        CHECKED,
        /** Only what was written is checked, and the last value whole after the time is taken. */
        TIMED,
        /** The same, and every iteration is timed alone. */
        SINGLE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Reads what {@link #toString} wrote. */
    static Block parse(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != WORDS) {
            throw new IllegalArgumentException("no block: line=" + line);
        }
        return new Block(
                Benchmark.of(words[0]),
                PayloadKind.of(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                Mode.valueOf(words[4].toUpperCase(Locale.ROOT)),
                words[5].equals(FRESH));
    }

    boolean checksAll() {
        return mode == Mode.CHECKED;
    }

    /** Tells whether every iteration is timed alone. */
    boolean timesEach() {
        return mode == Mode.SINGLE;
    }

    /** Returns the same with another number of iterations. */
    Block with(int newIterations) {
        return new Block(benchmark, payload, bytes, newIterations, mode, isFresh);
    }

    /** Returns the same with iterations that are timed alone, at most so many. */
    Block singles(int most) {
        return new Block(benchmark, payload, bytes, Math.min(iterations, most), Mode.SINGLE, isFresh);
    }

    /** Returns the line by which a job is told to run this. */
    @Override
    public String toString() {
        return "%s %s %d %d %s %s".formatted(benchmark, payload, bytes, iterations, mode, isFresh ? FRESH : WARM);
    }
}
