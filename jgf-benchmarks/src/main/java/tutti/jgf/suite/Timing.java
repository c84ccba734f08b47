package tutti.jgf.suite;

import java.io.Serializable;

/**
 * What one timer measured.
 *
 * @param timer the timer's name without section and benchmark, for example {@code Kernel}, {@code Run} or {@code
 *     Double}
 * @param unit what is counted, in the plural, as in {@code coefficients}
 * @param operations how many of them
 * @param seconds wall-clock time that they took
 * @param arraySize length of the arrays that were sent, or 0 if that is no part of the benchmark
 */
public record Timing(String timer, String unit, double operations, double seconds, int arraySize)
        implements Serializable {

    /** Makes a timing of a benchmark in which lengths of arrays do not matter. */
    public Timing(String timer, String unit, double operations, double seconds) {
        this(timer, unit, operations, seconds, 0);
    }

    /** Returns the operations in each second; the suite calls it performance. */
    public double perSecond() {
        return operations / seconds;
    }
}
