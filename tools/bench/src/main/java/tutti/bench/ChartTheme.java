package tutti.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;

/** The look of all charts: that of a profile's report, with colours that colour-blind people tell apart. */
final class ChartTheme {
    static final Color PAGE = Color.WHITE;
    static final Color INK = new Color(0x1b1f24);
    static final Color FAINT = new Color(0x57606a);
    static final Color GRID = new Color(0xe3e7eb);
    static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 16);
    static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    static final BasicStroke THIN = new BasicStroke(1);

    // M. Okabe and K. Ito, Color Universal Design, without its yellow, which is faint on white.
    private static final List<Color> COLOURS = List.of(
            new Color(0x0072b2),
            new Color(0xd55e00),
            new Color(0x009e73),
            new Color(0xcc79a7),
            new Color(0xe69f00),
            new Color(0x56b4e9),
            new Color(0x1b1f24));
    private static final float WIDTH = 2;
    private static final List<float[]> DASHES = List.of(new float[] {7, 4}, new float[] {2, 4});
    private static final double RADIUS = 4;
    private static final int SHAPES = 4;

    private ChartTheme() {}

    static Color colour(int curve) {
        return COLOURS.get(curve % COLOURS.size());
    }

    /** Returns a line that is dashed if the curve's colour is that of an earlier one. */
    static BasicStroke stroke(int curve) {
        int round = curve / COLOURS.size();
        return round == 0
                ? new BasicStroke(WIDTH, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND)
                : new BasicStroke(
                        WIDTH,
                        BasicStroke.CAP_BUTT,
                        BasicStroke.JOIN_ROUND,
                        1,
                        DASHES.get((round - 1) % DASHES.size()),
                        0);
    }

    /** Returns what marks a curve's point: a circle, a square, a triangle or a diamond. */
    static Shape marker(int curve, double x, double y) {
        return switch (curve % SHAPES) {
            case 0 -> new Ellipse2D.Double(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS);
            case 1 -> new Rectangle2D.Double(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS);
            case 2 -> polygon(x, y - RADIUS, x + RADIUS, y + RADIUS, x - RADIUS, y + RADIUS);
            default -> polygon(x, y - RADIUS, x + RADIUS, y, x, y + RADIUS, x - RADIUS, y);
        };
    }

    private static Shape polygon(double... corners) {
        Path2D path = new Path2D.Double();
        path.moveTo(corners[0], corners[1]);
        for (int i = 2; i < corners.length; i += 2) {
            path.lineTo(corners[i], corners[i + 1]);
        }
        path.closePath();
        return path;
    }
}
