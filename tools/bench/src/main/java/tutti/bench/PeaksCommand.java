package tutti.bench;

import com.google.gson.Gson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code tutti bench peaks}. */
@Command(
        name = "peaks",
        description = "Measures what bounds programs on this machine: the most arithmetic and the most memory traffic"
                + " in Java.",
        sortOptions = false,
        footer = {
            "",
            "flops: multiply-adds of doubles in accumulators that stay in the cache, two operations each.",
            "bandwidth: the triad a = b + s * c over arrays that are larger than the caches; two arrays",
            "are read and one is written. Rates are those of the fastest block and of the one in the middle.",
            "",
            "Example:",
            "  tutti bench peaks --threads 1,2,4 --format json"
        })
final class PeaksCommand implements Callable<Integer> {
    private static final Path CACHE = Path.of("/sys/devices/system/cpu/cpu0/cache/index3/size");
    private static final long LEAST_ARRAY = 64L << 20;
    private static final long LARGEST_ARRAY = 1L << 33; // one thread's elements have indices
    private static final int ARRAYS = 3;
    private static final double USABLE = 0.8; // of the heap

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--threads",
            split = ",",
            paramLabel = "N",
            description = "Threads that work at the same time (default: 1, and as many as there are processors).")
    private List<Integer> threads = List.of(1, Runtime.getRuntime().availableProcessors());

    @Option(
            names = "--seconds",
            paramLabel = "S",
            description = "Time for each row, after as much to warm up (default: ${DEFAULT-VALUE}).")
    private double seconds = 2;

    @Option(
            names = "--array",
            paramLabel = "SIZE",
            converter = BenchCommand.ToSize.class,
            description = "Bytes of each of the three arrays; k, m and g are KiB, MiB and GiB (default: as large as the"
                    + " last cache, at least 64m).")
    private @Nullable Integer array;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table or json (default: table).")
    private Format format = Format.table;

    @Mixin
    private final JobOptions options = new JobOptions();

    /** Names of formats. */
    enum Format {
        table,
        json
    }

    /** Made by the command line. */
    PeaksCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        Circumstances circumstances = new Circumstances();
        Set<Integer> counts = new LinkedHashSet<>(threads);
        long arrayBytes = array == null ? defaultArray() : array;
        check(counts, arrayBytes);
        Duration time = JobOptions.seconds(seconds);
        PrintWriter out = spec.commandLine().getOut();
        List<Peak> peaks = new ArrayList<>();
        if (format == Format.table) {
            line(out, "", "threads", "best", "median", "");
        }
        for (int count : counts) {
            peaks.add(Peak.flops(count, time));
            show(out, peaks.getLast());
        }
        for (int count : counts) {
            peaks.add(Peak.bandwidth(count, arrayBytes, time));
            show(out, peaks.getLast());
        }
        if (format == Format.json) {
            Gson gson = new Gson();
            out.println(
                    "[" + String.join(",\n ", peaks.stream().map(gson::toJson).toList()) + "]");
        } else {
            out.printf("%narrays of the triad: %d MiB each%n%s", arrayBytes >> 20, circumstances.markdown());
        }
        out.flush();
        return 0;
    }

    private void check(Set<Integer> counts, long arrayBytes) {
        for (int count : counts) {
            options.refuseIf(count < 1, "at least one thread must work: threads=%d".formatted(count));
            options.refuseIf(
                    arrayBytes < (long) count * Double.BYTES,
                    "each thread needs a part of the arrays: array=%d threads=%d".formatted(arrayBytes, count));
        }
        options.refuseIf(!(seconds > 0), "a row must take some time: seconds=%s".formatted(seconds));
        long heap = Runtime.getRuntime().maxMemory();
        options.refuseIf(
                ARRAYS * arrayBytes > USABLE * heap,
                "three arrays do not fit the heap: array=%d MiB heap=%d MiB; give a smaller --array, or a larger heap (JDK_JAVA_OPTIONS=-Xmx8g)"
                        .formatted(arrayBytes >> 20, heap >> 20));
    }

    /** Three arrays are then three times as large as the last cache; less if the heap is small. */
    private static long defaultArray() {
        long fitting = (long) (USABLE * Runtime.getRuntime().maxMemory() / ARRAYS);
        return Math.min(Math.clamp(lastCacheBytes(), LEAST_ARRAY, LARGEST_ARRAY), fitting);
    }

    private static long lastCacheBytes() {
        try {
            String size = Files.readString(CACHE).strip();
            return size.endsWith("K") ? Long.parseLong(size.substring(0, size.length() - 1)) << 10 : 0;
        } catch (IOException | NumberFormatException e) {
            return 0; // the system does not tell
        }
    }

    private void show(PrintWriter out, Peak peak) {
        if (format == Format.table) {
            line(
                    out,
                    peak.what(),
                    Integer.toString(peak.threads()),
                    String.format(Locale.ROOT, "%.2f", peak.best()),
                    String.format(Locale.ROOT, "%.2f", peak.median()),
                    peak.unit());
            out.flush();
        }
    }

    private static void line(PrintWriter out, Object... values) {
        out.printf(Locale.ROOT, "%-10s %8s %10s %10s %s%n", values);
    }
}
