package tutti.examples.jgrapht;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jgrapht.Graph;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;
import org.jgrapht.graph.WeightedPseudograph;
import tutti.collectives.Reductions;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.junit.Members;

class DividableGraphTest {
    @Members({1, 2, 3, 8})
    void shouldScatterAndGather(ColMember member, ColGroup group) {
        Graph<String, DefaultWeightedEdge> directed = new SimpleDirectedWeightedGraph<>(DefaultWeightedEdge.class);
        Graph<String, DefaultWeightedEdge> undirected = new WeightedPseudograph<>(DefaultWeightedEdge.class);
        fill(directed, false);
        fill(undirected, true);

        assertGathersWhatItScatters(
                member, group, directed, new SimpleDirectedWeightedGraph<>(DefaultWeightedEdge.class));
        assertGathersWhatItScatters(member, group, undirected, new WeightedPseudograph<>(DefaultWeightedEdge.class));
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

    private static void assertGathersWhatItScatters(
            ColMember member,
            ColGroup group,
            Graph<String, DefaultWeightedEdge> graph,
            Graph<String, DefaultWeightedEdge> gathered) {
        boolean root = group.rank(member) == 0;
        GraphPart<String, DefaultWeightedEdge> part =
                member.scatter(group, root ? new DividableGraph<>(graph) : null, 0);
        int edges = member.allReduce(group, part.graph().edgeSet().size(), Reductions.sum());
        member.gather(group, root ? new DividableGraph<>(gathered) : null, part, 0);

        assertThat(edges).isEqualTo(graph.edgeSet().size());
        assertThat(text(gathered)).isEqualTo(root ? text(graph) : List.of());
    }
}
