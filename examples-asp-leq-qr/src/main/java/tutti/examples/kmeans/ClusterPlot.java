package tutti.examples.kmeans;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.markers.SeriesMarkers;
import tutti.charts.ChartFile;
import tutti.charts.ChartTheme;

/** Draws the first two dimensions of points and centres, in a PNG or SVG file. */
final class ClusterPlot {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 700;
    private static final int MARKER = 6;
    private static final int MOST_POINTS = 20_000; // more would only hide each other

    private ClusterPlot() {}

    /** Draws points in two dimensions or more. */
    static void write(Clustering clustering, Path file) throws IOException {
        ChartFile.write(chart(clustering), file);
    }

    private static XYChart chart(Clustering clustering) {
        Points points = clustering.points();
        XYChart chart = new XYChart(WIDTH, HEIGHT, new ChartTheme());
        chart.setTitle("%d points, %d clusters (%s)"
                .formatted(points.size(), clustering.centres().count(), points.origin()));
        chart.setXAxisTitle(points.names().get(0));
        chart.setYAxisTitle(points.names().get(1));
        chart.getStyler()
                .setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Scatter)
                .setMarkerSize(MARKER);
        for (int cluster = 0; cluster < clustering.centres().count(); cluster++) {
            addPoints(chart, clustering, cluster);
        }
        addCentres(chart, clustering.centres());
        return chart;
    }

    private static void addPoints(XYChart chart, Clustering clustering, int cluster) {
        Points points = clustering.points();
        int step = 1 + (points.size() - 1) / MOST_POINTS;
        List<Integer> members = IntStream.iterate(0, point -> point < points.size(), point -> point + step)
                .filter(point -> clustering.assigned()[point] == cluster)
                .boxed()
                .toList();
        if (!members.isEmpty()) {
            chart.addSeries(
                            "cluster " + (cluster + 1),
                            members.stream()
                                    .map(point -> points.coordinate(point, 0))
                                    .toList(),
                            members.stream()
                                    .map(point -> points.coordinate(point, 1))
                                    .toList())
                    .setMarker(ChartTheme.marker(cluster));
        }
    }

    private static void addCentres(XYChart chart, Centres centres) {
        chart.addSeries(
                        "centres",
                        IntStream.range(0, centres.count())
                                .mapToDouble(cluster -> centres.of(cluster)[0])
                                .toArray(),
                        IntStream.range(0, centres.count())
                                .mapToDouble(cluster -> centres.of(cluster)[1])
                                .toArray())
                .setMarker(SeriesMarkers.CROSS)
                .setMarkerColor(ChartTheme.INK);
    }
}
