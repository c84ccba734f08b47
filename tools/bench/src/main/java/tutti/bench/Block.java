package tutti.bench;

/**
 * Some iterations of one benchmark, which are timed together.
 *
 * @param bytes size of one value; 0 for a barrier
 * @param checksAll whether every value is checked whole, else its ends, and the last one whole after the time is taken
 */
record Block(Benchmark benchmark, PayloadKind payload, int bytes, int iterations, boolean checksAll) {
    private static final int WORDS = 5;
    private static final String ALL = "all";
    private static final String ENDS = "ends";

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
                words[4].equals(ALL));
    }

    /** Returns the same with another number of iterations. */
    Block with(int newIterations) {
        return new Block(benchmark, payload, bytes, newIterations, checksAll);
    }

    /** Returns the line by which a job is told to run this. */
    @Override
    public String toString() {
        return "%s %s %d %d %s".formatted(benchmark, payload, bytes, iterations, checksAll ? ALL : ENDS);
    }
}
