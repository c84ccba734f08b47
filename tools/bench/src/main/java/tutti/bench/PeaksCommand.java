package tutti.bench;

import com.google.gson.Gson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
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
    public Integer call() throws IOException, InterruptedException {
        Circumstances circumstances = new Circumstances();
        Set<Integer> counts = new LinkedHashSet<>(threads);
        check(counts);
        PrintWriter out = spec.commandLine().getOut();
        List<Peak> peaks = new ArrayList<>();
        if (format == Format.table) {
            line(out, "", "threads", "best", "median", "");
        }
        Process program =
                new ProcessBuilder(command(counts)).redirectErrorStream(true).start();
        String arrayBytes = null;
        List<String> other = new ArrayList<>(); // what the JVM itself says
        try (BufferedReader lines = program.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(PeaksProgram.ARRAY)) {
                    arrayBytes = line.substring(PeaksProgram.ARRAY.length());
                } else if (line.startsWith(PeaksProgram.PEAK)) {
                    peaks.add(Peak.of(line.substring(PeaksProgram.PEAK.length())));
                    show(out, peaks.getLast());
                } else {
                    other.add(line);
                }
            }
        } finally {
            program.destroy(); // if it has not ended by itself
        }
        int exitCode = program.waitFor();
        if (exitCode != 0 || arrayBytes == null) {
            String reason = String.join(System.lineSeparator(), other);
            options.refuseIf(exitCode == PeaksProgram.REFUSED, reason);
            spec.commandLine().getErr().println("tutti: the JVM that measures failed: " + reason);
            return 1;
        }
        if (format == Format.json) {
            Gson gson = new Gson();
            out.println(
                    "[" + String.join(",\n ", peaks.stream().map(gson::toJson).toList()) + "]");
        } else {
            out.printf(
                    "%narrays of the triad: %d MiB each%n%s",
                    Long.parseLong(arrayBytes) >> 20, circumstances.markdown());
        }
        out.flush();
        return 0;
    }

    private List<String> command(Set<Integer> counts) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options.jvmOptions());
        command.addAll(List.of("-cp", JavaJob.place(PeaksProgram.class).toString(), PeaksProgram.class.getName()));
        command.add(counts.stream().map(String::valueOf).collect(Collectors.joining(",")));
        command.add(Long.toString(JobOptions.seconds(seconds).toNanos()));
        command.add(array == null ? PeaksProgram.DEFAULT_ARRAY : array.toString());
        return command;
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
