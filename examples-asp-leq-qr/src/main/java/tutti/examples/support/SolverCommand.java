package tutti.examples.support;

import com.google.gson.Gson;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;

/**
 * The command line of a program of the paper: takes the input, starts the members of one version or all, prints the
 * result.
 *
 * @param <I> the input
 * @param <S> the solution
 */
public abstract class SolverCommand<I, S extends Solution> extends ProgramCommand {
    private static final int ROUNDS = 3;

    @ArgGroup
    private final Choice choice = new Choice();

    @Option(
            names = "--times",
            description = "Also print how long members were inside communication calls.",
            order = 101)
    private boolean times;

    @Option(names = "--json", description = "Print the times of all runs as JSON, and nothing else.", order = 103)
    private boolean json;

    @Option(names = "--verify", description = "Check the result; --help says how.", order = 102)
    private boolean verify;

    private static final class Choice {
        @Option(names = "--buffers", description = "Communicate with Tutti's buffers instead of objects.", order = 98)
        private boolean buffers;

        @Option(
                names = "--rmi",
                description = "Communicate with plain Java RMI, as the paper's RMI versions do.",
                order = 99)
        private boolean rmi;

        @Option(
                names = "--compare",
                description = "Run all three versions in turn, " + ROUNDS + " times, and compare their medians.",
                order = 100)
        private boolean compare;

        private List<Version> versions() {
            return compare
                    ? List.of(Version.values())
                    : List.of(buffers ? Version.BUFFERS : rmi ? Version.RMI : Version.OBJECTS);
        }
    }

    /**
     * Creates the command.
     *
     * @param program the name of the program, and of its groups
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    protected SolverCommand(String program, String... jobArguments) {
        super(program, jobArguments);
    }

    /** Reads or makes the input; called by rank 0, wherever it lives: the other processes need no file. */
    protected abstract I input(ColGroupMaster master) throws InputException;

    /**
     * Makes a member.
     *
     * @param input gives rank 0 the input, or null if there is none to be had
     */
    protected abstract ColMember member(Version version, Supplier<@Nullable I> input);

    /** Prints what was found. */
    protected abstract void report(S solution, ColGroupMaster master, PrintWriter out);

    /** Returns why there is no solution although all went well, in a sentence, or null if there is one. */
    protected @Nullable String failure(S solution) {
        return null;
    }

    /** Returns what is wrong in a sentence, or null after it has printed what was checked. */
    protected abstract @Nullable String wrong(S solution, PrintWriter out);

    /** Whether the result is to be checked. */
    protected final boolean verifies() {
        return verify;
    }

    @Override
    public final Integer call() {
        Map<Version, List<S>> solutions = new EnumMap<>(Version.class);
        ColGroupMaster master = master();
        try (master) { // communication (set-up)
            Supplier<@Nullable I> input = once(() -> input(master));
            for (int round = 0; round < (choice.compare ? ROUNDS : 1); round++) {
                for (Version version : choice.versions()) {
                    if (!run(version, round, master, input, solutions)) {
                        return exitCodeWithoutResult();
                    }
                }
            }
        } // waits until all processes are done
        return solutions.isEmpty() ? 0 : report(solutions, master);
    }

    /** Returns false if there was no input, which all processes know. */
    @SuppressWarnings("unchecked") // the members are this command's own
    private boolean run(
            Version version,
            int round,
            ColGroupMaster master,
            Supplier<@Nullable I> input,
            Map<Version, List<S>> solutions) {
        String group = version.group(program()) + (round == 0 ? "" : "-" + (round + 1));
        List<ColMember> members = master.start(group, () -> member(version, input)); // communication (set-up)
        master.await(); // communication (set-up)
        for (ColMember member : members) {
            Solver<S> solver = (Solver<S>) member;
            if (solver.isIdle()) {
                return false;
            }
            S solution = solver.solution();
            if (solution != null) {
                solutions.computeIfAbsent(version, any -> new ArrayList<>()).add(solution);
            }
        }
        return true;
    }

    private int report(Map<Version, List<S>> solutions, ColGroupMaster master) {
        PrintWriter out = json ? new PrintWriter(Writer.nullWriter()) : out();
        S solution = Objects.requireNonNull(solutions.get(choice.versions().getFirst()))
                .getLast();
        String failure = failure(solution);
        if (failure != null) {
            complain(failure);
            return WRONG;
        }
        report(solution, master, out);
        if (times) {
            out.println(solution.times().communicationLine());
        }
        String wrong = null;
        if (choice.compare) {
            compare(solutions, out);
            wrong = solutions.values().stream()
                            .flatMap(List::stream)
                            .allMatch(other -> other.checksum() == solution.checksum())
                    ? null
                    : "the versions' checksums differ: " + checksums(solutions);
        }
        if (wrong == null && verify) {
            wrong = wrong(solution, out);
        }
        if (json) {
            printJson(solutions, master);
        }
        if (wrong != null) {
            if (json) {
                complain("wrong: " + wrong);
            } else {
                out.println("wrong: " + wrong);
            }
        }
        out.flush();
        return wrong == null ? 0 : WRONG;
    }

    private void compare(Map<Version, List<S>> solutions, PrintWriter out) {
        out.printf("%n%-16s %10s %26s %8s%n", "", "time", "communication: slowest", "mean");
        Map<Version, Times> medians = new EnumMap<>(Version.class);
        solutions.forEach((version, found) -> medians.put(
                version,
                found.stream()
                        .map(Solution::times)
                        .sorted(Comparator.comparingDouble(Times::communicationMeanNanos))
                        .toList()
                        .get(found.size() / 2)));
        medians.forEach((version, median) -> out.printf(
                Locale.ROOT,
                "%-16s %8.3f s %24.3f s %6.3f s%n",
                version,
                median.nanos() / 1e9,
                median.communicationNanos() / 1e9,
                median.communicationMeanNanos() / 1e9));
        Times rmi = Objects.requireNonNull(medians.get(Version.RMI));
        for (Version version : List.of(Version.OBJECTS, Version.BUFFERS)) {
            Times own = Objects.requireNonNull(medians.get(version));
            out.printf(
                    Locale.ROOT,
                    "Java RMI by %s: %.1f in communication (mean member), %.1f in all%n",
                    version,
                    rmi.communicationMeanNanos() / own.communicationMeanNanos(),
                    (double) rmi.nanos() / own.nanos());
        }
    }

    private void printJson(Map<Version, List<S>> solutions, ColGroupMaster master) {
        List<TimedRun> runs = new ArrayList<>();
        solutions.forEach((version, found) ->
                found.forEach(solution -> runs.add(TimedRun.of(program(), version, solution, master))));
        out().println(new Gson().toJson(runs));
        out().flush();
    }

    private String checksums(Map<Version, List<S>> solutions) {
        StringBuilder text = new StringBuilder();
        solutions.forEach((version, found) -> text.append(version)
                .append(' ')
                .append(found.stream()
                        .map(solution -> "%016x".formatted(solution.checksum()))
                        .distinct()
                        .toList())
                .append(' '));
        return text.toString().strip();
    }
}
