package tutti.bench;

import org.jspecify.annotations.Nullable;

/**
 * The blocks of one contender for one size.
 *
 * @param micros microseconds of each operation
 * @param allocatedBytes bytes of heap that each operation allocates in all JVMs together; null if the system does not
 *     say
 * @param slowestMicros microseconds of each operation at the slowest member; null if only two take part
 * @param handOffNanos how long cache lines took between processors meanwhile ({@link HandOff}); null if not measured
 * @param singles the times of single iterations; null if none was timed alone
 */
record Measured(
        Samples micros,
        @Nullable Samples allocatedBytes,
        @Nullable Samples slowestMicros,
        @Nullable Samples handOffNanos,
        @Nullable Durations singles) {}
