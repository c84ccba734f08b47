package tutti.examples.support;

/** Refuses what does not fit this JVM's heap, before it is tried. */
public final class Heap {
    private static final double USABLE = 0.8;

    private Heap() {}

    /**
     * Checks that so many bytes fit.
     *
     * @param what needs them, for the message
     */
    public static void require(String what, double bytes) throws InputException {
        long heapBytes = Runtime.getRuntime().maxMemory();
        if (bytes > USABLE * heapBytes) {
            throw new InputException(
                    "%s is too large: needs %.0f MiB, limit=%.0f MiB in a heap of %d MiB; use a larger heap (tutti run -J-Xmx8g ...)"
                            .formatted(what, bytes / (1 << 20), USABLE * heapBytes / (1 << 20), heapBytes / (1 << 20)));
        }
    }
}
