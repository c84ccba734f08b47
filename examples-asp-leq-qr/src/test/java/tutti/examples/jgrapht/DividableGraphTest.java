package tutti.examples.jgrapht;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jgrapht.Graph;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;
import org.jgrapht.graph.WeightedPseudograph;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.group.ColGroupMaster;
import tutti.group.ColMember;

@Timeout(30)
class DividableGraphTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void shouldScatterAndGather(int members) {
        Graph<String, DefaultWeightedEdge> directed = new SimpleDirectedWeightedGraph<>(DefaultWeightedEdge.class);
        Graph<String, DefaultWeightedEdge> undirected = new WeightedPseudograph<>(DefaultWeightedEdge.class);
        fill(directed, false);
        fill(undirected, true);

        Graph<String, DefaultWeightedEdge> gathered = new SimpleDirectedWeightedGraph<>(DefaultWeightedEdge.class);
        assertThat(scatterAndGather(members, directed, gathered))
                .isEqualTo(directed.edgeSet().size());
        assertThat(text(gathered)).isEqualTo(text(directed));
        Graph<String, DefaultWeightedEdge> gatheredBack = new WeightedPseudograph<>(DefaultWeightedEdge.class);
        assertThat(scatterAndGather(members, undirected, gatheredBack))
                .isEqualTo(undirected.edgeSet().size());
        assertThat(text(gatheredBack)).isEqualTo(text(undirected));
    }

    private static void fill(Graph<String, DefaultWeightedEdge> graph, boolean loops) {
        Random random = new Random(7);
        for (int i = 0; i < 20; i++) {
            graph.addVertex("v" + i);
        }
        for (int i = 0; i < 60; i++) {
            int source = random.nextInt(20);
            int target = random.nextInt(20);
            if (loops || source != target) {
                DefaultWeightedEdge edge = graph.addEdge("v" + source, "v" + target);
                if (edge != null) { // not parallel to another
                    graph.setEdgeWeight(edge, i);
                }
            }
        }
    }

    private static List<String> text(Graph<String, DefaultWeightedEdge> graph) {
        List<String> text = graph.edgeSet().stream()
                .map(edge -> edge + " " + graph.getEdgeWeight(edge))
                .sorted()
                .collect(Collectors.toList());
        graph.vertexSet().stream().sorted().forEach(text::add);
        return text;
    }

    /** Returns how many edges the parts had. */
    private static int scatterAndGather(
            int members, Graph<String, DefaultWeightedEdge> graph, Graph<String, DefaultWeightedEdge> gathered) {
        List<Integer> edges = new CopyOnWriteArrayList<>();
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=" + members)) {
            master.start("graph", () -> new ColMember() {
                @Override
                public void run() {
                    boolean root = group().rank(this) == 0;
                    GraphPart<String, DefaultWeightedEdge> part =
                            scatter(group(), root ? new DividableGraph<>(graph) : null, 0);
                    edges.add(Objects.requireNonNull(part).graph().edgeSet().size());
                    gather(group(), root ? new DividableGraph<>(gathered) : null, part, 0);
                }
            });
        }
        return edges.stream().mapToInt(Integer::intValue).sum();
    }
}
