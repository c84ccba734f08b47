package tutti.examples.matrix;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.collectives.Partition;
import tutti.examples.support.Heap;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
import tutti.examples.support.Text;
import tutti.group.ColGroup;
import tutti.group.ColGroupMaster;

/** The command line of the program. */
@Command(
        name = "matrix",
        sortOptions = false,
        description = {
            "Times how long it takes to scatter matrices over 2, 4, 8, ... members by blocks of rows, and to gather"
                    + " them again (the paper's Figure 8): a dense one, and sparse ones with 50 %% and 95 %% zeros.",
            "A time is that from the end of a barrier to the end of the operation, in the slowest member. What was"
                    + " gathered is compared with what was scattered."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:measured", "1:failed", "2:the input cannot be used"})
final class MatrixCommand extends ProgramCommand {

    @Option(
            names = "--size",
            paramLabel = "N",
            description = "Rows and columns of the matrices (default: ${DEFAULT-VALUE}).")
    private int size = 512;

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "Take this matrix instead: Matrix Market (.mtx), dense or sparse; every JVM reads it.")
    private @Nullable Path input;

    @Option(names = "--output", paramLabel = "FILE", description = "Write what was gathered last: Matrix Market.")
    private @Nullable Path output;

    @Option(
            names = "--repetitions",
            paramLabel = "R",
            description = "How often each is timed, after half as many that do not count (default: ${DEFAULT-VALUE}).")
    private int repetitions = 20;

    @Option(names = "--json", description = "Print JSON instead of a table.")
    private boolean json;

    /**
     * Creates the command.
     *
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    MatrixCommand(String... jobArguments) {
        super("matrix", jobArguments);
    }

    @Override
    public Integer call() {
        ColGroupMaster master = master();
        List<MatrixBenchmark> members;
        try (master) {
            try {
                members = start(master, samples());
            } catch (InputException e) { // in all processes alike
                return refused(e, master);
            }
        } // waits until they are done
        if (master.process() != 0) {
            return 0;
        }
        report(members.getFirst().rows(), master);
        return output == null
                ? 0
                : write(Objects.requireNonNull(members.getFirst().last()), output);
    }

    private List<Sample<?>> samples() throws InputException {
        if (repetitions < 1) {
            throw new InputException("--repetitions=%d: must be 1 or more".formatted(repetitions));
        }
        if (input != null) {
            return List.of(Sample.of(String.valueOf(input.getFileName()), MatrixFile.read(input)));
        }
        if (size < 1 || size > 20_000) {
            throw new InputException("--size=%d: a matrix has 1 to 20000 rows".formatted(size));
        }
        Heap.require("--size=" + size + ": three matrices", 120.0 * size * size);
        return Sample.generated(size);
    }

    /** Ranks are those of the whole group, so that a smaller one has its first members. */
    private List<MatrixBenchmark> start(ColGroupMaster master, List<Sample<?>> samples) {
        int all = master.numberOfCpus();
        int firstRank = new Partition(all, master.processes()).offset(master.process());
        List<Integer> sizes =
                sizes(all).filter(members -> members > firstRank).boxed().toList();
        List<ColGroup> groups = new ArrayList<>();
        List<MatrixBenchmark> members = Stream.generate(
                        () -> new MatrixBenchmark(groups, samples, repetitions, master.processes()))
                .limit(master.localMembers())
                .toList();
        for (int groupSize : sizes) {
            for (int i = 0; i < members.size() && firstRank + i < groupSize; i++) {
                master.addMember("matrix-" + groupSize, members.get(i));
            }
        }
        for (int groupSize : sizes) {
            groups.add(master.getGroup("matrix-" + groupSize, groupSize));
        }
        members.forEach(member -> member.start(groups.getLast()));
        return members;
    }

    /** Returns 2, 4, 8, ... and all. */
    private static IntStream sizes(int all) {
        return IntStream.concat(
                IntStream.iterate(2, members -> members < all, members -> 2 * members), IntStream.of(all));
    }

    private void report(List<Row> rows, ColGroupMaster master) {
        PrintWriter out = out();
        if (json) {
            out.println(new GsonBuilder().setPrettyPrinting().create().toJson(rows));
        } else {
            Row first = rows.getFirst();
            out.printf("matrix: %d * %d doubles%n%s%n%n", first.rows(), first.columns(), Text.members(master));
            out.printf(
                    "%7s  %-9s  %-12s  %9s  %9s  %9s%n", "members", "operation", "matrix", "median ms", "10 %", "90 %");
            for (Row row : rows) {
                out.printf(
                        Locale.ROOT,
                        "%7d  %-9s  %-12s  %9.3f  %9.3f  %9.3f%n",
                        row.members(),
                        row.operation(),
                        row.matrix(),
                        row.medianMillis(),
                        row.p10Millis(),
                        row.p90Millis());
            }
        }
        out.flush();
    }

    private int write(Matrix gathered, Path file) {
        try {
            MatrixFile.write(gathered, file);
            return 0;
        } catch (IOException e) {
            complain("%s: cannot be written: %s".formatted(file, e));
            return WRONG;
        }
    }
}
