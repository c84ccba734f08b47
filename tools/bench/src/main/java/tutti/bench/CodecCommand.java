package tutti.bench;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code tutti bench codec}. */
@Command(
        name = "codec",
        description = "Measures how long it takes to turn objects into bytes and back, in one thread.",
        sortOptions = false,
        footer = {
            "",
            "Times are microseconds for a value, the median of nine blocks; the systems take turns. The ratio",
            "is Tutti's encode and decode together, divided by the peer's. All keep what is shared and cyclic;",
            "fory does so for objects, but not for texts.",
            "",
            "Example:",
            "  tutti bench codec --peer fory,kryo,java"
        })
final class CodecCommand implements Callable<Integer> {
    /** Fory makes its serializers there. */
    private static final String OPEN_FOR_FORY = "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--peer",
            split = ",",
            paramLabel = "NAME",
            description = "Runs this in turn with Tutti: kryo, fory (Apache Fory) or java (the JDK's serialization).")
    private List<String> peers = new ArrayList<>();

    @Option(
            names = "--block-millis",
            paramLabel = "MILLIS",
            description = "Length of a block (default: ${DEFAULT-VALUE}).")
    private double blockMillis = 30;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table or json (default: table).")
    private TableOrJson format = TableOrJson.table;

    @Mixin
    private final JobOptions options = new JobOptions();

    private final List<CodecCost> costs = new ArrayList<>();

    /** Made by the command line. */
    CodecCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Circumstances circumstances = new Circumstances();
        Set<String> names = new LinkedHashSet<>(peers);
        check(names);
        PrintWriter out = spec.commandLine().getOut();
        boolean isTable = format == TableOrJson.table;
        if (isTable) {
            line(out, "value", "system", "encode", "decode", "bytes", "ratio");
        }
        try {
            program(names).run(line -> {
                if (!line.startsWith(CodecProgram.COST)) {
                    return false;
                }
                costs.add(CodecCost.of(line.substring(CodecProgram.COST.length())));
                if (isTable) {
                    show(out, costs.getLast());
                }
                return true;
            });
        } catch (BenchException failure) {
            spec.commandLine().getErr().println("tutti: " + failure.getMessage());
            return 1;
        }
        if (isTable) {
            out.printf("%n%s", circumstances.markdown());
        } else {
            out.println(TableOrJson.json(costs));
        }
        out.flush();
        return 0;
    }

    private void check(Set<String> names) {
        for (String name : names) {
            options.refuseIf(
                    !CodecSystem.PEERS.contains(name),
                    "peer=%s is none; choose one of %s".formatted(name, String.join(", ", CodecSystem.PEERS)));
        }
        options.refuseIf(!(blockMillis > 0), "a block must take some time: blockMillis=%s".formatted(blockMillis));
    }

    private OwnJvm program(Set<String> names) throws IOException {
        List<Path> places = new ArrayList<>(PeerJars.find());
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .forEach(places::add);
        return new OwnJvm(
                options,
                names.contains("fory") ? List.of(OPEN_FOR_FORY) : List.of(),
                places,
                CodecProgram.class,
                List.of(String.join(",", names), Long.toString((long) (blockMillis * 1e6))));
    }

    private void show(PrintWriter out, CodecCost cost) {
        CodecCost ours = costs.stream()
                .filter(each -> each.value().equals(cost.value()))
                .findFirst()
                .orElseThrow();
        line(
                out,
                cost.value(),
                cost.system(),
                twoDecimals(cost.encode()),
                twoDecimals(cost.decode()),
                Long.toString(cost.bytes()),
                cost.equals(ours)
                        ? ""
                        : twoDecimals((ours.encode() + ours.decode()) / (cost.encode() + cost.decode())));
        out.flush();
    }

    private static String twoDecimals(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static void line(PrintWriter out, Object... values) {
        out.println(
                String.format(Locale.ROOT, "%-30s %-6s %9s %9s %9s %6s", values).stripTrailing());
    }
}
