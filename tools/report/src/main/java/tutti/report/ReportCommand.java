package tutti.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tutti.bench.JobOptions;
import tutti.bench.JobProgress;
import tutti.launcher.FurtherCommand;

/** The command {@code tutti report}. */
@Command(
        name = "report",
        description =
                "Measures what papers on message passing in Java measured, and writes their tables with ours beside"
                        + " them.",
        sortOptions = false,
        customSynopsis = "tutti report [OPTION]...",
        footer = {
            "",
            "The CCJ paper: Tables 1 to 6 are of single operations (tutti bench), Figure 8 is of matrices, Figures 9"
                    + " to 11 are of ASP,",
            "LEQ and QR over Tutti and over plain RMI; 'lines' counts lines of communication code. Other papers: jmpi,",
            "Open MPI's Java bindings, devices of MPJ Express, and deterministic annealing.",
            "",
            "The report is Markdown with charts beside it, and written again after each part. What cannot be measured"
                    + " is",
            "marked, with the reason; then the exit code is 1. See docs/paper.md.",
            "",
            "Examples:",
            "  tutti report --quick --out quick.md               a few minutes",
            "  tutti report --out paper.md                       the papers' sizes: 40 minutes on two processors",
            "  tutti report --only table3,figure9 --members 1,2,4"
        })
public final class ReportCommand implements FurtherCommand {
    private static final double QUICK_SCALE = 0.1;
    private static final double MOST_SCALE = 10;
    private static final List<Integer> PAPERS_MEMBERS = List.of(1, 2, 4, 8, 16, 32, 64);
    private static final List<Integer> FEW_MEMBERS = List.of(1, 2, 4);
    private static final List<String> USUAL_TRANSPORTS = List.of("shared-memory", "grpc");
    private static final List<String> TRANSPORTS = List.of(Scope.LOCAL, "shared-memory", "grpc", "mpi", "mpich");
    private static final int MEMBERS_PER_PROCESSOR = 2;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--out",
            paramLabel = "FILE.md",
            description = "The report; charts are .svg files beside it (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("tutti-report.md");

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Parts: table1 to table6, figure8 to figure11, lines; jmpi-pingpong, jmpi-matmul; openmpi-latency,"
                        + " openmpi-collectives, openmpi-nas; mpjexpress-pingpong, mpjexpress-nas, mpjexpress-nbody;"
                        + " annealing (default: all).")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--quick",
            description = "See whether all commands run, not how fast: few samples, hardly warmed up, with 1, 2 and 4"
                    + " members, and a tenth of the programs' sizes.")
    private boolean quick;

    @Option(
            names = "--scale",
            paramLabel = "S",
            description = "Multiplies the sizes of the papers' programs, but for those of NAS (default: 1, with --quick"
                    + " 0.1).")
    private @Nullable Double scale;

    @Option(
            names = {"-n", "--members"},
            split = ",",
            paramLabel = "N",
            description = "Numbers of members in Tables 2 to 6 and Figure 8 (default: the paper's 1, 2, 4, ..., 64).")
    private List<Integer> members = new ArrayList<>();

    @Option(
            names = "--speed-up-members",
            split = ",",
            paramLabel = "N",
            description =
                    "The same in Figures 9 to 11, of NAS kernels, bodies and annealing (default: those of --members up"
                            + " to twice the processors).")
    private List<Integer> speedUpMembers = new ArrayList<>();

    @Option(
            names = "--jvms",
            paramLabel = "P",
            description =
                    "JVMs over which members are spread; fewer members have one each (default: ${DEFAULT-VALUE}).")
    private int jvms = 2;

    @Option(
            names = "--transport",
            split = ",",
            paramLabel = "NAME",
            description = "How members exchange messages where operations are timed, and in jmpi-matmul: local (in one"
                    + " JVM), shared-memory, grpc, mpi (Open MPI), mpich (default: shared-memory,grpc).")
    private List<String> transports = USUAL_TRANSPORTS;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Longest time of one command (default: ${DEFAULT-VALUE}).")
    private double timeoutSeconds = 1800;

    @Option(
            names = "--sources",
            paramLabel = "DIR",
            description = "Folder of the examples' packages, for 'lines' (default: that of this source tree).")
    private @Nullable Path sources;

    @Mixin
    private final JobOptions job = new JobOptions();

    private final Runner runner;

    /** Made by the launcher. */
    public ReportCommand() {
        this(TuttiProcess::run);
    }

    ReportCommand(Runner runner) {
        this.runner = runner;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        Scope scope = scope();
        List<Exhibit> exhibits = exhibits();
        MarkdownReport report = new MarkdownReport(
                out,
                "tutti report "
                        + String.join(" ", spec.commandLine().getParseResult().expandedArgs()),
                exhibits,
                scope);
        PrintWriter err = spec.commandLine().getErr();
        JobProgress progress = new JobProgress(err, (int) exhibits.stream()
                .flatMap(exhibit -> exhibit.commands(scope).stream())
                .distinct() // some are shown by two parts
                .count());
        Answers answers = new Answers();
        for (Exhibit exhibit : exhibits) {
            for (List<String> command : exhibit.commands(scope)) {
                if (!answers.has(command)) {
                    progress.job("%s: %s".formatted(exhibit.name(), TuttiProcess.text(command)), 1);
                    answers.put(command, runner.run(command, JobOptions.seconds(timeoutSeconds)));
                }
            }
            report.write(answers, exhibit);
        }
        progress.clear();
        spec.commandLine().getOut().println("wrote " + out);
        for (List<String> command : answers.failed()) {
            err.println("tutti: failed: %s: %s".formatted(answers.to(command).failure(), TuttiProcess.text(command)));
        }
        return answers.failed().isEmpty() ? 0 : 1;
    }

    private void check() {
        job.checkFile("report", "out", out, "a Markdown file", ".md");
        job.refuseIf(jvms < 1, "members need a JVM: jvms=%d; give --jvms 1 or more".formatted(jvms));
        job.refuseIf(
                scale != null && !(scale > 0 && scale <= MOST_SCALE),
                "sizes are multiplied by a number above 0, at most %s: scale=%s".formatted(MOST_SCALE, scale));
        job.refuseIf(!(timeoutSeconds > 0), "the timeout must be positive: timeout=%s".formatted(timeoutSeconds));
        for (List<Integer> counts : List.of(members, speedUpMembers)) {
            counts.forEach(
                    count -> job.refuseIf(count < 1, "a job has at least one member: members=%d".formatted(count)));
        }
        transports.forEach(name -> job.refuseIf(
                !TRANSPORTS.contains(name),
                "there is no such transport: transport=%s; choose from %s".formatted(name, Words.list(TRANSPORTS))));
        job.refuseIf(
                sources != null && !Files.isDirectory(sources.resolve("asp")),
                "no folder of the examples' packages: sources=%s; name the one in which asp lies".formatted(sources));
    }

    private Scope scope() {
        List<Integer> counts = ascending(members.isEmpty() ? quick ? FEW_MEMBERS : PAPERS_MEMBERS : members);
        int most = MEMBERS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
        return new Scope(
                quick,
                scale != null ? scale : quick ? QUICK_SCALE : 1,
                counts,
                speedUpMembers.isEmpty()
                        ? counts.stream().filter(count -> count <= most).toList()
                        : ascending(speedUpMembers),
                jvms,
                transports.stream().distinct().toList(),
                job.jvmOptions(),
                sources != null ? sources : Sources.find());
    }

    private static List<Integer> ascending(List<Integer> counts) {
        return List.copyOf(new TreeSet<>(counts));
    }

    private List<Exhibit> exhibits() {
        Map<String, Exhibit> all = new LinkedHashMap<>();
        for (List<Exhibit> some : List.of(
                List.<Exhibit>of(new PingPong()),
                Collective.all(),
                List.<Exhibit>of(new MatrixScatter()),
                SpeedUps.all(),
                List.<Exhibit>of(new CodeLines()),
                Jmpi.all(),
                OpenMpiJava.all(),
                MpjExpress.all(),
                List.<Exhibit>of(Analytics.annealing()))) {
            some.forEach(exhibit -> all.put(exhibit.name(), exhibit));
        }
        only.forEach(name -> job.refuseIf(
                !all.containsKey(name),
                "there is no such part: only=%s; choose from %s".formatted(name, Words.list(all.keySet()))));
        return all.values().stream()
                .filter(exhibit -> only.isEmpty() || only.contains(exhibit.name()))
                .toList();
    }
}
