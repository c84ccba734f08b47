package tutti.report;

import com.google.gson.JsonObject;
import java.util.function.Predicate;

/** Reads what {@code tutti bench} prints. */
final class Bench {
    private Bench() {}

    /** Tells whether a row is that of a system, a number of members and a size. */
    static Predicate<JsonObject> of(String system, int members, int bytes) {
        return row -> row.get("system").getAsString().equals(system)
                && row.get("members").getAsInt() == members
                && row.get("bytes").getAsInt() == bytes;
    }

    /** Returns the median in microseconds; the spread is from the 10th to the 90th percentile. */
    static Cell median(JsonObject row) {
        return median(row, 1);
    }

    /** Returns the same in another unit, by what a microsecond is in it. */
    static Cell median(JsonObject row, double unit) {
        double median = row.get("medianMicros").getAsDouble();
        double spread =
                row.get("p90Micros").getAsDouble() - row.get("p10Micros").getAsDouble();
        return Cell.measured(median * unit, spread / median);
    }
}
