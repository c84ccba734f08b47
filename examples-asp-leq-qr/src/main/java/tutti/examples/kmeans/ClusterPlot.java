package tutti.examples.kmeans;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.colors.XChartSeriesColors;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.w3c.dom.Document;

/** Draws the first two dimensions of points and centres, in a PNG or SVG file. */
final class ClusterPlot {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 700;
    private static final int MARKER = 6;
    private static final int MOST_POINTS = 20_000; // more would only hide each other

    private ClusterPlot() {}

    /** Tells whether the file's name says which of the two formats it is to have. */
    static boolean isPossible(Path file) {
        return isSvg(file) || name(file).endsWith(".png");
    }

    private static boolean isSvg(Path file) {
        return name(file).endsWith(".svg");
    }

    private static String name(Path file) {
        return file.toString().toLowerCase(Locale.ROOT);
    }

    /** Draws points in two dimensions or more. */
    static void write(Clustering clustering, Path file) throws IOException {
        System.setProperty("java.awt.headless", "true");
        XYChart chart = chart(clustering);
        if (isSvg(file)) {
            SVGGraphics2D graphics = new SVGGraphics2D(document());
            chart.paint(graphics, WIDTH, HEIGHT);
            try (Writer writer = new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8)) {
                graphics.stream(writer, true);
            }
        } else {
            BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
        }
    }

    private static XYChart chart(Clustering clustering) {
        Points points = clustering.points();
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("%d points, %d clusters (%s)"
                        .formatted(points.size(), clustering.centres().count(), points.origin()))
                .xAxisTitle(points.names().get(0))
                .yAxisTitle(points.names().get(1))
                .build();
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
                    .setMarker(SeriesMarkers.CIRCLE);
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
                .setMarkerColor(XChartSeriesColors.BLACK);
    }

    private static Document document() {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(SVGGraphics2D.SVG_NAMESPACE_URI, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }
}
