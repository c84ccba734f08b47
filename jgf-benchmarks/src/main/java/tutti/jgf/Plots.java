package tutti.jgf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;
import tutti.bench.ChartFile;

/** Draws what a report shows: speed-ups over members for each size, and rates over lengths of arrays for each unit. */
final class Plots {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 500;

    private final Path report;

    Plots(Path report) {
        this.report = report;
    }

    /** Returns the names of the files, which lie beside the report's. */
    List<Path> write(List<Result> results) {
        Map<String, Plot> plots = new LinkedHashMap<>();
        for (Result result : results) {
            for (TimerResult timer : result.timers()) {
                add(result, timer, plots);
            }
        }
        List<Path> files = new ArrayList<>();
        plots.forEach((name, plot) -> {
            if (plot.isLine()) {
                files.add(write(name, plot));
            }
        });
        return files;
    }

    private static void add(Result result, TimerResult timer, Map<String, Plot> plots) {
        String series = timer.timer().equals("Kernel") ? result.benchmark() : result.benchmark() + " " + timer.timer();
        if (timer.speedUp() != null) {
            plots.computeIfAbsent(
                            "speed-up-" + result.size(),
                            name -> new Plot("Speed-up, size " + result.size(), "members", "speed-up", styler -> {}))
                    .add(series, result.members(), timer.speedUp());
        }
        if (timer.arraySize() != null && timer.perSecond() != null) {
            String of = "%s-%d".formatted(timer.unit(), result.members());
            plots.computeIfAbsent(
                            of,
                            name -> new Plot(
                                    "Section 1, %d members".formatted(result.members()),
                                    "array size",
                                    timer.unit() + " per second",
                                    Plots::logarithmic))
                    .add(series, timer.arraySize(), timer.perSecond());
        }
    }

    private static void logarithmic(XYStyler styler) {
        styler.setXAxisLogarithmic(true).setXAxisDecimalPattern("#,###");
        styler.setYAxisLogarithmic(true).setYAxisDecimalPattern("#,###");
    }

    private Path write(String name, Plot plot) {
        String stem = String.valueOf(report.getFileName()).replaceFirst("\\.md$", "");
        Path file = report.toAbsolutePath().resolveSibling("%s-%s.svg".formatted(stem, name));
        ChartFile.write(plot::chart, file);
        return file.getFileName();
    }

    /** Lines of one plot. */
    private record Plot(
            String title,
            String xTitle,
            String yTitle,
            Consumer<XYStyler> style,
            Map<String, TreeMap<Integer, Double>> lines) {

        Plot(String title, String xTitle, String yTitle, Consumer<XYStyler> style) {
            this(title, xTitle, yTitle, style, new LinkedHashMap<>());
        }

        void add(String line, int x, double y) {
            lines.computeIfAbsent(line, name -> new TreeMap<>()).put(x, y);
        }

        /** Tells whether there is more to see than single points. */
        boolean isLine() {
            return lines.values().stream().anyMatch(points -> points.size() > 1);
        }

        XYChart chart() {
            XYChart chart = new XYChartBuilder()
                    .width(WIDTH)
                    .height(HEIGHT)
                    .title(title)
                    .xAxisTitle(xTitle)
                    .yAxisTitle(yTitle)
                    .build();
            style.accept(chart.getStyler());
            lines.forEach(
                    (name, points) -> chart.addSeries(name, List.copyOf(points.keySet()), List.copyOf(points.values()))
                            .setMarker(SeriesMarkers.CIRCLE));
            return chart;
        }
    }
}
