package tutti.report;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What stands in one place of a table: a number, text, or why there is none. */
sealed interface Cell {

    /** Returns a number as the paper prints it. */
    static Cell printed(String text) {
        return new Printed(text);
    }

    /** Returns a number that was measured here, with the spread of its samples as a share of it. */
    static Cell measured(double value, double spread) {
        return new Measured(value, spread);
    }

    /** Returns a number that was measured here once. */
    static Cell once(double value) {
        return new Once(value);
    }

    static Cell absent(String reason) {
        return new Absent(reason);
    }

    /** Returns what a chart shows of it; null if nothing. */
    @Nullable
    Double number();

    /** As printed in the paper, or counted. */
    record Printed(String text) implements Cell {
        @Override
        public @Nullable Double number() {
            return text.matches("[\\d,.]+") ? (Double) Double.parseDouble(text.replace(",", "")) : null;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Measured once in this run, so that there is no spread. */
    record Once(double value) implements Cell {
        private static final double LARGE = 100;
        private static final double MEDIUM = 10;

        @Override
        public Double number() {
            return value;
        }

        @Override
        public String toString() {
            String format = value >= LARGE ? "%,.0f" : value >= MEDIUM ? "%.1f" : "%.3g";
            return String.format(Locale.ROOT, format, value);
        }
    }

    /** Measured several times in this run. */
    record Measured(double value, double spread) implements Cell {
        private static final double PERCENT = 100;

        @Override
        public Double number() {
            return value;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s (%.0f %%)", new Once(value), PERCENT * spread);
        }
    }

    /** Not there, for a reason that the table's notes give. */
    record Absent(String reason) implements Cell {
        @Override
        public @Nullable Double number() {
            return null;
        }
    }
}
