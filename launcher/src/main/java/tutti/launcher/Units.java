package tutti.launcher;

import java.util.Locale;

/** Writes quantities with their units, in three digits. */
final class Units {
    private static final String[] TIMES = {"ns", "µs", "ms", "s"};
    private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final int PER_TIME_UNIT = 1000;
    private static final int PER_BYTE_UNIT = 1024;

    private Units() {}

    static String time(long nanos) {
        return time((double) nanos);
    }

    static String time(double nanos) {
        return scaled(nanos, PER_TIME_UNIT, TIMES);
    }

    static String bytes(long bytes) {
        return bytes((double) bytes);
    }

    static String bytes(double bytes) {
        return scaled(bytes, PER_BYTE_UNIT, BYTES);
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Writes a part of a whole. */
    static String percent(long part, long whole) {
        return percent((double) part, (double) whole);
    }

    /** Writes a part of a whole. */
    static String percent(double part, double whole) {
        return whole == 0 ? "0 %" : String.format(Locale.ROOT, "%.0f %%", 100 * part / whole);
    }

    private static String scaled(double amount, int perUnit, String... units) {
        int unit = 0;
        double left = amount;
        while (left >= perUnit - 0.5 && unit < units.length - 1) {
            left /= perUnit;
            unit++;
        }
        boolean isWhole = left == Math.rint(left) && (unit == 0 || left >= 100);
        int digits = isWhole || left >= 99.95 ? 0 : left >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + digits + "f %s", left, units[unit]);
    }
}
