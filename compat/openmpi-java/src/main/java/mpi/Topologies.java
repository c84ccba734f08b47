package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.MpiFailure;
import tutti.mpi.Numbers;

/** Makes topologies of what programs say. */
final class Topologies {
    private Topologies() {}

    static Topology.DistGraph adjacent(
            Communicator all,
            int[] sources,
            int @Nullable [] sourceWeights,
            int[] destinations,
            int @Nullable [] destinationWeights) {
        Given.ranks(sources, all.size());
        Given.ranks(destinations, all.size());
        boolean weighted = sourceWeights != null && destinationWeights != null;
        return new Topology.DistGraph(
                sources.clone(),
                weights(sources, sourceWeights),
                destinations.clone(),
                weights(destinations, destinationWeights),
                weighted);
    }

    private static int[] weights(int[] ranks, int @Nullable [] weights) {
        if (weights == null) {
            return Topology.ones(ranks.length);
        }
        if (weights.length < ranks.length) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "each edge needs a weight: edges=%d weights=%d".formatted(ranks.length, weights.length));
        }
        return Arrays.copyOf(weights, ranks.length);
    }

    /** Collects all ranks' edges; called by all. */
    static Topology.DistGraph distGraph(
            Communicator all, int[] sources, int[] degrees, int[] destinations, int @Nullable [] weights) {
        int edges = Arrays.stream(Numbers.ofEach("degrees", degrees, sources.length))
                .sum();
        if (edges > destinations.length) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "each edge needs a destination: degrees=%s destinations=%d"
                            .formatted(Arrays.toString(degrees), destinations.length));
        }
        Given.ranks(sources, all.size());
        Given.ranks(destinations, all.size());
        int[] weightOf = weights(Arrays.copyOf(destinations, edges), weights);
        int[] own = new int[3 * edges + 1]; // source, destination, weight of each; whether there are weights
        own[3 * edges] = weights == null ? 0 : 1;
        for (int i = 0, edge = 0; i < sources.length; i++) {
            for (int j = 0; j < degrees[i]; j++, edge++) {
                own[3 * edge] = sources[i];
                own[3 * edge + 1] = destinations[edge];
                own[3 * edge + 2] = weightOf[edge];
            }
        }
        return edgesOf(all.rank(), all.allGather(own));
    }

    private static Topology.DistGraph edgesOf(int rank, List<int[]> all) {
        List<Integer> in = new ArrayList<>();
        List<Integer> inWeights = new ArrayList<>();
        List<Integer> out = new ArrayList<>();
        List<Integer> outWeights = new ArrayList<>();
        boolean weighted = true;
        for (int[] part : all) {
            for (int at = 0; at + 2 < part.length; at += 3) {
                if (part[at + 1] == rank) {
                    in.add(part[at]);
                    inWeights.add(part[at + 2]);
                }
                if (part[at] == rank) {
                    out.add(part[at + 1]);
                    outWeights.add(part[at + 2]);
                }
            }
            weighted &= part[part.length - 1] == 1;
        }
        return new Topology.DistGraph(ints(in), ints(inWeights), ints(out), ints(outWeights), weighted);
    }

    private static int[] ints(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }
}
