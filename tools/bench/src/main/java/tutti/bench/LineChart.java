package tutti.bench;

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

/**
 * Lines through points, as reports show them.
 *
 * @param lines points of each line by its name
 */
public record LineChart(
        String title,
        String xTitle,
        String yTitle,
        Consumer<XYStyler> style,
        Map<String, TreeMap<Integer, Double>> lines) {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 500;

    /** Makes a chart without lines. */
    public LineChart(String title, String xTitle, String yTitle, Consumer<XYStyler> style) {
        this(title, xTitle, yTitle, style, new LinkedHashMap<>());
    }

    /** A style with logarithmic axes. */
    public static void logarithmic(XYStyler styler) {
        styler.setXAxisLogarithmic(true).setXAxisDecimalPattern("#,###");
        styler.setYAxisLogarithmic(true).setYAxisDecimalPattern("#,##0.###");
    }

    /** Adds a point to a line. */
    public void add(String line, int x, double y) {
        lines.computeIfAbsent(line, name -> new TreeMap<>()).put(x, y);
    }

    /** Tells whether there is more to see than single points. */
    public boolean isLine() {
        return lines.values().stream().anyMatch(points -> points.size() > 1);
    }

    /**
     * Writes those charts on which there is more to see than single points, as SVG files beside a report's.
     *
     * @param report a file whose name ends with .md
     * @param charts by what is added to the report's name
     * @return names of the files
     */
    public static List<Path> writeBeside(Path report, Map<String, LineChart> charts) {
        String stem = String.valueOf(report.getFileName()).replaceFirst("\\.md$", "");
        List<Path> files = new ArrayList<>();
        charts.forEach((name, chart) -> {
            if (chart.isLine()) {
                Path file = report.toAbsolutePath().resolveSibling("%s-%s.svg".formatted(stem, name));
                ChartFile.write(chart::draw, file);
                files.add(file.getFileName());
            }
        });
        return files;
    }

    private XYChart draw() {
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
