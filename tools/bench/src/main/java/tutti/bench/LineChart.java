package tutti.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Lines through points, as reports show them: on logarithmic axes, for sizes and members double from point to point.
 *
 * @param lines points of each line by its name
 */
public record LineChart(String title, String xTitle, String yTitle, Map<String, TreeMap<Integer, Double>> lines) {

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
                ChartFile.write(chart, file);
                files.add(file.getFileName());
            }
        });
        return files;
    }
}
