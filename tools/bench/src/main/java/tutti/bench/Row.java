package tutti.bench;

import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/**
 * One result; the components are the names in JSON and CSV.
 *
 * @param transport what this system's data went through
 * @param jvms processes in which the members lived
 * @param threads kind of Tutti's threads; null for a peer
 * @param singleP50Micros half of the single operations took at most so long, at the slowest member each; null if none
 *     was timed alone
 * @param singleP99Micros 99 of 100 single operations, likewise
 * @param slowestRankMicros median over the blocks, at the slowest member each; null if only two take part
 * @param firstMicros the first operation of a job; null if not measured
 * @param load busy threads beside the benchmark
 * @param fresh whether each iteration wrote what it sent, and read what it received
 * @param megabytesPerSecond millions of bytes, of all pairs in both directions; null unless the benchmark is one of
 *     bandwidth
 * @param messagesPerSecond of all pairs, as above
 * @param allocatedBytes of the heaps of all JVMs together, for each operation; null for a peer
 * @param handOffNanos a cache line's way between two processors while the blocks ran, median; null if not measured
 * @param ratioToPeer Tutti's time by the peer's; in Tutti's row the peer is the first one, in a peer's row that one
 */
record Row(
        String benchmark,
        String system,
        String transport,
        int members,
        int jvms,
        @Nullable String threads,
        String payload,
        int bytes,
        double medianMicros,
        double p10Micros,
        double p90Micros,
        double minMicros,
        @Nullable Double singleP50Micros,
        @Nullable Double singleP99Micros,
        @Nullable Double slowestRankMicros,
        @Nullable Double firstMicros,
        int blocks,
        int load,
        boolean fresh,
        @Nullable Double megabytesPerSecond,
        @Nullable Double messagesPerSecond,
        @Nullable Double allocatedBytes,
        @Nullable Double handOffNanos,
        @Nullable Double ratioToPeer) {
    private static final MathContext PRECISION = new MathContext(5);
    private static final double LOW = 0.1;
    private static final double HIGH = 0.9;
    private static final double MIDDLE = 0.5;
    private static final double NEARLY_ALL = 0.99;
    private static final double NANOS_PER_MICRO = 1000;
    private static final double MICROS_PER_SECOND = 1e6;

    static Row of(
            Benchmark benchmark,
            Contender contender,
            Setup setup,
            int bytes,
            Measured measured,
            @Nullable Double firstMicros,
            @Nullable Double ratioToPeer) {
        boolean rates = benchmark.isWindowed();
        Samples samples = measured.micros();
        Samples allocated = measured.allocatedBytes();
        double median = samples.median();
        Durations singles = measured.singles();
        double nanos = NANOS_PER_MICRO * benchmark.operations(setup.members());
        return new Row(
                benchmark.toString(),
                contender.label(),
                contender.transport(setup),
                setup.members(),
                contender.processes(setup),
                contender instanceof Tutti ? (setup.virtualThreads() ? "virtual" : "platform") : null,
                setup.payload().toString(),
                bytes,
                rounded(median),
                rounded(samples.quantile(LOW)),
                rounded(samples.quantile(HIGH)),
                rounded(samples.min()),
                singles == null ? null : rounded(singles.nanos(MIDDLE) / nanos),
                singles == null ? null : rounded(singles.nanos(NEARLY_ALL) / nanos),
                measured.slowestMicros() == null
                        ? null
                        : rounded(measured.slowestMicros().median()),
                firstMicros == null ? null : rounded(firstMicros),
                samples.values().size(),
                setup.load(),
                setup.fresh(),
                rates ? rounded(bytes / median) : null,
                rates ? rounded(MICROS_PER_SECOND / median) : null,
                allocated == null ? null : rounded(allocated.median()),
                measured.handOffNanos() == null
                        ? null
                        : rounded(measured.handOffNanos().median()),
                ratioToPeer == null ? null : rounded(ratioToPeer));
    }

    private static double rounded(double value) {
        return new BigDecimal(value).round(PRECISION).doubleValue();
    }

    /** Says for people how the row was measured, as far as the rows of one table have that in common. */
    String conditions() {
        return "%d members, payload %s, %d blocks%s%s"
                .formatted(members, payload, blocks, fresh ? ", fresh" : "", load == 0 ? "" : ", load " + load);
    }
}
