package tutti.bench;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.w3c.dom.Document;

/** Draws median times over sizes, on two logarithmic axes, in a PNG or SVG file. */
final class PlotReport implements Report {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 650;

    private final Path file;
    private final Map<String, List<Row>> series = new LinkedHashMap<>();

    /** Takes a file for which {@link #isPossible} is true. */
    PlotReport(Path file) {
        this.file = file;
    }

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
        System.setProperty("java.awt.headless", "true");
        try {
            if (isSvg(file)) {
                writeSvg(chart());
            } else {
                BitmapEncoder.saveBitmap(chart(), file.toString(), BitmapEncoder.BitmapFormat.PNG);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    private void writeSvg(XYChart chart) throws IOException {
        SVGGraphics2D graphics = new SVGGraphics2D(document());
        chart.paint(graphics, WIDTH, HEIGHT);
        try (Writer writer = new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8)) {
            graphics.stream(writer, true);
        }
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
