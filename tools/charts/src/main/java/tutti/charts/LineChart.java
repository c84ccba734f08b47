package tutti.charts;

import java.awt.font.FontRenderContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.knowm.xchart.XYChart;

/**
 * Lines through points, as reports show them: on logarithmic axes, for sizes and members double from point to point.
 *
 * @param lines points of each line by its name
 */
public record LineChart(String title, String xTitle, String yTitle, Map<String, TreeMap<Integer, Double>> lines) {
    static final String ENDS = " ";

    private static final int PLOT_WIDTH = 720;
    private static final int LEAST_HEIGHT = 540;
    private static final int LEGEND_ENTRY = 26;
    private static final int TITLES = 120;

    /** Makes a chart without lines. */
    public LineChart(String title, String xTitle, String yTitle) {
        this(title, xTitle, yTitle, new LinkedHashMap<>());
    }

    /** Adds a point to a line; one that is not positive has no place on the axes, and is left out. */
    public void add(String line, int x, double y) {
        if (x > 0 && y > 0) {
            lines.computeIfAbsent(line, name -> new TreeMap<>()).put(x, y);
        }
    }

    /** Tells whether there is more to see than single points. */
    public boolean isLine() {
        return lines.values().stream().anyMatch(points -> points.size() > 1);
    }

    /** Writes the chart, which has a point or more, in the format that the file's name says. */
    public void write(Path file) {
        try {
            ChartFile.write(drawn(), file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
                chart.write(file);
                files.add(file.getFileName());
            }
        });
        return files;
    }

    /** Draws the lines; their names stand in the order in which the lines end, the highest first. */
    XYChart drawn() {
        Collection<TreeMap<Integer, Double>> all = lines.values();
        LogAxis x = LogAxis.doubling(all.stream()
                .flatMap(points -> points.keySet().stream())
                .map(Integer::doubleValue)
                .toList());
        LogAxis y = LogAxis.around(
                all.stream().flatMap(points -> points.values().stream()).toList());
        XYChart chart = new XYChart(PLOT_WIDTH + legendWidth(), height(), new ChartTheme());
        chart.setTitle(title);
        chart.setXAxisTitle(xTitle);
        chart.setYAxisTitle(yTitle);
        x.setX(chart.getStyler());
        y.setY(chart.getStyler());
        lines.entrySet().stream()
                .sorted(Comparator.comparingDouble(
                        line -> -line.getValue().lastEntry().getValue()))
                .forEach(line -> addTo(chart, line.getKey(), line.getValue(), x, y));
        // XChart has labels at equally spaced values only, where there are such: here they reach from end to end
        chart.addSeries(ENDS, new double[] {0, x.steps()}, new double[] {0, y.steps()})
                .setShowInLegend(false)
                .setEnabled(false);
        return chart;
    }

    private static void addTo(XYChart chart, String name, TreeMap<Integer, Double> points, LogAxis x, LogAxis y) {
        chart.addSeries(
                name,
                points.keySet().stream().mapToDouble(x::position).toArray(),
                points.values().stream().mapToDouble(y::position).toArray());
    }

    private int legendWidth() {
        FontRenderContext context = new FontRenderContext(null, true, true);
        double widest = lines.keySet().stream()
                .mapToDouble(
                        name -> ChartTheme.TEXT.getStringBounds(name, context).getWidth())
                .max()
                .orElse(0);
        return ChartTheme.LEGEND_LINE + 2 * ChartTheme.LEGEND_PADDING + (int) Math.ceil(widest);
    }

    /** A legend of many lines needs room. */
    private int height() {
        return Math.max(LEAST_HEIGHT, TITLES + lines.size() * LEGEND_ENTRY);
    }
}
