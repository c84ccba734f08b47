package tutti.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws median times over sizes, on two logarithmic axes, in a PNG or SVG file. */
final class PlotReport implements Report {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 650;

    private final Path file;
    private final Map<String, List<Row>> series = new LinkedHashMap<>();

    /** Takes a file for which {@link ChartFile#isPossible} is true. */
    PlotReport(Path file) {
        this.file = file;
    }

    @Override
    public void add(Row row) {
        if (row.bytes() > 0) { // a barrier has no place on this axis
            String name = "%s %s %s, %d members, %d jvms"
                    .formatted(row.benchmark(), row.system(), row.transport(), row.members(), row.jvms());
            series.computeIfAbsent(name, key -> new ArrayList<>()).add(row);
        }
    }

    @Override
    public void end() {
        if (series.isEmpty()) {
            return;
        }
        ChartFile.write(this::chart, file);
    }

    private XYChart chart() {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("tutti bench")
                .xAxisTitle("bytes")
                .yAxisTitle("median, microseconds per operation")
                .build();
        List<Double> medians = series.values().stream()
                .flatMap(List::stream)
                .map(Row::medianMicros)
                .toList();
        chart.getStyler()
                .setXAxisLogarithmic(true)
                .setXAxisDecimalPattern("#,###")
                .setYAxisLogarithmic(true)
                .setYAxisDecimalPattern("#,##0.###")
                .setYAxisMin(Math.pow(10, Math.floor(Math.log10(Collections.min(medians)))))
                .setYAxisMax(Math.pow(10, Math.ceil(Math.log10(Collections.max(medians)))));
        series.forEach((name, rows) -> chart.addSeries(
                        name,
                        rows.stream().map(Row::bytes).sorted().toList(),
                        rows.stream()
                                .sorted((a, b) -> Integer.compare(a.bytes(), b.bytes()))
                                .map(Row::medianMicros)
                                .toList())
                .setMarker(SeriesMarkers.CIRCLE));
        return chart;
    }
}
