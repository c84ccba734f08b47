package tutti.jgf;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.jgf.suite.Size;

/**
 * The suite's own lines: a header for each section, size and number of members, and then a line for each timer.
 *
 * <p>That a result is valid is not said. A failure is, with its values.
 */
final class SuiteOutput implements Output {
    private final PrintWriter out;
    private final Map<Group, List<Result>> groups = new TreeMap<>();

    SuiteOutput(PrintWriter out) {
        this.out = out;
    }

    /** What shares a header. */
    private record Group(int section, @Nullable Size size, int members) implements Comparable<Group> {

        @Override
        public int compareTo(Group other) {
            return order().compareTo(other.order());
        }

        private String order() {
            return "%d %s %10d".formatted(section, size == null ? "" : size, members);
        }

        String header() {
            return "Java Grande Forum MPJ Benchmark Suite - Version 1.0 - Section %d%s%nExecuting on %d process%s%n"
                    .formatted(section, size == null ? "" : " - Size " + size, members, members == 1 ? "" : "es");
        }
    }

    /** A header is of all benchmarks of a run, while results come one benchmark after the other: so they are kept. */
    @Override
    public void add(Result result) {
        Group group = new Group(result.section(), result.size(), result.members());
        groups.computeIfAbsent(group, key -> new ArrayList<>()).add(result);
    }

    @Override
    public void end() {
        groups.forEach((group, results) -> {
            out.println(group.header());
            results.forEach(this::print);
            out.println();
        });
        out.flush();
    }

    private void print(Result result) {
        for (TimerResult timer : result.timers()) {
            out.println(result.section() == 1 ? lowLevel(result, timer) : sized(result, timer));
        }
        if (!result.valid()) {
            out.println("Validation failed");
            result.failures().forEach(out::println);
        }
    }

    private static String lowLevel(Result result, TimerResult timer) {
        String line = "%-40s\t%s\t (%s/s)".formatted(name(result, timer), perSecond(timer), timer.unit());
        return timer.arraySize() == null ? line : line + "\t Array Size = " + timer.arraySize();
    }

    private static String sized(Result result, TimerResult timer) {
        return "%s:Size%s\t%s (s) \t %s\t (%s/s)"
                .formatted(name(result, timer), result.size(), timer.medianSeconds(), perSecond(timer), timer.unit());
    }

    private static String name(Result result, TimerResult timer) {
        String benchmark = "Section%d:%s".formatted(result.section(), result.benchmark());
        return timer.timer().isEmpty() ? benchmark : benchmark + ":" + timer.timer();
    }

    private static String perSecond(TimerResult timer) {
        Double perSecond = timer.perSecond();
        return perSecond == null ? "NaN" : String.format(Locale.ROOT, "%s", perSecond.floatValue());
    }
}
