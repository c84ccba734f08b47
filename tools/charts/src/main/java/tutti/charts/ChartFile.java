package tutti.charts;

import java.awt.Dimension;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Writes charts as PNG or SVG files. */
public final class ChartFile {
    private static final int DECIMALS = 1; // of a pixel: labels are outlines, which are many numbers

    private ChartFile() {}

    /** Tells whether the file's name says which of the two formats it is to have. */
    public static boolean isPossible(Path file) {
        return isSvg(file) || name(file).endsWith(".png");
    }

    /** Writes a chart with a point or more, in the format that the file's name says. */
    public static void write(XYChart chart, Path file) throws IOException {
        if (isSvg(file)) {
            writeSvg(chart, file);
        } else {
            try (OutputStream stream = Files.newOutputStream(file)) {
                BitmapEncoder.saveBitmap(chart, stream, BitmapEncoder.BitmapFormat.PNG);
            }
        }
    }

    private static boolean isSvg(Path file) {
        return name(file).endsWith(".svg");
    }

    private static String name(Path file) {
        return file.toString().toLowerCase(Locale.ROOT);
    }

    private static void writeSvg(XYChart chart, Path file) throws IOException {
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(document());
        context.setPrecision(DECIMALS);
        SVGGraphics2D graphics = new SVGGraphics2D(context, false);
        graphics.setSVGCanvasSize(new Dimension(chart.getWidth(), chart.getHeight()));
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        Element root = graphics.getRoot();
        root.setAttributeNS(null, "viewBox", "0 0 %d %d".formatted(chart.getWidth(), chart.getHeight())); // it scales
        Element style = root.getOwnerDocument().createElementNS(SVGGraphics2D.SVG_NAMESPACE_URI, "style");
        style.setTextContent(ChartTheme.darkStyle());
        root.insertBefore(style, root.getFirstChild());
        try (Writer writer = new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8)) {
            graphics.stream(root, writer, false, false); // colours are attributes, which the style overrides
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
