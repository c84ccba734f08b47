package tutti.bench;

import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * What a block took.
 *
 * @param allocatedBytes bytes of heap that all JVMs of the job allocated together; null if the system does not say
 * @param slowestNanos what the slowest member took, without the barrier at the end; null if only two take part
 * @param singles the times of the iterations, of the slowest member each; null unless each was timed
 */
record Cost(
        long nanos,
        @Nullable Long allocatedBytes,
        @Nullable Long slowestNanos,
        @Nullable Durations singles) {
    private static final String ALLOCATED = " allocated ";
    private static final String SLOWEST = " slowest ";
    private static final String SINGLES = " singles ";

    /** Returns the cost of a block of two members. */
    static Cost ofPair(long nanos, Loop<?> loop) {
        return new Cost(nanos, null, null, loop.timesEach() ? Durations.of(loop.singleNanos()) : null);
    }

    /** Reads what {@link #toString} wrote. */
    static Cost parse(String text) {
        String allocated = word(text, ALLOCATED);
        String slowest = word(text, SLOWEST);
        String singles = word(text, SINGLES);
        return new Cost(
                Long.parseLong(text.split(" ", 2)[0]),
                allocated == null ? null : Long.valueOf(allocated),
                slowest == null ? null : Long.valueOf(slowest),
                singles == null ? null : Durations.parse(singles));
    }

    private static @Nullable String word(String text, String name) {
        int at = text.indexOf(name);
        return at < 0 ? null : text.substring(at + name.length()).split(" ", 2)[0];
    }

    /** Returns how many bytes of heap all threads of this JVM have allocated until now. */
    static long allocatedHere() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class)
                .getTotalThreadAllocatedBytes();
    }

    @Override
    public String toString() {
        return nanos
                + (allocatedBytes == null ? "" : ALLOCATED + allocatedBytes)
                + (slowestNanos == null ? "" : SLOWEST + slowestNanos)
                + (singles == null ? "" : SINGLES + singles);
    }
}
