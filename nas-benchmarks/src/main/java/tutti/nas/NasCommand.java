package tutti.nas;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.bench.JobOptions;
import tutti.bench.JobProgress;
import tutti.bench.Transport;
import tutti.launcher.FurtherCommand;
import tutti.nas.kernel.Kernel;
import tutti.nas.kernel.Outcome;
import tutti.nas.kernel.ProblemClass;

/** The command {@code tutti nas}. */
@Command(
        name = "nas",
        description = "Runs kernels of the NAS Parallel Benchmarks over Tutti, and verifies what they compute.",
        sortOptions = false,
        customSynopsis = "tutti nas [KERNEL]... [OPTION]...",
        footer = {
            "",
            "Lists are separated by commas. Each kernel, class and number of members is a job in JVMs",
            "of its own. If a result is wrong, it is shown beside the one that it should be, and the exit",
            "code is 1. Times are medians of the repeats. See docs/nas.md.",
            "",
            "Examples:",
            "  tutti nas -n 1,2,4",
            "  tutti nas CG MG -n 4 --jvms 2 --class S,W,A --json cg-mg.json"
        })
public final class NasCommand implements FurtherCommand {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            split = ",",
            paramLabel = "KERNEL",
            description = "CG (eigenvalue), MG (multigrid), IS (ranks of keys), FT (Fourier transforms), EP (random"
                    + " numbers); default: all.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = {"-n", "--members"},
            split = ",",
            paramLabel = "N",
            description = "Numbers of members, powers of two but for EP; 1 gives speed-ups (default: 1,2).")
    private List<Integer> members = List.of(1, 2);

    @Option(
            names = "--jvms",
            paramLabel = "P",
            description = "JVMs over which members are spread; fewer members have one each (default: 1).")
    private int jvms = 1;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            converter = Transport.Reader.class,
            description = "Between JVMs: shared-memory, grpc or mpi, which mpirun starts (default: as tutti run"
                    + " chooses).")
    private @Nullable Transport transport;

    @Option(
            names = "--class",
            split = ",",
            paramLabel = "CLASS",
            description = "S, W, A or B, in order of size (default: S).")
    private List<ProblemClass> classes = List.of(ProblemClass.S);

    @Option(names = "--repeat", paramLabel = "N", description = "Runs of each kernel in its JVMs (default: 1).")
    private int repeats = 1;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Longest time of one job, with all its repeats (default: ${DEFAULT-VALUE}).")
    private double timeoutSeconds = 3600;

    @Option(names = "--suite-output", description = "Prints the suite's own lines instead of a table.")
    private boolean isSuiteOutput;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "What is printed instead of a table: json, an array of all results (default: table).")
    private Format format = Format.table;

    @Option(names = "--json", paramLabel = "FILE.json", description = "Also writes all results as JSON.")
    private @Nullable Path json;

    @Option(
            names = "--report",
            paramLabel = "FILE.md",
            description = "Also writes a report with machine, date and load, and plots in .svg files beside it.")
    private @Nullable Path report;

    @Mixin
    private final JobOptions job = new JobOptions();

    private final NasRun.Runner runner;

    /** Names of formats. */
    enum Format {
        table,
        json
    }

    /** Made by the launcher. */
    public NasCommand() {
        this(JobProcess::run);
    }

    NasCommand(NasRun.Runner runner) {
        this.runner = runner;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        checkOptions();
        List<NasRun> runs = runs();
        PrintWriter err = spec.commandLine().getErr();
        JobProgress progress = new JobProgress(err, runs.size());
        List<Output> outputs = outputs();
        boolean verified;
        try {
            verified = execute(runs, outputs, progress);
        } catch (NasException failure) {
            progress.clear();
            err.println("tutti: " + failure.getMessage());
            return 1;
        } finally {
            for (Output output : outputs) {
                output.end();
            }
        }
        if (!verified) {
            err.println("tutti: verification failed, see above");
        }
        return verified ? 0 : 1;
    }

    private void checkOptions() {
        job.refuseIf(jvms < 1, "members need a JVM: jvms=%d; give --jvms 1 or more".formatted(jvms));
        checkTransport();
        job.refuseIf(repeats < 1, "a kernel is run at least once: repeat=%d".formatted(repeats));
        job.refuseIf(!(timeoutSeconds > 0), "the timeout must be positive: timeout=%s".formatted(timeoutSeconds));
        members.forEach(count -> job.refuseIf(count < 1, "a job has at least one member: members=%d".formatted(count)));
        job.refuseIf(
                isSuiteOutput && format == Format.json,
                "the suite's lines are no JSON: give --suite-output or --format json");
        job.checkFile("result", "json", json, "a JSON file", ".json");
        job.checkFile("report", "report", report, "a Markdown file", ".md");
    }

    private void checkTransport() {
        Transport asked = transport;
        if (asked != null) {
            job.refuse(asked.refusal(jvms));
            job.refuse(asked.refusal());
        }
    }

    /** Everything that can be refused is refused before anything runs. */
    private List<NasRun> runs() {
        List<NasRun> runs = new ArrayList<>();
        for (Kernel kernel : kernels()) {
            for (ProblemClass problemClass : new LinkedHashSet<>(classes)) {
                for (int count : new LinkedHashSet<>(members)) {
                    job.refuse(kernel.refusal(problemClass, count));
                    int together = Math.min(jvms, count);
                    runs.add(new NasRun(
                            kernel, problemClass, count, together, together == 1 ? null : transport, repeats));
                }
            }
        }
        return runs;
    }

    private List<Kernel> kernels() {
        return names.isEmpty()
                ? Kernels.ALL
                : names.stream().map(this::kernel).distinct().toList();
    }

    private Kernel kernel(String name) {
        return Kernels.named(name)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "there is no such kernel: kernel=%s; choose from %s"
                                .formatted(
                                        name,
                                        Kernels.ALL.stream().map(Kernel::name).collect(Collectors.joining(", ")))));
    }

    private List<Output> outputs() {
        List<Output> outputs = new ArrayList<>();
        PrintWriter out = spec.commandLine().getOut();
        if (format == Format.json) {
            outputs.add(new JsonOutput(out::println));
        } else {
            outputs.add(isSuiteOutput ? new SuiteOutput(out) : new TableOutput(out));
        }
        if (json != null) {
            Path file = json;
            outputs.add(new JsonOutput(text -> Files.writeString(file, text + System.lineSeparator())));
        }
        if (report != null) {
            List<String> arguments = spec.commandLine().getParseResult().expandedArgs();
            outputs.add(new MarkdownReport(report, "tutti nas " + String.join(" ", arguments)));
        }
        return outputs;
    }

    /** Returns whether all results are right. */
    private boolean execute(List<NasRun> runs, List<Output> outputs, JobProgress progress) throws InterruptedException {
        List<Result> results = new ArrayList<>();
        for (NasRun run : runs) {
            progress.job(run.toString(), run.repeats());
            List<Outcome> outcomes = new ArrayList<>();
            runner.run(run, job.jvmOptions(), JobOptions.seconds(timeoutSeconds), outcome -> {
                outcomes.add(outcome);
                progress.repeatDone();
            });
            progress.clear();
            Result alone = results.stream()
                    .filter(result -> result.isAloneOf(run))
                    .findFirst()
                    .orElse(null);
            Result result = Result.of(run, outcomes, alone);
            results.add(result);
            outputs.forEach(output -> output.add(result));
        }
        return results.stream().allMatch(Result::verified);
    }
}
