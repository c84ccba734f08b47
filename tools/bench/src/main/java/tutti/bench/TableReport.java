package tutti.bench;

import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Columns for people, with a title wherever something else than the size changes. */
final class TableReport implements Report {
    private final PrintWriter out;
    private @Nullable String title;

    TableReport(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void add(Row row) {
        String of = "%s: %s; microseconds per operation".formatted(row.benchmark(), row.conditions());
        if (!of.equals(title)) {
            out.println((title == null ? "" : System.lineSeparator()) + of);
            line(
                    "bytes",
                    "system",
                    "transport",
                    "jvms",
                    "median",
                    "p10",
                    "p90",
                    "min",
                    "one p50",
                    "one p99",
                    "slowest",
                    "first",
                    "MB/s",
                    "alloc B",
                    "line ns",
                    "ratio");
            title = of;
        }
        line(
                Integer.toString(row.bytes()),
                row.system(),
                row.transport(),
                Integer.toString(row.jvms()),
                number(row.medianMicros()),
                number(row.p10Micros()),
                number(row.p90Micros()),
                number(row.minMicros()),
                number(row.singleP50Micros()),
                number(row.singleP99Micros()),
                number(row.slowestRankMicros()),
                number(row.firstMicros()),
                number(row.megabytesPerSecond()),
                number(row.allocatedBytes()),
                number(row.handOffNanos()),
                number(row.ratioToPeer()));
        out.flush();
    }

    @Override
    public void end() {}

    private void line(Object... values) {
        out.printf(
                Locale.ROOT, "%10s  %-8s %-13s %5s %10s %10s %10s %10s %10s %10s %10s %10s %10s %9s %8s %8s%n", values);
    }

    private static String number(@Nullable Double value) {
        return value == null ? "" : String.format(Locale.ROOT, value < 100 ? "%.3f" : "%.1f", value);
    }
}
