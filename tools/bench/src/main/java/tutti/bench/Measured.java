package tutti.bench;

import org.jspecify.annotations.Nullable;

/**
 * The blocks of one contender for one size.
 *
 * @param micros microseconds of each operation
 * @param allocatedBytes bytes of heap that each operation allocates in all JVMs together; null if the system does not
 *     say
 */
record Measured(Samples micros, @Nullable Samples allocatedBytes) {}
