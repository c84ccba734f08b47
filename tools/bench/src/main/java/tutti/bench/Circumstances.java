package tutti.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.stream.Stream;

/** Where and when figures are taken: machine, date and load, as reports have to say. */
public final class Circumstances {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT);

    private static final double QUIET = 0.5; // of the processors

    private final double loadBefore = load();

    /** Takes the load before anything is measured. */
    public Circumstances() {}

    /** Returns a list in Markdown; to be called when all has been measured. */
    public String markdown() {
        return """
            - Machine: %s
            - Date: %s
            - Load before and after: %s, %s%s
            """.formatted(
                machine(), ZonedDateTime.now(ZoneOffset.UTC).format(TIME), text(loadBefore), text(load()), warning());
    }

    private String warning() {
        return loadBefore > QUIET * Runtime.getRuntime().availableProcessors()
                ? ". **The machine was in use before: times say little, and see their spread**"
                : "";
    }

    private static String machine() {
        return "%d processors%s, %s %s, Java %s (%s)"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        model(),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        System.getProperty("java.runtime.version"),
                        System.getProperty("java.vendor"));
    }

    private static String model() {
        if (!Files.isReadable(PROCESSORS)) {
            return "";
        }
        try (Stream<String> lines = Files.lines(PROCESSORS)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> " of " + line.substring(line.indexOf(':') + 1).strip())
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * Returns the mean number of threads that ran or wanted to, in the last minute; less than 0 if the system does not
     * tell.
     */
    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static String text(double load) {
        return load < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", load);
    }
}
