package tutti.bench;

import picocli.CommandLine.Option;

/** Options of {@code tutti bench} that say what else is measured beside the means of blocks. */
final class DetailOptions {
    @Option(
            names = "--fresh",
            description = "Each iteration writes every cache line of what it sends, and reads every one of what it"
                    + " received; else it does so with the ends.")
    private boolean fresh;

    @Option(
            names = "--cold",
            paramLabel = "N",
            description = "Jobs, for each contender and size, of which only the first operation is timed"
                    + " (default: ${DEFAULT-VALUE}).")
    private int coldStarts = 1;

    @Option(names = "--no-singles", description = "Leaves out the blocks in which each operation is timed alone.")
    private boolean withoutSingles;

    /** Takes the defaults. */
    DetailOptions() {}

    void check(JobOptions options) {
        options.refuseIf(coldStarts < 0, "a number of jobs cannot be negative: cold=%d".formatted(coldStarts));
    }

    boolean fresh() {
        return fresh;
    }

    Pace of(Pace pace) {
        return new Pace(pace.warmUp(), pace.blocks(), pace.block(), coldStarts, !withoutSingles);
    }
}
