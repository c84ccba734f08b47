package tutti.launcher;

import java.util.Locale;

/** A figure that is drawn from top to bottom; lengths are in pixels at its natural size. */
final class Svg {
    private final StringBuilder content = new StringBuilder();
    private final double width;
    private final String title;

    /** Begins a figure; the title is read out to those who can't see it. */
    Svg(double width, String title) {
        this.width = width;
        this.title = title;
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Writes a length without digits that no one sees. */
    static String length(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    void rect(String style, double x, double y, double w, double h) {
        content.append("<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>%n"
                .formatted(style, length(x), length(y), length(w), length(h)));
    }

    /** Draws a rectangle that says something when pointed at. */
    void rect(String style, double x, double y, double w, double h, String says) {
        content.append("<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>%s</title></rect>%n"
                .formatted(style, length(x), length(y), length(w), length(h), escape(says)));
    }

    void path(String style, String d) {
        content.append("<path class=\"%s\" d=\"%s\"/>%n".formatted(style, d));
    }

    void line(double x1, double y1, double x2, double y2) {
        path("grid", "M%s %sL%s %s".formatted(length(x1), length(y1), length(x2), length(y2)));
    }

    /** Writes a text that begins, has its middle or ends at x: anchor is start, middle or end. */
    void text(String style, String anchor, double x, double y, String text) {
        content.append("<text class=\"%s\" text-anchor=\"%s\" x=\"%s\" y=\"%s\">%s</text>%n"
                .formatted(style, anchor, length(x), length(y), escape(text)));
    }

    /** Writes a text upwards, with its middle at the given point. */
    void upwards(String style, double x, double y, String text) {
        content.append(
                "<text class=\"%s\" text-anchor=\"middle\" transform=\"translate(%s %s) rotate(-90)\">%s</text>%n"
                        .formatted(style, length(x), length(y), escape(text)));
    }

    /** Returns the figure, cut off at a height. */
    String finish(double height) {
        return "<svg viewBox=\"0 0 %s %s\" style=\"max-width:%spx\" role=\"img\" aria-label=\"%s\">%n%s</svg>%n"
                .formatted(length(width), length(height), length(width), escape(title), content);
    }
}
