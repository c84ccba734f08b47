package tutti.jgf.suite;

import org.jspecify.annotations.Nullable;

/**
 * How a benchmark is run; every member has the same.
 *
 * @param size size of the problem; section 1 ignores it
 * @param stepSeconds time that each step of section 1 is to take; the other sections ignore it
 * @param largestArray length of the longest arrays of section 1; the other sections ignore it
 * @param hitData file with the prices that MonteCarlo reads, or null for prices that it generates
 * @param picture file into which RayTracer writes its picture, or null
 */
public record Settings(
        Size size,
        double stepSeconds,
        int largestArray,
        @Nullable String hitData,
        @Nullable String picture) {
    public static final double SHORT_STEP = 0.2;

    /** Returns settings for a size, all else as it is by default. */
    public static Settings of(Size size) {
        return new Settings(size, SHORT_STEP, Integer.MAX_VALUE, null, null);
    }
}
