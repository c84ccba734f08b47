package tutti.jgf.section3;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import tutti.jgf.suite.SuiteException;

/**
 * The prices of a share in the past, from which {@link MonteCarlo} starts.
 *
 * <p>The suite's own are in a file that may not be handed on, so a user brings it; without it there are generated ones.
 * Both have a line for each day: the date as yymmdd, the prices at its beginning, highest, lowest and last, the volume,
 * and the open interest, with commas between them.
 */
final class PriceHistory {
    private static final String HIT_DATA_SHA256 = "1662a83fc0a8f9b0d7f9767e237198263204e64db7ad520954def2c79421e8c0";
    private static final int FIELDS = 7;
    private static final int LAST_PRICE = 4;

    private static final int GENERATED_DAYS = 2597; // as many as the file has
    private static final long SEED = 132;
    private static final double DRIFT = -0.0001;
    private static final double VOLATILITY = 0.012;

    private PriceHistory() {}

    /**
     * Returns each day's last price in the suite's file.
     *
     * @throws SuiteException if the file cannot be read, or is not the suite's
     */
    static double[] fromHitData(Path file) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new SuiteException("cannot read the prices: file=%s reason=%s".formatted(file.toAbsolutePath(), e));
        }
        String sha256 = sha256(bytes);
        if (!sha256.equals(HIT_DATA_SHA256)) {
            throw new SuiteException(
                    "not the suite's file hitData, whose reference values hold for no other: file=%s sha256=%s expected=%s; leave it out to run with generated prices"
                            .formatted(file.toAbsolutePath(), sha256, HIT_DATA_SHA256));
        }
        return lastPrices(new String(bytes, StandardCharsets.US_ASCII).lines().toList());
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns each day's last price in generated lines. */
    static double[] generated() {
        return lastPrices(generatedLines());
    }

    static double[] lastPrices(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.isBlank())
                .mapToDouble(PriceHistory::lastPrice)
                .toArray();
    }

    private static double lastPrice(String line) {
        String[] fields = line.split(",", -1);
        if (fields.length < FIELDS) {
            throw new SuiteException(
                    "too few fields: fields=%d expected=%d line=%s".formatted(fields.length, FIELDS, line));
        }
        return Double.parseDouble(fields[LAST_PRICE].strip());
    }

    /** Makes prices of ten years, the same on every machine. */
    static List<String> generatedLines() {
        Random random = new Random(SEED);
        List<String> lines = new ArrayList<>();
        double price = 100;
        LocalDate date = LocalDate.of(1990, 1, 1);
        while (lines.size() < GENERATED_DAYS) {
            if (date.getDayOfWeek() != DayOfWeek.SATURDAY && date.getDayOfWeek() != DayOfWeek.SUNDAY) {
                double open = price;
                price *= StrictMath.exp(DRIFT + VOLATILITY * random.nextGaussian());
                double high = Math.max(open, price) * (1 + VOLATILITY * random.nextDouble());
                double low = Math.min(open, price) * (1 - VOLATILITY * random.nextDouble());
                lines.add(String.format(
                        Locale.ROOT,
                        "%s,%.2f,%.2f,%.2f,%.2f,%d,0",
                        date.format(DateTimeFormatter.ofPattern("yyMMdd", Locale.ROOT)),
                        open,
                        high,
                        low,
                        price,
                        10_000 + random.nextInt(90_000)));
            }
            date = date.plusDays(1);
        }
        return lines;
    }
}
