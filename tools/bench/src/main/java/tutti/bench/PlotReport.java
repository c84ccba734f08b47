package tutti.bench;

import java.nio.file.Path;
import tutti.charts.ChartFile;
import tutti.charts.LineChart;

/** Draws median times over sizes, in a PNG or SVG file. */
final class PlotReport implements Report {
    private final Path file;
    private final LineChart chart = new LineChart("tutti bench", "bytes", "median, microseconds per operation");

    /** Takes a file for which {@link ChartFile#isPossible} is true. */
    PlotReport(Path file) {
        this.file = file;
    }

    @Override
    public void add(Row row) {
        String name = "%s %s %s, %d members, %d jvms"
                .formatted(row.benchmark(), row.system(), row.transport(), row.members(), row.jvms());
        chart.add(name, row.bytes(), row.medianMicros()); // a barrier, of no bytes, has no place
    }

    @Override
    public void end() {
        if (!chart.lines().isEmpty()) {
            chart.write(file);
        }
    }
}
