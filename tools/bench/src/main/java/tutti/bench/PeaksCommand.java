package tutti.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
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
    private TableOrJson format = TableOrJson.table;

    @Mixin
    private final JobOptions options = new JobOptions();

    /** Made by the command line. */
    PeaksCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Circumstances circumstances = new Circumstances();
        Set<Integer> counts = new LinkedHashSet<>(threads);
        check(counts);
        PrintWriter out = spec.commandLine().getOut();
        List<Peak> peaks = new ArrayList<>();
        if (format == TableOrJson.table) {
            line(out, "", "threads", "best", "median", "");
        }
        AtomicReference<@Nullable Long> told = new AtomicReference<>(); // bytes of an array
        try {
            program(counts).run(line -> {
                if (line.startsWith(PeaksProgram.ARRAY)) {
                    told.set(Long.valueOf(line.substring(PeaksProgram.ARRAY.length())));
                } else if (line.startsWith(PeaksProgram.PEAK)) {
                    peaks.add(Peak.of(line.substring(PeaksProgram.PEAK.length())));
                    show(out, peaks.getLast());
                } else {
                    return false;
                }
                return true;
            });
        } catch (BenchException failure) {
            spec.commandLine().getErr().println("tutti: " + failure.getMessage());
            return 1;
        }
        Long arrayBytes = told.get();
        if (arrayBytes == null) {
            spec.commandLine().getErr().println("tutti: the JVM that measures failed: it has printed nothing");
            return 1;
        }
        if (format == TableOrJson.json) {
            out.println(TableOrJson.json(peaks));
        } else {
            out.printf("%narrays of the triad: %d MiB each%n%s", arrayBytes >> 20, circumstances.markdown());
        }
        out.flush();
        return 0;
    }

    private OwnJvm program(Set<Integer> counts) {
        return new OwnJvm(
                options,
                List.of(),
                List.of(JavaJob.place(PeaksProgram.class)),
                PeaksProgram.class,
                List.of(
                        counts.stream().map(String::valueOf).collect(Collectors.joining(",")),
                        Long.toString(JobOptions.seconds(seconds).toNanos()),
                        array == null ? PeaksProgram.DEFAULT_ARRAY : array.toString()));
    }

    private void check(Set<Integer> counts) {
        for (int count : counts) {
            options.refuseIf(count < 1, "at least one thread must work: threads=%d".formatted(count));
            options.refuseIf(
                    array != null && array < (long) count * Double.BYTES,
                    "each thread needs a part of the arrays: array=%d threads=%d".formatted(array, count));
        }
        options.refuseIf(!(seconds > 0), "a row must take some time: seconds=%s".formatted(seconds));
    }

    private void show(PrintWriter out, Peak peak) {
        if (format == TableOrJson.table) {
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
