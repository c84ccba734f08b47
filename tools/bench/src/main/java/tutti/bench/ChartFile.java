package tutti.bench;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Supplier;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.w3c.dom.Document;

/** Writes charts as PNG or SVG files. */
public final class ChartFile {
    private ChartFile() {}

    /** Tells whether the file's name says which of the two formats it is to have. */
    public static boolean isPossible(Path file) {
        return isSvg(file) || name(file).endsWith(".png");
    }

    /** Writes a chart, in the format that the file's name says; it is made when no display is needed any more. */
    public static void write(Supplier<XYChart> maker, Path file) {
        System.setProperty("java.awt.headless", "true");
        XYChart chart = maker.get();
        try {
            if (isSvg(file)) {
                writeSvg(chart, file);
            } else {
                BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSvg(Path file) {
        return name(file).endsWith(".svg");
    }

    private static String name(Path file) {
        return file.toString().toLowerCase(Locale.ROOT);
    }

    private static void writeSvg(XYChart chart, Path file) throws IOException {
        SVGGraphics2D graphics = new SVGGraphics2D(document());
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
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
