package tutti.launcher;

import java.util.Arrays;
import java.util.Optional;

/** What each member did when: a row for each, and in each stretch of time how much of it was spent how. */
final class TimelineFigure {
    private static final double WIDTH = 1030;
    private static final double LEFT = 118;
    private static final double RIGHT = 96;
    private static final int BINS = 272;
    private static final double BIN_WIDTH = (WIDTH - LEFT - RIGHT) / BINS;
    private static final double TOP = 6;
    private static final double AXIS = 34;
    private static final int FEW_ROWS = 16;
    private static final double TALL_ROW = 24;
    private static final double LOW_ROW = 12;
    private static final int MOST_TICKS = 10;

    private final Profile.Group group;
    private final RankBuckets rows;
    private final long start;
    private final double binNanos;
    private final double[][] busy; // in operations, waiting or not, in nanoseconds of all members of a row
    private final double[][] waiting;

    private TimelineFigure(Profile.Group group) {
        this.group = group;
        rows = RankBuckets.of(group.size);
        start = group.start();
        binNanos = Math.max(1, (double) (group.end() - start) / BINS);
        busy = new double[rows.count()][BINS];
        waiting = new double[rows.count()][BINS];
    }

    static String of(Profile.Group group, Optional<Integer> slowest) {
        TimelineFigure figure = new TimelineFigure(group);
        figure.count();
        return figure.draw(slowest);
    }

    private void count() {
        long[] until = new long[group.size]; // to where a call's neighbours that were not recorded may reach
        Arrays.fill(until, group.end());
        for (int i = group.calls.size() - 1; i >= 0; i--) {
            Profile.Call call = group.calls.get(i);
            int row = rows.rowOf(call.rank());
            long window = call.inside();
            long from = call.insideFrom();
            if (call.standsFor() > 1) {
                window = Math.max(window, Math.min(call.inside() * call.standsFor() * 2, until[call.rank()] - from));
                until[call.rank()] = from;
            }
            add(busy[row], from, window, (double) call.inside() * call.standsFor());
            add(waiting[row], from, window, (double) call.waited() * call.standsFor());
        }
    }

    /** Spreads an amount of time evenly over a window. */
    private void add(double[] bins, long from, long window, double nanos) {
        double begin = (from - start) / binNanos;
        double end = (from - start + Math.max(1, window)) / binNanos;
        int last = Math.min(BINS - 1, (int) end);
        for (int bin = Math.min(BINS - 1, (int) begin); bin <= last; bin++) {
            double overlap = Math.min(end, bin + 1) - Math.max(begin, bin);
            bins[bin] += nanos * Math.max(0, overlap) / (end - begin);
        }
    }

    private String draw(Optional<Integer> slowest) {
        double pitch = rows.count() <= FEW_ROWS ? TALL_ROW : LOW_ROW;
        double height = pitch - (rows.count() <= FEW_ROWS ? 4 : 2);
        Svg svg = new Svg(WIDTH, "What each member did when");
        double bottom = TOP + pitch * rows.count();
        ticks(svg, bottom);
        for (int row = 0; row < rows.count(); row++) {
            double y = TOP + row * pitch;
            svg.rect("computing", LEFT, y, BINS * BIN_WIDTH, height);
            int members = Math.min(group.size, rows.first(row) + rows.width()) - rows.first(row);
            svg.path("operation", area(busy[row], members, y, height));
            svg.path("waiting", area(waiting[row], members, y, height));
            int current = row;
            boolean isSlowest =
                    slowest.filter(rank -> rows.rowOf(rank) == current).isPresent();
            String style = (isSlowest ? "marked" : "") + (pitch < TALL_ROW ? " small" : "");
            double baseline = y + height / 2 + (pitch < TALL_ROW ? 3.5 : 4.5);
            svg.text(style, "end", LEFT - 8, baseline, (isSlowest ? "slowest: rank " : "rank ") + rows.label(row));
            if (isSlowest) {
                svg.rect("frame", LEFT - 1, y - 1, BINS * BIN_WIDTH + 2, height + 2);
            }
        }
        processes(svg, pitch, height);
        return svg.finish(bottom + AXIS);
    }

    /** Names each process beside its rows, if they are next to each other. */
    private void processes(Svg svg, double pitch, double height) {
        double x = WIDTH - RIGHT + 6;
        int row = 0;
        while (row < rows.count()) {
            int process = process(row);
            int end = row + 1;
            while (end < rows.count() && process(end) == process) {
                end++;
            }
            double y1 = TOP + row * pitch;
            double y2 = TOP + (end - 1) * pitch + height;
            svg.path("grid", "M%s %sh4V%sh-4".formatted(Svg.length(x), Svg.length(y1), Svg.length(y2)));
            if (process >= 0 && (end - row) * pitch >= LOW_ROW) {
                svg.text("faint small", "start", x + 9, (y1 + y2) / 2 + 3.5, "process " + process);
            }
            row = end;
        }
    }

    private int process(int row) {
        Profile.Place place = group.places.get(rows.first(row));
        return place == null ? -1 : place.process();
    }

    private String area(double[] nanos, int members, double y, double height) {
        double bottom = y + height;
        StringBuilder d = new StringBuilder("M%s %s".formatted(Svg.length(LEFT), Svg.length(bottom)));
        String drawnAt = Svg.length(bottom);
        for (int bin = 0; bin < BINS; bin++) {
            double share = Math.min(1, nanos[bin] / (binNanos * members));
            String top = Svg.length(bottom - share * height);
            if (!top.equals(drawnAt)) {
                d.append('H')
                        .append(Svg.length(LEFT + bin * BIN_WIDTH))
                        .append('V')
                        .append(top);
                drawnAt = top;
            }
        }
        return d.append('H')
                .append(Svg.length(LEFT + BINS * BIN_WIDTH))
                .append('V')
                .append(Svg.length(bottom))
                .append('Z')
                .toString();
    }

    private void ticks(Svg svg, double bottom) {
        double total = binNanos * BINS;
        double step = step(total / MOST_TICKS);
        for (int tick = 0; tick * step <= total; tick++) {
            double x = LEFT + tick * step / binNanos * BIN_WIDTH;
            svg.line(x, TOP, x, bottom + 4);
            svg.text("small faint", "middle", x, bottom + 16, tick == 0 ? "0" : Units.time(tick * step));
        }
        svg.text("small faint", "middle", LEFT + BINS * BIN_WIDTH / 2, bottom + 31, "time since the first operation");
    }

    /** Returns 1, 2 or 5 times a power of ten, the least that is not below. */
    private static double step(double atLeast) {
        double power = Math.pow(10, Math.floor(Math.log10(atLeast)));
        for (int factor : new int[] {1, 2, 5}) {
            if (factor * power >= atLeast) {
                return factor * power;
            }
        }
        return 10 * power;
    }
}
