package tutti.bench;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sizes as they are written: a number of bytes, or of KiB, MiB or GiB with k, m or g behind it. */
final class Sizes {
    private static final String UNITS = "kmg";
    private static final int UNIT_BITS = 10;
    private static final long MOST = 1L << 30;

    private Sizes() {}

    /** Reads one size. */
    static int parse(String text) {
        String number = text.strip().toLowerCase(Locale.ROOT);
        int unit = number.isEmpty() ? -1 : UNITS.indexOf(number.charAt(number.length() - 1));
        String digits = unit < 0 ? number : number.substring(0, number.length() - 1);
        if (!digits.matches("\\d{1,10}")) {
            throw new IllegalArgumentException(
                    "size=%s is none; write a number of bytes, or one with k, m or g, for example 64k".formatted(text));
        }
        long bytes = Long.parseLong(digits) << (UNIT_BITS * (unit + 1));
        if (bytes < 1 || bytes > MOST) {
            throw new IllegalArgumentException("size=%s is out of range: at least 1, at most 1g".formatted(text));
        }
        return (int) bytes;
    }

    /** Writes a size for people, such as {@code 64 KiB}; whole units only, so that nothing is rounded. */
    static String text(int bytes) {
        int unit = Math.min(UNITS.length(), Integer.numberOfTrailingZeros(bytes) / UNIT_BITS);
        String name = unit == 0 ? "B" : Character.toUpperCase(UNITS.charAt(unit - 1)) + "iB";
        return String.format(Locale.ROOT, "%,d %s", bytes >> (unit * UNIT_BITS), name);
    }

    /** Returns why values of this size cannot be, with the cure, or null if they can. */
    static @Nullable String refusal(Benchmark benchmark, PayloadKind payload, int bytes) {
        if (payload == PayloadKind.OBJECT) {
            return bytes == Long.BYTES || Content.Matrices.side(bytes) > 0
                    ? null
                    : "an object is a Long of 8 bytes or an int[n][n] of 4*n*n bytes: size=%d; take 8,1k,4k,16k,64k,1m"
                            .formatted(bytes);
        }
        if (payload == PayloadKind.INTS) {
            return bytes % Integer.BYTES == 0
                    ? null
                    : "an int has 4 bytes: size=%d; take multiples of 4".formatted(bytes);
        }
        if (benchmark.isOfPairs() && bytes % (2 * Double.BYTES) != 0) {
            return "%s is of pairs of doubles: size=%d; take multiples of 16".formatted(benchmark, bytes);
        }
        if (benchmark == Benchmark.LATENCY_STRIDED && bytes % Double.BYTES != 0) {
            return "%s is of doubles: size=%d; take multiples of 8, such as 32k for 4,096 rows"
                    .formatted(benchmark, bytes);
        }
        return benchmark.isReduction() && bytes % Double.BYTES != 0
                ? "%s adds doubles: size=%d; take multiples of 8".formatted(benchmark, bytes)
                : null;
    }
}
