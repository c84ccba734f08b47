package tutti.examples.asp;

/**
 * The largest graph whose distances fit the heap.
 *
 * @param vertices number of vertices
 * @param heapBytes heap of this JVM
 * @param verify whether the limit is that of a run that verifies
 */
record SizeLimit(int vertices, long heapBytes, boolean verify) {
    private static final double USABLE = 0.8;

    /** Computes the limit of a JVM that holds so many bytes for each pair of vertices. */
    static SizeLimit of(long heapBytes, double bytesPerPair, boolean verify) {
        double vertices = Math.sqrt(USABLE * heapBytes / bytesPerPair);
        return new SizeLimit((int) Math.min(vertices, Integer.MAX_VALUE - 8), heapBytes, verify);
    }

    /** Returns what to say of a graph with more vertices. */
    String complaint(int size) {
        return "vertices=%d is too large, limit=%d in a heap of %d MiB; use a larger heap (tutti run -J-Xmx8g ...) or %s"
                .formatted(size, vertices, heapBytes >> 20, verify ? "do without --verify" : "more JVMs");
    }
}
