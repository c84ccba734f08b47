package tutti.nas;

import java.io.PrintWriter;
import java.util.Locale;

/** The suite's own lines, as scripts read them: a block for each result. The suite's processes are members here. */
final class SuiteOutput implements Output {
    private final PrintWriter out;

    SuiteOutput(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void add(Result result) {
        out.println();
        out.println(" %s Benchmark Completed.".formatted(result.kernel()));
        line("Class", result.problemClass());
        line("Size", result.size());
        line("Iterations", result.iterations());
        line("Time in seconds", twoDigits(result.medianSeconds()));
        line("Total processes", result.members());
        line("Mop/s total", twoDigits(result.operationsPerMicrosecond()));
        line("Mop/s/process", twoDigits(result.operationsPerMicrosecond() / result.members()));
        line("Operation type", result.operationType());
        line("Verification", result.verified() ? "SUCCESSFUL" : "UNSUCCESSFUL");
        result.failures().forEach(failure -> out.println(" " + failure));
        out.flush();
    }

    private static String twoDigits(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private void line(String name, Object value) {
        out.println(" %-15s = %24s".formatted(name, value));
    }

    @Override
    public void end() {}
}
