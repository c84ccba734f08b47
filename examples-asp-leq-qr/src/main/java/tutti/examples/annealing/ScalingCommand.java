package tutti.examples.annealing;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.examples.support.Checksum;
import tutti.examples.support.InputException;
import tutti.group.Communicator;

/** The command line of the program that makes a map. */
@Command(
        name = "scaling",
        sortOptions = false,
        description = "Makes a map of places from all distances between them (multidimensional scaling).",
        footer = {
            "",
            "Example, in the folder of the examples: the airports of the United States",
            "  tutti run scaling --input data/us-airports.tsv"
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:found", "1:failed", "2:the input cannot be used"})
final class ScalingCommand extends DistanceCommand<ScalingCommand.Found> {
    private static final int MOST_DIMENSIONS = 10;

    @Option(
            names = "--dimensions",
            paramLabel = "D",
            description = "Dimensions of the map (default: ${DEFAULT-VALUE}).",
            order = 3)
    private int dimensions = 2;

    @Option(names = "--plain", description = "Without annealing, from a random start.", order = 4)
    private boolean plain;

    /**
     * What was found; the components are the names in JSON.
     *
     * @param stress root of the sum of squared errors of all distances, by that of all squared distances
     * @param rounds how often the places were moved
     * @param checksum of all coordinates
     * @param coordinatesKm place by place
     */
    record Found(double stress, int rounds, String checksum, List<Double> coordinatesKm) {}

    /**
     * Creates the command.
     *
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    ScalingCommand(String... jobArguments) {
        super("scaling", jobArguments);
    }

    @Override
    void check(Places places) throws InputException {
        if (dimensions < 1 || dimensions > MOST_DIMENSIONS) {
            throw new InputException("--dimensions=%d: must be 1 to %d".formatted(dimensions, MOST_DIMENSIONS));
        }
    }

    @Override
    Found run(Communicator world, DistanceRows rows) {
        Scaling scaling = new Scaling(world, rows, dimensions, seed());
        if (plain) {
            scaling.settle();
        } else {
            scaling.anneal(cooling());
        }
        double[] coordinates = scaling.coordinates();
        return new Found(
                scaling.stress(),
                scaling.rounds(),
                "%016x".formatted(Checksum.of(0, coordinates)),
                Arrays.stream(coordinates).boxed().toList());
    }

    @Override
    void report(Places places, Found found, PrintWriter out) {
        out.printf("rounds: %d%n", found.rounds());
        out.printf(Locale.ROOT, "stress: %.6f in %d dimensions%n", found.stress(), dimensions);
        out.printf("checksum: %s%n", found.checksum());
    }
}
