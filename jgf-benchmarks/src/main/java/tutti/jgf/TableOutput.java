package tutti.jgf;

import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Columns for people, with a title wherever the benchmark or the size changes. */
final class TableOutput implements Output {
    private final PrintWriter out;
    private @Nullable String title;

    TableOutput(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void add(Result result) {
        if (!result.title().equals(title)) {
            out.println((title == null ? "" : System.lineSeparator()) + result.title());
            line("members", "jvms", "timer", "array", "seconds", "spread", "rate", "", "speed-up", "");
            title = result.title();
        }
        for (TimerResult timer : result.timers()) {
            line(
                    Integer.toString(result.members()),
                    Integer.toString(result.jvms()),
                    timer.timer(),
                    timer.arraySize() == null ? "" : timer.arraySize().toString(),
                    Numbers.seconds(timer.medianSeconds()),
                    Numbers.percent(timer.spread()),
                    Numbers.rate(timer.perSecond()),
                    timer.unit() + "/s",
                    Numbers.ratio(timer.speedUp()),
                    result.valid() ? "valid" : "WRONG");
        }
        result.failures().forEach(failure -> out.println("  " + failure));
        out.flush();
    }

    @Override
    public void end() {}

    private void line(Object... values) {
        String line = String.format(Locale.ROOT, "%8s %5s  %-7s %8s %11s %7s %14s %-16s %8s  %s", values);
        out.println(line.stripTrailing());
    }
}
