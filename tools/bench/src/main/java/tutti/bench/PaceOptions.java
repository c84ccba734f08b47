package tutti.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options that say how {@code tutti bench} and {@code tutti bench tune} take times. */
final class PaceOptions {
    @Option(
            names = "--blocks",
            paramLabel = "N",
            description = "Blocks that count, of each contender (default: ${DEFAULT-VALUE}).")
    private int blocks;

    @Option(
            names = "--block-millis",
            paramLabel = "MILLIS",
            description = "About how long a block takes (default: ${DEFAULT-VALUE}).")
    private int blockMillis;

    @Option(
            names = "--warmup",
            paramLabel = "SECONDS",
            description =
                    "Length of a warm-up, for each contender and size; one follows the other until two have not been"
                            + " faster (default: ${DEFAULT-VALUE}).")
    private double warmUpSeconds;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Longest time for the start of a job or one block (default: ${DEFAULT-VALUE}).")
    private double timeoutSeconds = 60;

    @Option(
            names = "--load",
            paramLabel = "N",
            description = "Busy threads beside the benchmark, as other programs on the host (default: 0).")
    private int load;

    @Option(
            names = "--setting",
            paramLabel = "NAME=VALUE",
            description = "Setting of Tutti's jobs, without its prefix --tutti-. May be repeated.")
    private List<String> settings = new ArrayList<>();

    /** Takes the defaults. */
    PaceOptions(int blocks, int blockMillis, double warmUpSeconds) {
        this.blocks = blocks;
        this.blockMillis = blockMillis;
        this.warmUpSeconds = warmUpSeconds;
    }

    void check(JobOptions options) {
        options.refuseIf(blocks < 1, "at least one block must count: blocks=%d".formatted(blocks));
        options.refuseIf(blockMillis < 1, "a block must take some time: block-millis=%d".formatted(blockMillis));
        options.refuseIf(!(warmUpSeconds >= 0), "a warm-up cannot be negative: warmup=%s".formatted(warmUpSeconds));
        options.refuseIf(!(timeoutSeconds > 0), "the timeout must be positive: timeout=%s".formatted(timeoutSeconds));
        options.refuseIf(load < 0, "a load cannot be negative: load=%d".formatted(load));
    }

    Pace pace() {
        return new Pace(JobOptions.seconds(warmUpSeconds), blocks, Duration.ofMillis(blockMillis), 0, false);
    }

    Duration timeout() {
        return JobOptions.seconds(timeoutSeconds);
    }

    int load() {
        return load;
    }

    List<String> settings() {
        return settings;
    }
}
