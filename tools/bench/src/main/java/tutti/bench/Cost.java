package tutti.bench;

import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * What a block took.
 *
 * @param allocatedBytes bytes of heap that all JVMs of the job allocated together; null if the system does not say
 */
record Cost(long nanos, @Nullable Long allocatedBytes) {
    private static final String ALLOCATED = " allocated ";

    /** Reads what {@link #toString} wrote. */
    static Cost parse(String text) {
        int at = text.indexOf(ALLOCATED);
        return at < 0
                ? new Cost(Long.parseLong(text), null)
                : new Cost(
                        Long.parseLong(text.substring(0, at)), Long.valueOf(text.substring(at + ALLOCATED.length())));
    }

    /** Returns how many bytes of heap all threads of this JVM have allocated until now. */
    static long allocatedHere() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class)
                .getTotalThreadAllocatedBytes();
    }

    @Override
    public String toString() {
        return allocatedBytes == null ? Long.toString(nanos) : nanos + ALLOCATED + allocatedBytes;
    }
}
