package tutti.jgf;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tutti.bench.JobOptions;
import tutti.bench.JobProgress;
import tutti.jgf.section3.MonteCarlo;
import tutti.jgf.suite.Benchmark;
import tutti.jgf.suite.Settings;
import tutti.jgf.suite.Size;
import tutti.jgf.suite.SuiteException;
import tutti.jgf.suite.SuiteRun;
import tutti.launcher.FurtherCommand;

/** The command {@code tutti jgf}. */
@Command(
        name = "jgf",
        description = "Runs the Java Grande benchmarks over Tutti, and checks what they compute.",
        sortOptions = false,
        customSynopsis = "tutti jgf [OPTION]...",
        footer = {
            "",
            "Section 1 measures operations on arrays: PingPong, Barrier, Bcast, Scatter, Gather, Reduce, Alltoall.",
            "Section 2 computes: Series (Fourier coefficients), LUFact (linear equations), SOR (relaxation of a grid),",
            "Crypt (IDEA), SparseMatmult (sparse matrix by vector).",
            "Section 3 computes: MolDyn (molecules), MonteCarlo (prices of a share), RayTracer (spheres).",
            "",
            "Lists are separated by commas. Each benchmark, size and number of members is a job in JVMs of its own."
                    + " Results",
            "are compared with the suite's own; if one is wrong, its values are shown and the exit code is 1. Times"
                    + " are",
            "medians of the repeats, and the spread is that between longest and shortest. See docs/java-grande.md.",
            "",
            "Examples:",
            "  tutti jgf --section 2 --size A --members 1,2,4",
            "  tutti jgf --benchmark SOR,Crypt --size B --members 1,2 --jvms 2 --report sor-crypt.md",
            "  tutti jgf --section 1 --members 2 --largest 10000 --format suite"
        })
public final class JgfCommand implements FurtherCommand {
    private static final int DEFAULT_SECTION = 2;
    private static final int REPEATS = 3;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--section", split = ",", paramLabel = "N", description = "1, 2 or 3 (default: 2).")
    private List<Integer> sections = new ArrayList<>();

    @Option(
            names = "--benchmark",
            split = ",",
            paramLabel = "NAME",
            description = "Only these (default: all of the section).")
    private List<String> benchmarks = new ArrayList<>();

    @Option(
            names = "--size",
            split = ",",
            paramLabel = "SIZE",
            description = "A, B or C, in sections 2 and 3 (default: A).")
    private List<Size> sizes = List.of(Size.A);

    @Option(
            names = {"-n", "--members"},
            split = ",",
            paramLabel = "N",
            description = "Numbers of members; 1 gives speed-ups (default: 1 and 2, in section 1 only 2).")
    private List<Integer> members = new ArrayList<>();

    @Option(
            names = "--jvms",
            paramLabel = "P",
            description = "JVMs over which members are spread; fewer members have one each (default: 1).")
    private int jvms = 1;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description = "Runs of each benchmark in its JVMs (default: 3, in section 1 once).")
    private @Nullable Integer repeats;

    @Option(
            names = "--seconds",
            paramLabel = "SECONDS",
            description = "About how long a step of section 1 takes; the suite's own 10 makes hours (default:"
                    + " ${DEFAULT-VALUE}).")
    private double stepSeconds = Settings.SHORT_STEP;

    @Option(
            names = "--largest",
            paramLabel = "N",
            description = "Longest arrays of section 1 (default: the suite's, as far as the memory goes).")
    private int largestArray = Integer.MAX_VALUE;

    @Option(
            names = "--hit-data",
            paramLabel = "FILE",
            description = "The suite's file of prices for MonteCarlo (default: prices are generated).")
    private @Nullable Path hitData;

    @Option(
            names = "--picture",
            paramLabel = "FILE.png",
            description = "Where RayTracer writes its picture; that of the last run stays (default: nowhere).")
    private @Nullable Path picture;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Longest time of one job, with all its repeats (default: ${DEFAULT-VALUE}).")
    private double timeoutSeconds = 3600;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "table, suite (the suite's own lines) or json (default: table).")
    private Format format = Format.table;

    @Option(
            names = "--report",
            paramLabel = "FILE.md",
            description = "Also writes a report with tables, machine and date, and plots in .svg files beside it.")
    private @Nullable Path report;

    @Mixin
    private final JobOptions job = new JobOptions();

    private final Plan.Runner runner;

    /** Made by the launcher. */
    public JgfCommand() {
        this(SuiteProcess::run);
    }

    JgfCommand(Plan.Runner runner) {
        this.runner = runner;
    }

    /** Names of formats. */
    enum Format {
        table,
        suite,
        json
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        checkNumbers();
        Plan plan = new Plan(runs(), jvms, job.jvmOptions(), JobOptions.seconds(timeoutSeconds));
        PrintWriter err = spec.commandLine().getErr();
        JobProgress progress = new JobProgress(err, plan.runs().size());
        Output output = output();
        boolean valid;
        try {
            valid = plan.execute(runner, output, progress);
        } catch (SuiteException failure) {
            progress.clear();
            err.println("tutti: " + failure.getMessage());
            return 1;
        } finally {
            output.end();
        }
        if (!valid) {
            err.println("tutti: validation failed, see above");
        }
        return valid ? 0 : 1;
    }

    private void checkNumbers() {
        job.refuseIf(jvms < 1, "members need a JVM: jvms=%d; give --jvms 1 or more".formatted(jvms));
        job.refuseIf(repeats != null && repeats < 1, "a benchmark is run at least once: repeat=%s".formatted(repeats));
        job.refuseIf(!(stepSeconds > 0), "a step must take some time: seconds=%s".formatted(stepSeconds));
        job.refuseIf(largestArray < 1, "arrays have elements: largest=%d; give 4 or more".formatted(largestArray));
        job.refuseIf(!(timeoutSeconds > 0), "the timeout must be positive: timeout=%s".formatted(timeoutSeconds));
        members.forEach(count -> job.refuseIf(count < 1, "a job has at least one member: members=%d".formatted(count)));
        job.refuseIf(
                hitData != null && !Files.isReadable(hitData),
                "no file to read: hit-data=%s; correct the path".formatted(hitData));
        job.refuse(hitData == null ? null : MonteCarlo.refusal(hitData));
        job.checkFile("picture", "picture", picture, "a PNG file", ".png");
        job.checkFile("report", "report", report, "a Markdown file", ".md");
    }

    /** Everything that can be refused is refused before anything runs. */
    private List<SuiteRun> runs() {
        List<SuiteRun> runs = new ArrayList<>();
        for (Benchmark benchmark : chosen()) {
            for (Size size : benchmark.sizes().isEmpty() ? List.of(Size.A) : new LinkedHashSet<>(sizes)) {
                job.refuseIf(
                        !benchmark.sizes().isEmpty() && !benchmark.sizes().contains(size),
                        "%s has no such size: size=%s; choose from %s"
                                .formatted(benchmark.name(), size, list(benchmark.sizes())));
                for (int count : membersOf(benchmark)) {
                    runs.add(new SuiteRun(
                            benchmark,
                            new Settings(size, stepSeconds, largestArray, absolute(hitData), absolute(picture)),
                            count,
                            repeats != null ? repeats : benchmark.section() == 1 ? 1 : REPEATS));
                }
            }
        }
        return runs;
    }

    private static @Nullable String absolute(@Nullable Path file) {
        return file == null ? null : file.toAbsolutePath().toString();
    }

    private List<Benchmark> chosen() {
        for (int section : sections) {
            job.refuseIf(
                    Benchmarks.ofSection(section).isEmpty(),
                    "there is no such section: section=%d; choose from %s"
                            .formatted(
                                    section,
                                    list(Benchmarks.ALL.stream()
                                            .map(Benchmark::section)
                                            .distinct()
                                            .toList())));
        }
        List<Benchmark> named = benchmarks.stream().distinct().map(this::named).toList();
        named.forEach(benchmark -> job.refuseIf(
                !sections.isEmpty() && !sections.contains(benchmark.section()),
                "%s is of section %d: section=%s; leave --section out"
                        .formatted(benchmark.name(), benchmark.section(), list(sections))));
        if (!named.isEmpty()) {
            return named;
        }
        Set<Integer> wanted = sections.isEmpty() ? Set.of(DEFAULT_SECTION) : new LinkedHashSet<>(sections);
        return Benchmarks.ALL.stream()
                .filter(benchmark -> wanted.contains(benchmark.section()))
                .toList();
    }

    private Benchmark named(String name) {
        return Benchmarks.named(name)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "there is no such benchmark: benchmark=%s; choose from %s"
                                .formatted(
                                        name,
                                        list(Benchmarks.ALL.stream()
                                                .map(Benchmark::name)
                                                .toList()))));
    }

    /** A benchmark that was not named is left out where it cannot be run. */
    private Collection<Integer> membersOf(Benchmark benchmark) {
        Collection<Integer> counts = !members.isEmpty()
                ? new LinkedHashSet<>(members)
                : benchmark.section() == 1 ? List.of(2) : List.of(1, 2);
        List<Integer> possible = new ArrayList<>();
        for (int count : counts) {
            String refusal = benchmark.refusal(count);
            if (refusal == null) {
                possible.add(count);
            } else {
                job.refuseIf(!benchmarks.isEmpty(), refusal);
                spec.commandLine().getErr().println("tutti: left out: " + refusal);
            }
        }
        return possible;
    }

    private static String list(Collection<?> values) {
        return values.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private Output output() {
        PrintWriter out = spec.commandLine().getOut();
        Output printed = switch (format) {
            case table -> new TableOutput(out);
            case suite -> new SuiteOutput(out);
            case json -> new JsonOutput(out);
        };
        if (report == null) {
            return printed;
        }
        List<String> arguments = spec.commandLine().getParseResult().expandedArgs();
        return Output.all(List.of(printed, new MarkdownReport(report, "tutti jgf " + String.join(" ", arguments))));
    }
}
