package tutti.launcher;

import java.util.List;

/** Bars from left to right, one below the other. */
final class BarsFigure {
    private static final double WIDTH = 1030;
    private static final double LEFT = 300;
    private static final double RIGHT = 210;
    private static final double PITCH = 24;
    private static final double HEIGHT = 16;

    private BarsFigure() {}

    /**
     * One bar.
     *
     * @param waiting how much of the whole is waiting, in nanoseconds
     * @param whole its length, in nanoseconds
     * @param says what is written behind it
     */
    record Bar(String label, double waiting, double whole, String says, boolean isMarked) {}

    static String of(String title, List<Bar> bars) {
        double most = bars.stream().mapToDouble(Bar::whole).max().orElse(1);
        Svg svg = new Svg(WIDTH, title);
        double y = 4;
        for (Bar bar : bars) {
            double scale = (WIDTH - LEFT - RIGHT) / Math.max(1, most);
            svg.text(bar.isMarked() ? "marked" : "", "end", LEFT - 8, y + HEIGHT - 4, bar.label());
            if (bar.whole() > bar.waiting()) {
                svg.rect("operation", LEFT, y, bar.whole() * scale, HEIGHT);
            }
            svg.rect("waiting", LEFT, y, bar.waiting() * scale, HEIGHT);
            svg.text("", "start", LEFT + bar.whole() * scale + 8, y + HEIGHT - 4, bar.says());
            y += PITCH;
        }
        return svg.finish(y);
    }
}
