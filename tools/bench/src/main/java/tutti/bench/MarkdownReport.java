package tutti.bench;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A table in Markdown, for pages: a line for each of Tutti's rows, with the peers' at its end. */
final class MarkdownReport implements Report {
    private static final MathContext PRECISION = new MathContext(3);
    private static final int MANY = 1000;
    private static final String NONE = "–";

    private final PrintWriter out;
    private final List<Row> peers = new ArrayList<>(); // of Tutti's row
    private @Nullable Row tutti;
    private @Nullable String title;

    MarkdownReport(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void add(Row row) {
        if (row.threads() == null) {
            peers.add(row);
            return;
        }
        end();
        tutti = row;
    }

    @Override
    public void end() {
        Row own = tutti;
        Row any = own != null ? own : peers.isEmpty() ? null : peers.getFirst();
        if (any != null) {
            writeTitle(any);
            write(
                    any.benchmark(),
                    own == null ? NONE : way(own),
                    size(any.bytes()),
                    own == null ? NONE : time(own),
                    own == null ? NONE : pair(own.singleP50Micros(), own.singleP99Micros()),
                    own == null ? NONE : number(own.slowestRankMicros(), 1),
                    own == null ? NONE : number(own.firstMicros(), MANY),
                    number(any.handOffNanos(), 1),
                    peers.isEmpty()
                            ? NONE
                            : String.join(
                                    "; ",
                                    peers.stream().map(MarkdownReport::peer).toList()));
            out.flush();
        }
        tutti = null;
        peers.clear();
    }

    private void writeTitle(Row row) {
        String of = row.conditions() + ":";
        if (!of.equals(title)) {
            out.println((title == null ? "" : System.lineSeparator()) + of + System.lineSeparator());
            write(
                    "benchmark",
                    "way",
                    "size",
                    "Tutti, µs (10–90 %)",
                    "single: median, 99 %",
                    "slowest",
                    "first, ms",
                    "line, ns",
                    "peer, µs: **ratio**");
            out.println("|---|---|---|---|---|---|---|---|---|");
            title = of;
        }
    }

    private void write(String... cells) {
        out.println("| " + String.join(" | ", cells) + " |");
    }

    private static String way(Row row) {
        return row.jvms() == 1 ? "one JVM" : "%d JVMs, %s".formatted(row.jvms(), row.transport());
    }

    private static String size(int bytes) {
        return bytes == 0 ? NONE : Sizes.text(bytes);
    }

    private static String time(Row row) {
        return "%s (%s–%s)"
                .formatted(number(row.medianMicros(), 1), number(row.p10Micros(), 1), number(row.p90Micros(), 1));
    }

    private static String pair(@Nullable Double median, @Nullable Double nearlyAll) {
        return median == null ? NONE : number(median, 1) + ", " + number(nearlyAll, 1);
    }

    private static String peer(Row row) {
        Double ratio = row.ratioToPeer();
        return "%s %s%s".formatted(row.system(), time(row), ratio == null ? "" : ": **" + number(ratio, 1) + "**");
    }

    /** Returns a number with three digits that count. */
    private static String number(@Nullable Double value, int divisor) {
        if (value == null) {
            return NONE;
        }
        BigDecimal rounded = BigDecimal.valueOf(value / divisor).round(PRECISION);
        int decimals = rounded.scale() + PRECISION.getPrecision() - rounded.precision(); // 0.2 has one digit, not three
        return String.format(Locale.ROOT, "%,." + Math.max(0, decimals) + "f", rounded);
    }
}
