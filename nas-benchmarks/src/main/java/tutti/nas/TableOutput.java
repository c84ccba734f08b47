package tutti.nas;

import java.io.PrintWriter;
import java.util.Locale;

/** A line for each result, under one heading. */
final class TableOutput implements Output {
    private final PrintWriter out;
    private boolean begun;

    TableOutput(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void add(Result result) {
        if (!begun) {
            line("kernel", "class", "members", "jvms", "seconds", "Mop/s", "speed-up", "");
            begun = true;
        }
        line(
                result.kernel(),
                result.problemClass(),
                result.members(),
                result.jvms(),
                decimal("%.4f", result.medianSeconds()),
                decimal("%.2f", result.operationsPerMicrosecond()),
                result.speedUp() == null ? "" : decimal("%.2f", result.speedUp()),
                result.verified() ? "verified" : "WRONG");
        result.failures().forEach(failure -> out.println("  " + failure));
        out.flush();
    }

    private static String decimal(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private void line(Object... values) {
        out.println("%-6s  %-5s %8s %5s %11s %11s %9s  %s".formatted(values).stripTrailing());
    }

    @Override
    public void end() {}
}
