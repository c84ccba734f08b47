package tutti.launcher;

import java.util.Map;

/** How much each member sent each other: a square for each pair. */
final class MatrixFigure {
    private static final int SHADES = 5;
    /** Amounts that differ by less have one shade: several would have the same rounded limits. */
    private static final double LEAST_FACTOR = 1.05;

    private static final double WIDTH = 1030;
    private static final double LEFT = 84;
    private static final double TOP = 44;
    private static final double MOST_SIDE = 640;
    private static final double LARGE_CELL = 54;
    private static final double LABEL = 15;

    private final Profile.Group group;
    private final RankBuckets rows;
    private final double[][] bytes;
    private final long[][] messages;
    private double least = Double.POSITIVE_INFINITY;
    private double most;

    private MatrixFigure(Profile.Group group) {
        this.group = group;
        rows = RankBuckets.of(group.size);
        bytes = new double[rows.count()][rows.count()];
        messages = new long[rows.count()][rows.count()];
    }

    static String of(Profile.Group group) {
        MatrixFigure figure = new MatrixFigure(group);
        figure.count();
        return figure.draw();
    }

    private void count() {
        for (Map.Entry<Integer, Map<Integer, Profile.Traffic>> sender : group.traffic.entrySet()) {
            sender.getValue().forEach((receiver, traffic) -> {
                bytes[rows.rowOf(sender.getKey())][rows.rowOf(receiver)] += traffic.bytes;
                messages[rows.rowOf(sender.getKey())][rows.rowOf(receiver)] += traffic.messages;
            });
        }
        for (int from = 0; from < rows.count(); from++) {
            for (int to = 0; to < rows.count(); to++) {
                if (messages[from][to] > 0) {
                    least = Math.min(least, Math.max(1, bytes[from][to]));
                    most = Math.max(most, Math.max(1, bytes[from][to]));
                }
            }
        }
    }

    private boolean isAlike() {
        return most < LEAST_FACTOR * least;
    }

    /** Returns 1 to {@value #SHADES}; each stands for the same factor. */
    private int shade(double amount) {
        if (isAlike()) {
            return SHADES;
        }
        double place = Math.log(Math.max(1, amount) / least) / Math.log(most / least);
        return 1 + Math.min(SHADES - 1, (int) (place * SHADES));
    }

    private String draw() {
        int count = rows.count();
        double cell = Math.min(LARGE_CELL, Math.floor(MOST_SIDE / count));
        Svg svg = new Svg(WIDTH, "Bytes that each member sent each other");
        svg.text("faint", "middle", LEFT + count * cell / 2, 14, "receiver");
        svg.upwards("faint", 16, TOP + count * cell / 2, "sender");
        int every = (int) Math.ceil(LABEL * (rows.width() == 1 ? 1 : 2) / cell);
        for (int i = 0; i < count; i++) {
            if (i % every == 0) {
                double middle = (i + 0.5) * cell;
                svg.text("small", "middle", LEFT + middle, TOP - 8, rows.label(i));
                svg.text("small", "end", LEFT - 8, TOP + middle + 3.5, rows.label(i));
            }
        }
        svg.rect("m0", LEFT, TOP, count * cell, count * cell);
        for (int from = 0; from < count; from++) {
            for (int to = 0; to < count; to++) {
                if (messages[from][to] > 0) {
                    cell(svg, from, to, cell);
                }
            }
        }
        legend(svg, LEFT + count * cell + 32);
        return svg.finish(TOP + Math.max(count * cell, 130) + 8);
    }

    private void cell(Svg svg, int from, int to, double cell) {
        double gap = cell > LABEL ? 1 : 0.5;
        int shade = shade(bytes[from][to]);
        double x = LEFT + to * cell;
        double y = TOP + from * cell;
        svg.rect(
                "m" + shade,
                x + gap / 2,
                y + gap / 2,
                cell - gap,
                cell - gap,
                "rank %s to rank %s: %s in %s messages"
                        .formatted(
                                rows.label(from),
                                rows.label(to),
                                Units.bytes(bytes[from][to]),
                                Units.count(messages[from][to])));
        if (cell >= LARGE_CELL) {
            String amount = Units.bytes(bytes[from][to]);
            int space = amount.indexOf(' ');
            svg.text("small on" + shade, "middle", x + cell / 2, y + cell / 2 - 2, amount.substring(0, space));
            svg.text("small on" + shade, "middle", x + cell / 2, y + cell / 2 + 11, amount.substring(space + 1));
        }
    }

    private void legend(Svg svg, double x) {
        double y = TOP + 10;
        svg.text("faint", "start", x, y, "bytes sent");
        int shades = isAlike() ? 1 : SHADES;
        for (int step = shades; step >= 1; step--) {
            y += 20;
            String low = Units.bytes(least * Math.pow(most / least, (step - 1.0) / shades));
            String high = Units.bytes(least * Math.pow(most / least, (double) step / shades));
            svg.rect("m" + (SHADES - shades + step), x, y - 11, 14, 14);
            svg.text("", "start", x + 22, y, low.equals(high) ? high : low + " to " + high);
        }
    }
}
