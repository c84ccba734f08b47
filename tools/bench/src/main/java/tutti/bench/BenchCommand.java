package tutti.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import tutti.launcher.FurtherCommand;

/** The command {@code tutti bench}. */
@Command(
        name = "bench",
        subcommands = {
            TuneCommand.class,
            PeaksCommand.class,
            MemoryCommand.class,
            CodecCommand.class,
            MatrixFileCommand.class
        },
        description = "Measures operations of Tutti, and of peers in the same run, in turn.",
        sortOptions = false,
        customSynopsis = {
            "tutti bench [OPTION]... BENCHMARK...",
            "tutti bench tune --out FILE [OPTION]...",
            "tutti bench peaks [OPTION]...",
            "tutti bench memory [OPTION]...",
            "tutti bench matrix-file [OPTION]... FOLDER"
        },
        footer = {
            "",
            "Lists are separated by commas. Every combination of transports, members and JVMs is run;",
            "those that cannot be are skipped, with a line that says why.",
            "Times are microseconds: half a round trip for latency, each message for bandwidth and",
            "message rate, each operation for collectives. See docs/benchmarks.md.",
            "",
            "Examples:",
            "  tutti bench latency",
            "  tutti bench latency --transport grpc --sizes 8,1k,64k,1m --peer openmpi --format json",
            "  tutti bench allreduce barrier --members 4 --peer openmpi --plot times.svg"
        })
public final class BenchCommand implements FurtherCommand {
    private static final int OF_TWO = 2;
    private static final int OF_MORE = 4;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "0..*",
            paramLabel = "BENCHMARK",
            description =
                    "latency, latency-nonblocking, latency-persistent, latency-any-source, latency-strided, put, get,"
                            + " bandwidth, bandwidth-nonblocking, bibandwidth, message-rate, barrier, fence,"
                            + " fetch-and-add, varhandle-add, tasks-by-counter, tasks-by-master, broadcast, reduce,"
                            + " reduce-max, reduce-nop, allreduce, scatter, gather, allgather, alltoall, alltoallv,"
                            + " neighbor-alltoall, scan, reduce-scatter, iallreduce, iallreduce-persistent,"
                            + " iallreduce-overlap, allreduce-maxloc, allreduce-complex, sum or exact-sum.")
    private List<String> benchmarks = new ArrayList<>();

    @Option(
            names = "--transport",
            split = ",",
            paramLabel = "NAME",
            converter = Transport.Reader.class,
            description = "local (one JVM), shared-memory, grpc, or an MPI library, whose launcher starts the JVMs: mpi"
                    + " (Open MPI) or mpich (default: local in one JVM, shared-memory between several).")
    private List<Transport> transports = new ArrayList<>();

    @Option(
            names = {"-n", "--members"},
            split = ",",
            paramLabel = "N",
            description = "Members of the job (default: 4, or 2 where only two take part).")
    private List<Integer> members = new ArrayList<>();

    @Option(
            names = "--jvms",
            split = ",",
            paramLabel = "P",
            description = "JVMs over which Tutti's members are spread (default: 2 with a transport between JVMs, else"
                    + " 1).")
    private List<Integer> jvms = new ArrayList<>();

    @Option(
            names = "--sizes",
            split = ",",
            paramLabel = "SIZE",
            converter = ToSize.class,
            description = "Bytes of one value; k, m and g are KiB, MiB and GiB (default: 8,1k,64k,1m).")
    private List<Integer> sizes = List.of(8, 1 << 10, 1 << 16, 1 << 20);

    @Option(
            names = "--payload",
            paramLabel = "KIND",
            converter = ToPayload.class,
            description = "array: byte[], double[] in reductions. direct: the same as buffers. segment:"
                    + " buffers outside the heap. object: Long or int[n][n]. ints: int[]. (default: array)")
    private PayloadKind payload = PayloadKind.ARRAY;

    @Option(names = "--threads", paramLabel = "KIND", description = "platform or virtual (default: platform).")
    private Threads threads = Threads.platform;

    @Option(
            names = "--peer",
            split = ",",
            paramLabel = "NAME",
            description = "Runs this in turn with Tutti: socket (blocking TCP), rmi, pcj, openmpi and mpich (C), or"
                    + " aeron (shared memory).")
    private List<PeerName> peers = new ArrayList<>();

    @Option(names = "--format", paramLabel = "FORMAT", description = "table, csv, json or markdown (default: table).")
    private Format format = Format.table;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "Also draws the medians over the sizes, in a .png or .svg file.")
    private @Nullable Path plot;

    @Option(
            names = "--bind-to",
            paramLabel = "UNIT",
            description =
                    "core: gives each process of a contender cores of its own, as tutti run and mpirun do. none: does"
                            + " not. (default: none, but mpirun's own for what it starts)")
    private @Nullable BindTo bindTo;

    @Mixin
    private final PaceOptions pace = new PaceOptions(15, 30, 2);

    @Mixin
    private final DetailOptions details = new DetailOptions();

    @Mixin
    private final JobOptions job = new JobOptions();

    /** Made by the launcher. */
    public BenchCommand() {}

    /** Kinds of threads. */
    enum Threads {
        platform,
        virtual
    }

    /** What processes are bound to. */
    enum BindTo {
        core,
        none
    }

    /** Names of peers. */
    enum PeerName {
        socket,
        rmi,
        pcj,
        openmpi,
        mpich,
        aeron
    }

    /** Names of formats. */
    enum Format {
        table,
        csv,
        json,
        markdown
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        job.refuseIf(
                benchmarks.isEmpty(), "no BENCHMARK is named; choose from %s".formatted(List.of(Benchmark.values())));
        List<Contender> contenders = contenders();
        checkNumbers();
        List<Race> races = possible(races());
        races.forEach(race -> check(race, contenders));
        Report report = Report.all(reports());
        HandOff.warmUp();
        try {
            for (Race race : races) {
                race.run(contenders, details.of(pace.pace()), pace.timeout(), report);
            }
        } catch (BenchException failure) {
            spec.commandLine().getErr().println("tutti: " + failure.getMessage());
            return 1;
        } finally {
            report.end();
        }
        return 0;
    }

    private List<Contender> contenders() {
        List<Contender> contenders = new ArrayList<>(List.of(new Tutti()));
        for (PeerName peer : new LinkedHashSet<>(peers)) {
            contenders.add(
                    switch (peer) {
                        case socket -> JavaPeer.socket();
                        case rmi -> JavaPeer.rmi();
                        case pcj -> new Pcj();
                        case openmpi -> new MpiPeer(MpiTools.OPEN_MPI);
                        case mpich -> new MpiPeer(MpiTools.MPICH);
                        case aeron -> new AeronIpc();
                    });
        }
        return contenders;
    }

    private List<Race> races() {
        List<Race> races = new ArrayList<>();
        for (Benchmark benchmark : named()) {
            List<Integer> ofSizes = benchmark.onlySize() >= 0 ? List.of(benchmark.onlySize()) : sizes;
            for (Spread spread : spreads()) {
                for (int memberCount : orDefault(members, benchmark.isOfTwo() ? OF_TWO : OF_MORE)) {
                    Setup setup = new Setup(
                            spread.transport(),
                            memberCount,
                            spread.jvms(),
                            payload,
                            threads == Threads.virtual,
                            job.jvmOptions(),
                            pace.settings(),
                            bindTo == null ? null : bindTo.toString(),
                            pace.load(),
                            details.fresh());
                    races.add(new Race(benchmark, setup, ofSizes));
                }
            }
        }
        return races;
    }

    /** Over how many JVMs members are spread, and what joins these. */
    private record Spread(Transport transport, int jvms) {}

    private List<Spread> spreads() {
        if (transports.isEmpty()) {
            return orDefault(jvms, 1).stream()
                    .map(count -> new Spread(count == 1 ? Transport.LOCAL : Transport.SHARED_MEMORY, count))
                    .toList();
        }
        return transports.stream()
                .flatMap(transport -> orDefault(jvms, transport == Transport.LOCAL ? 1 : 2).stream()
                        .map(count -> new Spread(transport, count)))
                .toList();
    }

    /** Returns the races that can be run; says why others cannot, or refuses the command line if none can. */
    private List<Race> possible(List<Race> all) {
        List<Race> possible = new ArrayList<>();
        List<String> skipped = new ArrayList<>();
        for (Race race : all) {
            String refusal = race.refusalOfSetup();
            if (refusal == null) {
                possible.add(race);
            } else {
                skipped.add("tutti: skipped %s: %s".formatted(race, refusal));
            }
        }
        if (possible.isEmpty()) {
            job.refuse(all.getFirst().refusalOfSetup());
        }
        PrintWriter err = spec.commandLine().getErr();
        skipped.forEach(err::println);
        err.flush();
        return possible;
    }

    /** Not converted by the command line, which would take what is none for the name of a subcommand. */
    private Set<Benchmark> named() {
        try {
            return benchmarks.stream()
                    .map(name -> Words.find("benchmark", name, Benchmark.values()))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        } catch (TypeConversionException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static List<Integer> orDefault(List<Integer> values, int byDefault) {
        return values.isEmpty() ? List.of(byDefault) : values;
    }

    /** Everything that can be refused is refused before anything runs. */
    private void check(Race race, List<Contender> contenders) {
        race.refusals(contenders).findFirst().ifPresent(job::refuse);
    }

    private void checkNumbers() {
        pace.check(job);
        details.check(job);
        job.checkFile("plot", "plot", plot, "a PNG or SVG file", ".png", ".svg");
    }

    private List<Report> reports() {
        PrintWriter out = spec.commandLine().getOut();
        Report written = switch (format) {
            case table -> new TableReport(out);
            case csv -> new CsvReport(out);
            case json -> new JsonReport(out);
            case markdown -> new MarkdownReport(out);
        };
        return plot == null ? List.of(written) : List.of(written, new PlotReport(plot));
    }

    /** Reads the name of a kind of payload. */
    static final class ToPayload implements ITypeConverter<PayloadKind> {
        @Override
        public PayloadKind convert(String value) {
            return Words.find("payload", value, PayloadKind.values());
        }
    }

    /** Reads a size. */
    static final class ToSize implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            try {
                return Sizes.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
