package tutti.examples.annealing;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tutti.examples.support.Checksum;
import tutti.examples.support.InputException;
import tutti.group.Communicator;

/** The command line of the program that finds clusters. */
@Command(
        name = "annealing",
        sortOptions = false,
        description = "Divides places into clusters by all distances between them (deterministic annealing).",
        footer = {
            "",
            "Example, in the folder of the examples: the airports of the United States",
            "  tutti run annealing --input data/us-airports.tsv --clusters 6"
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:found", "1:failed", "2:the input cannot be used"})
final class AnnealingCommand extends DistanceCommand<AnnealingCommand.Found> {
    private static final int SHOWN = 4;
    private static final int MOST_CLUSTERS = 100;

    @Option(
            names = {"-k", "--clusters"},
            paramLabel = "K",
            description = "Number of clusters (default: ${DEFAULT-VALUE}).",
            order = 3)
    private int clusters = 5;

    /**
     * What was found; the components are the names in JSON.
     *
     * @param assigned the cluster of each place, from 0 on
     * @param meanDistanceKm of a place from the places of its cluster
     * @param rounds how often probabilities were computed
     * @param checksum of the clusters and the mean distance
     */
    record Found(List<Integer> assigned, double meanDistanceKm, int rounds, String checksum) {}

    /**
     * Creates the command.
     *
     * @param jobArguments what the master must know of the job; what is not for it is ignored
     */
    AnnealingCommand(String... jobArguments) {
        super("annealing", jobArguments);
    }

    @Override
    void check(Places places) throws InputException {
        if (clusters < 1 || clusters > Math.min(MOST_CLUSTERS, places.size())) {
            throw new InputException("--clusters=%d: must be 1 to %d, with %d places"
                    .formatted(clusters, Math.min(MOST_CLUSTERS, places.size()), places.size()));
        }
    }

    @Override
    Found run(Communicator world, DistanceRows rows) {
        PairwiseClusters found = new PairwiseClusters(world, rows, clusters);
        found.anneal(cooling(), seed());
        int[] assigned = found.decide();
        double cost = found.cost();
        long checksum = Checksum.of(0, assigned) + Checksum.of(1, cost);
        return new Found(IntStream.of(assigned).boxed().toList(), cost, found.rounds(), "%016x".formatted(checksum));
    }

    @Override
    void report(Places places, Found found, PrintWriter out) {
        out.printf("rounds: %d%n", found.rounds());
        for (int cluster = 0; cluster < clusters; cluster++) {
            int wanted = cluster;
            int[] members = IntStream.range(0, places.size())
                    .filter(place -> found.assigned().get(place) == wanted)
                    .toArray();
            if (members.length > 0) {
                List<String> names = IntStream.of(members)
                        .limit(SHOWN)
                        .mapToObj(places::name)
                        .toList();
                out.printf(
                        "cluster %d: %d places: %s%s%n",
                        cluster + 1, members.length, String.join(", ", names), members.length > SHOWN ? ", ..." : "");
            }
        }
        out.printf(Locale.ROOT, "mean distance within a cluster: %.6f km%n", found.meanDistanceKm());
        out.printf("checksum: %s%n", found.checksum());
    }
}
