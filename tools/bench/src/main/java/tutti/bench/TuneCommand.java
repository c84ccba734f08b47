package tutti.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tutti.collectives.AlgorithmTable;

/** The command {@code tutti bench tune}. */
@Command(
        name = "tune",
        description =
                "Measures all algorithms of the operations on buffers, and writes a table that chooses the fastest"
                        + " here.",
        sortOptions = false,
        footer = {
            "",
            "Each member has a JVM of its own. Give the table to a job with --tutti-algorithms=FILE.",
            "",
            "Example:",
            "  tutti bench tune --out algorithms.txt --members 2,4 --sizes 8,4k,64k,1m"
        })
final class TuneCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "File to write the table to.")
    private Path out = Path.of("");

    @Option(
            names = "--operation",
            split = ",",
            paramLabel = "NAME",
            description = "Operations to measure, named as in the table; others keep the built-in rows (default: all).")
    private List<String> operations = AlgorithmTable.operations();

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            converter = Transport.Reader.class,
            description = "shared-memory or grpc (default: shared-memory).")
    private Transport transport = Transport.SHARED_MEMORY;

    @Option(
            names = {"-n", "--members"},
            split = ",",
            paramLabel = "N",
            description = "Numbers of members; the largest also stands for all above it (default: 2,4).")
    private List<Integer> members = List.of(2, 4);

    @Option(
            names = "--sizes",
            split = ",",
            paramLabel = "SIZE",
            converter = BenchCommand.ToSize.class,
            description = "Bytes of one contribution, multiples of 8 (default: 8,512,4k,32k,256k,2m).")
    private List<Integer> sizes = List.of(8, 512, 4 << 10, 32 << 10, 256 << 10, 2 << 20);

    @Mixin
    private final PaceOptions pace = new PaceOptions(7, 20, 1);

    @Mixin
    private final JobOptions job = new JobOptions();

    /** Made by the command line. */
    TuneCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        List<String> lines = new ArrayList<>(List.of(
                "# Measured by 'tutti bench tune': transport=%s processors=%d java=%s"
                        .formatted(
                                transport,
                                Runtime.getRuntime().availableProcessors(),
                                Runtime.version().feature()),
                "# Members are processes here. The first row that fits counts."));
        try {
            for (String operation : AlgorithmTable.operations()) {
                lines.add("");
                lines.addAll(operations.contains(operation) ? measured(operation) : standard(operation));
            }
        } catch (BenchException failure) {
            spec.commandLine().getErr().println("tutti: " + failure.getMessage());
            return 1;
        }
        String text = String.join("\n", lines) + "\n";
        var _ = AlgorithmTable.parse(text, out.toString()); // as a job that uses it will
        Files.writeString(out, text);
        spec.commandLine().getOut().println("wrote " + out);
        return 0;
    }

    private List<String> measured(String operation) throws IOException, InterruptedException {
        Tuning tuning = new Tuning(operation);
        Path folder = Files.createTempDirectory("tutti-tune");
        try {
            List<Contender> candidates = new ArrayList<>();
            for (String algorithm : AlgorithmTable.algorithms(operation)) {
                Path table = folder.resolve(algorithm);
                Files.writeString(table, only(operation, algorithm));
                candidates.add(new Candidate(algorithm, table));
            }
            for (int count : new LinkedHashSet<>(members)) {
                race(operation, count).run(candidates, pace.pace(), pace.timeout(), new Collected(tuning));
            }
        } finally {
            for (String algorithm : AlgorithmTable.algorithms(operation)) {
                Files.deleteIfExists(folder.resolve(algorithm));
            }
            Files.delete(folder);
        }
        return completed(operation, tuning.lines());
    }

    /** Adds the built-in rows for processes that share no memory, if all measured ones are for those that do. */
    private static List<String> completed(String operation, List<String> lines) {
        List<String> all = new ArrayList<>(lines);
        if (lines.getLast().endsWith(" " + AlgorithmTable.SHARED)) {
            all.addAll(withoutMemory(operation));
        }
        return all;
    }

    private static List<String> withoutMemory(String operation) {
        return standard(operation).stream()
                .filter(row -> !row.endsWith(" " + AlgorithmTable.SHARED))
                .toList();
    }

    /** Returns a table that always chooses one algorithm for an operation. */
    private static String only(String operation, String algorithm) {
        List<String> lines = new ArrayList<>(List.of("%s members<=any bytes<=any %s".formatted(operation, algorithm)));
        if (algorithm.equals(AlgorithmTable.SHARED)) {
            lines.addAll(withoutMemory(operation));
        }
        AlgorithmTable.operations().stream()
                .filter(other -> !other.equals(operation))
                .forEach(other -> lines.addAll(standard(other)));
        return String.join("\n", lines);
    }

    private static List<String> standard(String operation) {
        return AlgorithmTable.standard()
                .text()
                .lines()
                .filter(row -> row.startsWith(operation + " "))
                .toList();
    }

    private Race race(String operation, int count) {
        Setup setup = new Setup(
                transport,
                count,
                count,
                PayloadKind.DIRECT,
                false,
                job.jvmOptions(),
                pace.settings(),
                null,
                pace.load(),
                false);
        return new Race(Benchmark.of(operation.toLowerCase(Locale.ROOT)), setup, sizes);
    }

    private void check() {
        job.refuseIf(
                transport == Transport.LOCAL, "members of one JVM need no messages: transport=local; choose another");
        for (String operation : operations) {
            job.refuseIf(
                    !AlgorithmTable.operations().contains(operation),
                    "no such operation: operation=%s; choose from %s"
                            .formatted(operation, AlgorithmTable.operations()));
            for (int count : members) {
                job.refuseIf(count < 2, "one member exchanges nothing: members=%d; take two or more".formatted(count));
                race(operation, count)
                        .refusals(List.of(new Tutti()))
                        .findFirst()
                        .ifPresent(job::refuse);
            }
        }
        pace.check(job);
        job.refuseIf(
                !Files.isDirectory(out.toAbsolutePath().resolveSibling("")) || Files.isDirectory(out),
                "cannot write the table: out=%s; give a file in a folder that is there".formatted(out));
    }

    /** Keeps results, and shows them as they come. */
    private final class Collected implements Report {
        private final Tuning tuning;

        Collected(Tuning tuning) {
            this.tuning = tuning;
        }

        @Override
        public void add(Row row) {
            tuning.add(row.members(), row.bytes(), row.system(), row.medianMicros());
            PrintWriter terminal = spec.commandLine().getOut();
            terminal.printf(
                    Locale.ROOT,
                    "%-10s members=%-3d bytes=%-9d %-12s %12.3f us%n",
                    row.benchmark(),
                    row.members(),
                    row.bytes(),
                    row.system(),
                    row.medianMicros());
            terminal.flush();
        }

        @Override
        public void end() {}
    }
}
