package tutti.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code tutti bench memory}. */
@Command(
        name = "memory",
        description = "Measures the memory of jobs: of each process, and of each pair of processes.",
        sortOptions = false,
        footer = {
            "",
            "Each member has a process of its own. A row is taken after a barrier, and one after an alltoall",
            "of 8 bytes, in which each pair of processes has exchanged messages.",
            "",
            "Example:",
            "  tutti bench memory --members 2,8 --peer openmpi"
        })
final class MemoryCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-n", "--members"},
            split = ",",
            paramLabel = "N",
            description = "Members of the job, each in a process (default: 2).")
    private List<Integer> members = List.of(2);

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            converter = Transport.Reader.class,
            description = "shared-memory or grpc (default: shared-memory).")
    private Transport transport = Transport.SHARED_MEMORY;

    @Option(names = "--peer", paramLabel = "NAME", description = "openmpi: its job after Tutti's.")
    private List<Peer> peers = new ArrayList<>();

    @Option(
            names = "--setting",
            paramLabel = "NAME=VALUE",
            description = "Setting of Tutti's jobs, without its prefix --tutti-. May be repeated.")
    private List<String> settings = new ArrayList<>();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Longest time for the start of a job (default: ${DEFAULT-VALUE}).")
    private double timeoutSeconds = 120;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table or json (default: table).")
    private TableOrJson format = TableOrJson.table;

    @Mixin
    private final JobOptions options = new JobOptions();

    /** Names of peers. */
    enum Peer {
        openmpi
    }

    /** Made by the command line. */
    MemoryCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Contender> contenders =
                peers.isEmpty() ? List.of(new Tutti()) : List.of(new Tutti(), new MpiPeer(MpiTools.OPEN_MPI));
        check(contenders);
        PrintWriter out = spec.commandLine().getOut();
        List<Footprint> footprints = new ArrayList<>();
        try {
            for (int count : members) {
                for (Contender contender : contenders) {
                    footprints.addAll(measure(contender, setup(count)));
                }
            }
        } catch (BenchException failure) {
            spec.commandLine().getErr().println("tutti: " + failure.getMessage());
            return 1;
        }
        if (format == TableOrJson.json) {
            out.println(TableOrJson.json(footprints));
        } else {
            line(out, "processes", "system", "transport", "after", "resident", "prop.", "mapped", "job", "KiB/pair");
            footprints.forEach(footprint -> show(out, footprint));
            out.println("MiB. resident, prop. (shared pages in parts) and mapped (shared memory): the process in the"
                    + " middle. job: all shared memory");
        }
        out.flush();
        return 0;
    }

    private void check(List<Contender> contenders) {
        options.refuseIf(
                !ProcessMemory.isKnown(), "only Linux tells the memory of processes: no /proc/self/smaps_rollup");
        options.refuseIf(!(timeoutSeconds > 0), "the timeout must be positive: timeout=%s".formatted(timeoutSeconds));
        options.refuseIf(transport == Transport.LOCAL, "each member has a process: transport=local; choose another");
        for (int count : members) {
            options.refuseIf(count < 2, "one process has no pair: members=%d; take two or more".formatted(count));
            contenders.stream()
                    .map(contender -> contender.refusal(Benchmark.ALLTOALL, setup(count)))
                    .filter(Objects::nonNull)
                    .forEach(options::refuse);
        }
    }

    private Setup setup(int count) {
        return new Setup(
                transport, count, count, PayloadKind.ARRAY, false, options.jvmOptions(), settings, null, 0, false);
    }

    private List<Footprint> measure(Contender contender, Setup setup) throws IOException, InterruptedException {
        List<Footprint> footprints = new ArrayList<>();
        try (Conversation job = Conversation.open(contender, setup, JobOptions.seconds(timeoutSeconds))) {
            for (Benchmark benchmark : List.of(Benchmark.BARRIER, Benchmark.ALLTOALL)) {
                int bytes = benchmark == Benchmark.BARRIER ? 0 : Long.BYTES;
                job.run(new Block(benchmark, setup.payload(), bytes, 1, Block.Mode.CHECKED, false));
                footprints.add(Footprint.of(contender, setup, benchmark, processes(job.members(), setup.members())));
            }
        }
        return footprints;
    }

    private static List<ProcessMemory> processes(Stream<ProcessHandle> handles, int expected) throws IOException {
        List<ProcessMemory> found = new ArrayList<>();
        for (ProcessHandle handle : handles.toList()) {
            found.add(ProcessMemory.of(handle.pid()));
        }
        if (found.size() != expected) {
            throw new BenchException(
                    "each member has a process: members=%d processes=%d".formatted(expected, found.size()));
        }
        return found;
    }

    private static void show(PrintWriter out, Footprint row) {
        line(
                out,
                Integer.toString(row.processes()),
                row.system(),
                row.transport(),
                row.after(),
                number(row.residentMiB()),
                number(row.proportionalMiB()),
                number(row.mappedSharedMiB()),
                number(row.jobSharedMiB()),
                number(row.sharedKiBPerPair()));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static void line(PrintWriter out, Object... values) {
        out.printf(Locale.ROOT, "%9s  %-8s %-13s %-8s %10s %10s %10s %10s %10s%n", values);
    }
}
