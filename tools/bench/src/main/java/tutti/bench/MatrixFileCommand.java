package tutti.bench;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code tutti bench matrix-file}. */
@Command(
        name = "matrix-file",
        description = "Writes a matrix in blocks of columns, one of each member, beside one channel that writes the"
                + " same bytes in order.",
        sortOptions = false,
        footer = {
            "",
            "Both write in turn, from memory outside the heap, all members in one JVM. The matrix of doubles needs",
            "its bytes twice in memory, and once in the folder, whose files are deleted. A row of a block has",
            "columns / members doubles: 4 KiB if nothing is said. The last line is the ratio of the times, the",
            "median of all turns but the first.",
            "",
            "Example:",
            "  tutti bench matrix-file --rows 262144 --turns 6 /dev/shm"
        })
final class MatrixFileCommand implements Callable<Integer> {
    private static final long SPARE_BYTES = 1 << 30; // for what is exchanged and written

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FOLDER", description = "Where to write: a disk, or memory such as /dev/shm.")
    private Path folder = Path.of("");

    @Option(names = "--rows", paramLabel = "N", description = "Rows of the matrix (default: ${DEFAULT-VALUE}).")
    private int rows = 65_536;

    @Option(names = "--columns", paramLabel = "N", description = "Its columns (default: ${DEFAULT-VALUE}).")
    private int columns = 2_048;

    @Option(
            names = {"-n", "--members"},
            paramLabel = "N",
            description = "Members, each with as many columns (default: ${DEFAULT-VALUE}).")
    private int members = 4;

    @Option(names = "--turns", paramLabel = "N", description = "How often both write (default: ${DEFAULT-VALUE}).")
    private int turns = 6;

    @Option(names = "--force", description = "Wait until all is on the storage device.")
    private boolean force;

    @Option(names = "--format", paramLabel = "FORMAT", description = "table or json (default: table).")
    private TableOrJson format = TableOrJson.table;

    @Mixin
    private final JobOptions options = new JobOptions();

    /** Made by the command line. */
    MatrixFileCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Circumstances circumstances = new Circumstances();
        check();
        PrintWriter out = spec.commandLine().getOut();
        List<MatrixFileTurn> done = new ArrayList<>();
        if (format == TableOrJson.table) {
            line(out, "turn", "in order s", "together s", "ratio", "processor s", "processor s");
        }
        try {
            program().run(line -> {
                if (!line.startsWith(MatrixFileProgram.TURN)) {
                    return false;
                }
                done.add(MatrixFileTurn.of(line.substring(MatrixFileProgram.TURN.length())));
                show(out, done.getLast());
                return true;
            });
        } catch (BenchException failure) {
            spec.commandLine().getErr().println("tutti: " + failure.getMessage());
            return 1;
        }
        if (format == TableOrJson.json) {
            out.println(TableOrJson.json(done));
        } else {
            Samples ratios =
                    new Samples(done.stream().skip(1).map(MatrixFileTurn::ratio).toList());
            out.printf(
                    Locale.ROOT,
                    "%n%d x %d, members %d, rows of a block %d bytes: ratio %.2f (%.2f-%.2f)%n%s",
                    rows,
                    columns,
                    members,
                    (long) columns / members * Double.BYTES,
                    ratios.median(),
                    ratios.min(),
                    ratios.max(),
                    circumstances.markdown());
        }
        out.flush();
        return 0;
    }

    private void check() {
        options.refuseIf(!Files.isDirectory(folder), "no such folder: folder=%s".formatted(folder));
        options.refuseIf(rows < 1, "a matrix has rows: rows=%d".formatted(rows));
        options.refuseIf(members < 1, "at least one member writes: members=%d".formatted(members));
        options.refuseIf(
                columns < 1 || columns % members != 0,
                "each member has as many columns: columns=%d members=%d".formatted(columns, members));
        options.refuseIf(turns < 2, "the first turn does not count: turns=%d; take two or more".formatted(turns));
    }

    private OwnJvm program() {
        List<Path> places = new ArrayList<>(List.of(JavaJob.place(MatrixFileProgram.class)));
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .forEach(places::add);
        long bytes = 2L * rows * columns * Double.BYTES + SPARE_BYTES; // the channel's matrix, and the members'
        return new OwnJvm(
                options,
                List.of("-XX:MaxDirectMemorySize=" + bytes),
                places,
                MatrixFileProgram.class,
                List.of(
                        folder.toString(),
                        Integer.toString(rows),
                        Integer.toString(columns),
                        Integer.toString(turns),
                        Boolean.toString(force),
                        "--tutti-members=" + members));
    }

    private void show(PrintWriter out, MatrixFileTurn turn) {
        if (format == TableOrJson.table) {
            line(
                    out,
                    Integer.toString(turn.turn()),
                    number(turn.inOrderSeconds()),
                    number(turn.togetherSeconds()),
                    number(turn.ratio()),
                    number(turn.inOrderProcessorSeconds()),
                    number(turn.togetherProcessorSeconds()));
            out.flush();
        }
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static void line(PrintWriter out, Object... values) {
        out.printf(Locale.ROOT, "%4s %12s %12s %8s %12s %12s%n", values);
    }
}
