package tutti.examples.pagerank;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.ConnectivityInspector;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DirectedPseudograph;
import org.jspecify.annotations.Nullable;

/** Compares what was found with what the JGraphT library finds. */
final class JGraphT {
    private JGraphT() {}

    /** Returns the first rank that is not as near as the tolerance, in words, or null if all are. */
    static @Nullable String firstDifferentRank(Network network, PageRank.Settings settings) {
        Map<Integer, Double> expected = new org.jgrapht.alg.scoring.PageRank<>(
                        graph(network), settings.damping(), settings.maxRounds(), settings.tolerance())
                .getScores();
        for (int i = 0; i < network.size(); i++) {
            double theirs = expected.getOrDefault(i, Double.NaN);
            if (!(Math.abs(network.value(i) - theirs) <= settings.tolerance())) {
                return "the rank of vertex %d is %s, JGraphT finds %s"
                        .formatted(network.name(i), network.value(i), theirs);
            }
        }
        return null;
    }

    /** Returns the first component that differs, in words, or null if all are equal. */
    static @Nullable String firstDifferentComponent(Network network) {
        List<Set<Integer>> components = new ConnectivityInspector<>(graph(network)).connectedSets();
        for (Set<Integer> component : components) {
            int lowest = component.stream().mapToInt(Integer::intValue).min().orElseThrow();
            for (int vertex : component) {
                if (network.value(vertex) != lowest) {
                    return "the component of vertex %d is that of vertex %d, JGraphT finds that of vertex %d"
                            .formatted(
                                    network.name(vertex),
                                    network.name((int) network.value(vertex)),
                                    network.name(lowest));
                }
            }
        }
        return null;
    }

    private static Graph<Integer, DefaultEdge> graph(Network network) {
        Graph<Integer, DefaultEdge> graph = new DirectedPseudograph<>(DefaultEdge.class);
        for (int i = 0; i < network.size(); i++) {
            graph.addVertex(i);
        }
        for (int i = 0; i < network.size(); i++) {
            for (int target : network.links(i)) {
                graph.addEdge(i, target);
            }
        }
        return graph;
    }
}
