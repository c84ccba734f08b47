package tutti.bench;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;

/** Writes charts as PNG or SVG files. */
public final class ChartFile {
    private ChartFile() {}

    /** Tells whether the file's name says which of the two formats it is to have. */
    public static boolean isPossible(Path file) {
        return isSvg(file) || name(file).endsWith(".png");
    }

    /** Writes a chart with a point or more, in the format that the file's name says. */
    static void write(LineChart chart, Path file) {
        System.setProperty("java.awt.headless", "true");
        try {
            if (isSvg(file)) {
                writeSvg(chart, file);
            } else {
                writePng(chart, file);
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

    private static void writePng(LineChart chart, Path file) throws IOException {
        BufferedImage image =
                new BufferedImage(ChartPainter.WIDTH, ChartPainter.height(chart), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        ChartPainter.paint(graphics, chart);
        graphics.dispose();
        try (OutputStream stream = Files.newOutputStream(file)) {
            ImageIO.write(image, "png", stream);
        }
    }

    private static void writeSvg(LineChart chart, Path file) throws IOException {
        SVGGraphics2D graphics = new SVGGraphics2D(document());
        graphics.setSVGCanvasSize(new Dimension(ChartPainter.WIDTH, ChartPainter.height(chart)));
        ChartPainter.paint(graphics, chart);
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
