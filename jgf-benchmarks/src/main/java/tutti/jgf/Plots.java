package tutti.jgf;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.charts.LineChart;

/**
 * Charts of what a report shows: speed-ups over members for each size, and rates over lengths of arrays for each unit.
 */
final class Plots {
    private Plots() {}

    /** Returns the charts by their names. */
    static Map<String, LineChart> of(List<Result> results) {
        Map<String, LineChart> charts = new LinkedHashMap<>();
        for (Result result : results) {
            for (TimerResult timer : result.timers()) {
                add(result, timer, charts);
            }
        }
        return charts;
    }

    private static void add(Result result, TimerResult timer, Map<String, LineChart> charts) {
        String series = timer.timer().equals("Kernel") ? result.benchmark() : result.benchmark() + " " + timer.timer();
        if (timer.speedUp() != null) {
            charts.computeIfAbsent(
                            "speed-up-" + result.size(),
                            name -> new LineChart("Speed-up, size " + result.size(), "members", "speed-up"))
                    .add(series, result.members(), timer.speedUp());
        }
        if (timer.arraySize() != null && timer.perSecond() != null) {
            String of = "%s-%d".formatted(timer.unit(), result.members());
            charts.computeIfAbsent(
                            of,
                            name -> new LineChart(
                                    "Section 1, %d members".formatted(result.members()),
                                    "array size",
                                    timer.unit() + " per second"))
                    .add(series, timer.arraySize(), timer.perSecond());
        }
    }
}
