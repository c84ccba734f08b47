package tutti.examples.support;

import java.io.Serializable;
import java.util.Locale;

/**
 * How long members took; those of several merge.
 *
 * @param nanos time of the computation and its communication, of the slowest member
 * @param communicationNanos time inside communication calls, of the member that was there longest
 * @param communicationSumNanos the same, of all members
 * @param members how many members this is of
 */
public record Times(long nanos, long communicationNanos, long communicationSumNanos, int members)
        implements Serializable {
    /** Returns the times of one member. */
    public static Times of(long nanos, long communicationNanos) {
        return new Times(nanos, communicationNanos, communicationNanos, 1);
    }

    /** Returns the times of both. */
    public Times merge(Times other) {
        return new Times(
                Math.max(nanos, other.nanos),
                Math.max(communicationNanos, other.communicationNanos),
                communicationSumNanos + other.communicationSumNanos,
                members + other.members);
    }

    /** Returns the time inside communication calls of the mean member. */
    public double communicationMeanNanos() {
        return (double) communicationSumNanos / members;
    }

    /** Returns the line of a report that says how long it took. */
    public String line() {
        return String.format(Locale.ROOT, "time: %.3f s", nanos / 1e9);
    }

    /** Returns the line of a report that says how much of that was communication. */
    public String communicationLine() {
        return String.format(
                Locale.ROOT,
                "communication: %.3f s in the slowest member, %.3f s in the mean one",
                communicationNanos / 1e9,
                communicationMeanNanos() / 1e9);
    }
}
