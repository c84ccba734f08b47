package tutti.charts;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.knowm.xchart.style.theme.AbstractBaseTheme;

/** The look of all charts: that of a profile's report, with colours that colour-blind people tell apart. */
public final class ChartTheme extends AbstractBaseTheme {
    /** The colour of text, and of what stands out beside colours. */
    public static final Color INK = new Color(0x1b1f24);

    static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    static final int LEGEND_LINE = 28;
    static final int LEGEND_PADDING = 8;

    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 16);
    private static final Color PAGE = Color.WHITE;
    private static final Color FAINT = new Color(0x57606a);
    private static final Color GRID = new Color(0xe3e7eb);
    private static final int PADDING = 16;
    private static final int GAP = 8;
    private static final int MARKER = 8;
    private static final float WIDTH = 2;
    private static final int RGB = 0xffffff;

    // M. Okabe and K. Ito, Color Universal Design; brown in place of their black, which is that of text, and grey in
    // place of their yellow, which is faint on white.
    private static final List<Color> COLOURS = List.of(
            new Color(0x0072b2),
            new Color(0xd55e00),
            new Color(0x009e73),
            new Color(0xcc79a7),
            new Color(0xe69f00),
            new Color(0x56b4e9),
            new Color(0x8c5a2b),
            new Color(0x8c959f));
    private static final List<Marker> MARKERS =
            List.of(SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE, SeriesMarkers.TRIANGLE_UP, SeriesMarkers.DIAMOND);

    // The colours above that are faint on a dark page, or too near one that is not, and what takes their place.
    private static final Map<Color, Color> ON_DARK = Map.ofEntries(
            Map.entry(PAGE, new Color(0x12161b)),
            Map.entry(INK, new Color(0xe6edf3)),
            Map.entry(FAINT, new Color(0x9aa6b2)),
            Map.entry(GRID, new Color(0x2a323a)),
            Map.entry(COLOURS.get(0), new Color(0x3a8bd1)),
            Map.entry(COLOURS.get(5), new Color(0xa5dbf7)));

    /** Makes the theme; from now on, no display is looked for. */
    public ChartTheme() {
        System.setProperty("java.awt.headless", "true");
    }

    /** Returns the marker of a cloud of points: as long as colours differ, it is the same. */
    public static Marker marker(int cloud) {
        return MARKERS.get(cloud / COLOURS.size() % MARKERS.size());
    }

    /** Returns the style sheet of an SVG file, which has other colours where the reader's pages are dark. */
    static String darkStyle() {
        return ON_DARK.entrySet().stream()
                .flatMap(colours -> Stream.of("fill", "stroke")
                        .map(what -> "[%1$s=\"%2$s\"]{%1$s:#%3$06x}"
                                .formatted(
                                        what,
                                        svg(colours.getKey()),
                                        colours.getValue().getRGB() & RGB)))
                .sorted()
                .collect(Collectors.joining("", "@media (prefers-color-scheme:dark){", "}"));
    }

    /** Returns a colour as Batik writes it. */
    private static String svg(Color colour) {
        return colour.equals(Color.WHITE)
                ? "white"
                : "rgb(%d,%d,%d)".formatted(colour.getRed(), colour.getGreen(), colour.getBlue());
    }

    @Override
    public Font getBaseFont() {
        return TEXT;
    }

    @Override
    public Color getChartBackgroundColor() {
        return PAGE;
    }

    @Override
    public Color getChartFontColor() {
        return INK;
    }

    @Override
    public int getChartPadding() {
        return PADDING;
    }

    @Override
    public Color[] getSeriesColors() {
        return COLOURS.toArray(Color[]::new);
    }

    @Override
    public Marker[] getSeriesMarkers() {
        return MARKERS.toArray(Marker[]::new);
    }

    /** A line is dashed if its colour is that of an earlier one. */
    @Override
    public BasicStroke[] getSeriesLines() {
        return new BasicStroke[] {
            new BasicStroke(WIDTH, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND), dashed(7, 4), dashed(2, 4)
        };
    }

    private static BasicStroke dashed(float... lengths) {
        return new BasicStroke(WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, lengths, 0);
    }

    @Override
    public int getMarkerSize() {
        return MARKER;
    }

    @Override
    public Font getChartTitleFont() {
        return TITLE;
    }

    @Override
    public int getChartTitlePadding() {
        return GAP;
    }

    @Override
    public Font getLegendFont() {
        return TEXT;
    }

    @Override
    public Color getLegendBackgroundColor() {
        return PAGE;
    }

    @Override
    public Color getLegendBorderColor() {
        return PAGE;
    }

    @Override
    public int getLegendPadding() {
        return LEGEND_PADDING;
    }

    @Override
    public int getLegendSeriesLineLength() {
        return LEGEND_LINE;
    }

    @Override
    public LegendPosition getLegendPosition() {
        return LegendPosition.OutsideE;
    }

    @Override
    public Font getAxisTitleFont() {
        return TEXT;
    }

    @Override
    public int getAxisTitlePadding() {
        return GAP;
    }

    @Override
    public Font getAxisTickLabelsFont() {
        return TEXT;
    }

    @Override
    public Color getAxisTickLabelsColor() {
        return FAINT;
    }

    @Override
    public Color getAxisTickMarksColor() {
        return FAINT;
    }

    @Override
    public BasicStroke getAxisTickMarksStroke() {
        return new BasicStroke(1);
    }

    @Override
    public int getAxisTickPadding() {
        return GAP;
    }

    @Override
    public boolean isPlotGridVerticalLinesVisible() {
        return false;
    }

    @Override
    public Color getPlotGridLinesColor() {
        return GRID;
    }

    @Override
    public BasicStroke getPlotGridLinesStroke() {
        return new BasicStroke(1);
    }

    @Override
    public Color getPlotBackgroundColor() {
        return PAGE;
    }

    @Override
    public boolean isPlotBorderVisible() {
        return false;
    }

    @Override
    public boolean isPlotTicksMarksVisible() {
        return false;
    }
}
