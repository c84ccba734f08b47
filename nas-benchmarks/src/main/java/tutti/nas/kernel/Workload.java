package tutti.nas.kernel;

/**
 * How much a kernel has to do, as the suite counts it.
 *
 * @param size of the problem, for people
 * @param operations how many are counted for the rate
 * @param unit what is counted, in the suite's words
 */
public record Workload(String size, int iterations, double operations, String unit) {
    /** What is counted where most operations are additions and multiplications. */
    public static final String FLOATING_POINT = "floating point";
}
