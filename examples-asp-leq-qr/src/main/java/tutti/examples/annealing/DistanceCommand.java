package tutti.examples.annealing;

import com.google.gson.Gson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import tutti.examples.annealing.DistanceMember.Result;
import tutti.examples.support.InputException;
import tutti.examples.support.ProgramCommand;
import tutti.examples.support.Text;
import tutti.group.ColGroupMaster;
import tutti.group.Communicator;

/**
 * The command line of a program on distances between places: takes these, starts the members, prints the result.
 *
 * @param <R> what the program finds
 */
abstract class DistanceCommand<R> extends ProgramCommand {
    private static final int LEAST_PLACES = 2;
    private static final int MOST_PLACES = 20_000; // whose distances are 3 GiB

    @ArgGroup
    private final Source source = new Source();

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Seed of all that is random (default: ${DEFAULT-VALUE}).",
            order = 100)
    private long seed = 1;

    @Option(
            names = "--cooling",
            paramLabel = "F",
            description = "Factor from a temperature to the next (default: ${DEFAULT-VALUE}).",
            order = 101)
    private double cooling = 0.95;

    @Option(names = "--json", description = "Print the result as JSON, and nothing else.", order = 102)
    private boolean json;

    private static final class Source {
        @Option(
                names = "--input",
                paramLabel = "FILE",
                description = "Read places from a table with the columns latitude and longitude (.csv or .tsv).",
                order = 1)
        private @Nullable Path input;

        @Option(
                names = "--places",
                paramLabel = "N",
                defaultValue = "300",
                description = "Generate places all over the globe (default: ${DEFAULT-VALUE}).",
                order = 2)
        private int places = 300;
    }

    /** The result as JSON. */
    private record Run<R>(String program, String places, int size, int members, int jvms, double seconds, R result) {}

    DistanceCommand(String program, String... jobArguments) {
        super(program, jobArguments);
    }

    /** Refuses options that cannot be used; called at rank 0. */
    abstract void check(Places places) throws InputException;

    /** Runs in all members. */
    abstract R run(Communicator world, DistanceRows rows);

    /** Prints what was found. */
    abstract void report(Places places, R found, PrintWriter out);

    final long seed() {
        return seed;
    }

    final double cooling() {
        return cooling;
    }

    @Override
    public final Integer call() {
        ColGroupMaster master = master();
        Supplier<@Nullable Places> input = once(this::input);
        List<DistanceMember<R>> members;
        try (master) {
            members = master.start(program(), () -> new DistanceMember<R>(input, this::run));
        } // waits until they are done

        for (DistanceMember<R> member : members) {
            Result<R> result = member.result();
            if (result != null) {
                print(result, master);
                return 0;
            }
        }
        return exitCodeWithoutResult();
    }

    /** Called by rank 0, wherever it lives: the other processes need no file. */
    private Places input() throws InputException {
        if (!(cooling > 0 && cooling < 1)) {
            throw new InputException("--cooling=%s: must be between 0 and 1".formatted(cooling));
        }
        if (source.input == null && (source.places < LEAST_PLACES || source.places > MOST_PLACES)) {
            throw new InputException(
                    "--places=%d: must be %d to %d".formatted(source.places, LEAST_PLACES, MOST_PLACES));
        }
        Places places = source.input == null ? Places.random(source.places, seed) : PlacesFile.read(source.input);
        if (places.size() < LEAST_PLACES || places.size() > MOST_PLACES) {
            throw new InputException("--input=%s: must have %d to %d places, has %d"
                    .formatted(source.input, LEAST_PLACES, MOST_PLACES, places.size()));
        }
        check(places);
        return places;
    }

    private void print(Result<R> result, ColGroupMaster master) {
        Places places = result.places();
        PrintWriter out = out();
        double seconds = result.nanos() / 1e9;
        if (json) {
            out.println(new Gson()
                    .toJson(new Run<>(
                            program(),
                            places.origin(),
                            places.size(),
                            master.numberOfCpus(),
                            master.processes(),
                            seconds,
                            result.found())));
        } else {
            out.printf("%s: %d places (%s)%n", program(), places.size(), places.origin());
            out.println(Text.members(master));
            out.printf(Locale.ROOT, "time: %.3f s%n", seconds);
            report(places, result.found(), out);
        }
        out.flush();
    }
}
