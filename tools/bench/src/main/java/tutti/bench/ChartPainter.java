package tutti.bench;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Paints a chart: the title and what is measured above, curves, and their names at the right in the curves' order. */
final class ChartPainter {
    static final int WIDTH = 1000;
    private static final int LEFT = 80;
    private static final int TOP = 76;
    private static final int BOTTOM = 64;
    private static final int PLOT_HEIGHT = 420;
    private static final int GAP = 30;
    private static final int LEGEND_LINE = 22;
    private static final int LEGEND_MARK = 28;
    private static final int LEAST_PLOT = 360;
    private static final int TITLE_Y = 28;
    private static final int UNIT_Y = 54;
    private static final int LABEL_GAP = 8;

    private final Graphics2D graphics;
    private final LineChart chart;
    private final LogAxis x;
    private final LogAxis y;
    private final int plotWidth;

    private ChartPainter(Graphics2D graphics, LineChart chart) {
        this.graphics = graphics;
        this.chart = chart;
        Collection<TreeMap<Integer, Double>> curves = chart.lines().values();
        x = LogAxis.atValues(curves.stream()
                .flatMap(points -> points.keySet().stream())
                .map(Integer::doubleValue)
                .toList());
        y = LogAxis.around(
                curves.stream().flatMap(points -> points.values().stream()).toList());
        graphics.setFont(ChartTheme.TEXT);
        int names = chart.lines().keySet().stream()
                .mapToInt(graphics.getFontMetrics()::stringWidth)
                .max()
                .orElse(0);
        plotWidth = Math.max(LEAST_PLOT, WIDTH - LEFT - 2 * GAP - LEGEND_MARK - names);
    }

    /** Returns how high a picture of a chart is: its legend needs room. */
    static int height(LineChart chart) {
        return TOP + BOTTOM + Math.max(PLOT_HEIGHT, chart.lines().size() * LEGEND_LINE);
    }

    static void paint(Graphics2D graphics, LineChart chart) {
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setColor(ChartTheme.PAGE);
        graphics.fillRect(0, 0, WIDTH, height(chart));
        ChartPainter painter = new ChartPainter(graphics, chart);
        painter.paintAxes();
        List<Map.Entry<String, TreeMap<Integer, Double>>> curves =
                List.copyOf(chart.lines().entrySet());
        for (int curve = 0; curve < curves.size(); curve++) {
            painter.paintCurve(curve, curves.get(curve).getValue());
        }
        painter.paintLegend(curves);
    }

    private void paintAxes() {
        graphics.setColor(ChartTheme.INK);
        graphics.setFont(ChartTheme.TITLE);
        graphics.drawString(chart.title(), GAP, TITLE_Y);
        graphics.setFont(ChartTheme.TEXT);
        graphics.setStroke(ChartTheme.THIN);
        graphics.setColor(ChartTheme.FAINT);
        graphics.drawString(chart.yTitle(), GAP, UNIT_Y);
        int bottom = TOP + PLOT_HEIGHT;
        for (double tick : y.ticks()) {
            double height = yOf(tick);
            graphics.setColor(ChartTheme.GRID);
            graphics.draw(new Line2D.Double(LEFT, height, LEFT + plotWidth, height));
            graphics.setColor(ChartTheme.FAINT);
            String label = LogAxis.label(tick);
            graphics.drawString(label, LEFT - LABEL_GAP - width(label), (float) height + LABEL_GAP / 2f);
        }
        for (double tick : x.ticks()) {
            double across = xOf(tick);
            graphics.draw(new Line2D.Double(across, bottom, across, bottom + LABEL_GAP / 2));
            String label = LogAxis.label(tick);
            graphics.drawString(label, (float) across - width(label) / 2f, bottom + 2 * LABEL_GAP + LABEL_GAP / 2);
        }
        graphics.draw(new Line2D.Double(LEFT, bottom, LEFT + plotWidth, bottom));
        graphics.drawString(chart.xTitle(), LEFT + (plotWidth - width(chart.xTitle())) / 2, bottom + BOTTOM - GAP / 2);
    }

    private void paintCurve(int curve, NavigableMap<Integer, Double> points) {
        Path2D line = new Path2D.Double();
        points.forEach((size, value) -> {
            if (line.getCurrentPoint() == null) {
                line.moveTo(xOf(size), yOf(value));
            } else {
                line.lineTo(xOf(size), yOf(value));
            }
        });
        graphics.setColor(ChartTheme.colour(curve));
        graphics.setStroke(ChartTheme.stroke(curve));
        graphics.draw(line);
        points.forEach((size, value) -> graphics.fill(ChartTheme.marker(curve, xOf(size), yOf(value))));
    }

    /** Names the curves in the order in which they end, the highest first. */
    private void paintLegend(List<? extends Map.Entry<String, ? extends NavigableMap<Integer, Double>>> curves) {
        int[] order = IntStream.range(0, curves.size())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer curve) ->
                        -curves.get(curve).getValue().lastEntry().getValue()))
                .mapToInt(Integer::intValue)
                .toArray();
        int left = LEFT + plotWidth + GAP;
        int height = TOP + LABEL_GAP;
        for (int curve : order) {
            graphics.setColor(ChartTheme.colour(curve));
            graphics.setStroke(ChartTheme.stroke(curve));
            graphics.draw(new Line2D.Double(left, height, left + LEGEND_MARK - LABEL_GAP, height));
            graphics.fill(ChartTheme.marker(curve, left + (LEGEND_MARK - LABEL_GAP) / 2.0, height));
            graphics.setColor(ChartTheme.INK);
            graphics.drawString(curves.get(curve).getKey(), left + LEGEND_MARK, height + LABEL_GAP / 2);
            height += LEGEND_LINE;
        }
    }

    private double xOf(double value) {
        return LEFT + x.position(value) * plotWidth;
    }

    private double yOf(double value) {
        return TOP + (1 - y.position(value)) * PLOT_HEIGHT;
    }

    private int width(String text) {
        return graphics.getFontMetrics().stringWidth(text);
    }
}
