package tutti.jgf;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers as people read them; nothing for what could not be measured. */
final class Numbers {
    private static final double PERCENT = 100;
    private static final double MANY = 1000;

    private Numbers() {}

    static String seconds(@Nullable Double seconds) {
        return format("%.4f", seconds);
    }

    static String ratio(@Nullable Double ratio) {
        return format("%.2f", ratio);
    }

    static String percent(@Nullable Double share) {
        return share == null ? "" : format("%.0f %%", share * PERCENT);
    }

    static String rate(@Nullable Double rate) {
        return rate == null ? "" : format(rate < MANY ? "%.1f" : "%,.0f", rate);
    }

    private static String format(String format, @Nullable Double value) {
        return value == null ? "" : String.format(Locale.ROOT, format, value);
    }
}
