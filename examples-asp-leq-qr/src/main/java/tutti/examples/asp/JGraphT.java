package tutti.examples.asp;

import java.util.List;
import org.jgrapht.Graph;
import org.jgrapht.alg.interfaces.ShortestPathAlgorithm.SingleSourcePaths;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath;
import org.jgrapht.alg.shortestpath.FloydWarshallShortestPaths;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.builder.GraphTypeBuilder;
import org.jspecify.annotations.Nullable;

/** Compares the distances with those of the JGraphT library. */
final class JGraphT {
    /** What JGraphT needs, in round figures: most of it for looking up arcs by their ends. */
    static final int BYTES_PER_ARC = 400;

    private JGraphT() {}

    /** Returns the first distance that differs, in words, or null if all are equal. */
    static @Nullable String firstDifference(Problem problem, List<int[][]> blocks) {
        int n = problem.size();
        Graph<Integer, DefaultWeightedEdge> graph = graph(problem);
        // Floyd's work is n^3 whatever the graph; Dijkstra's grows with the arcs
        FloydWarshallShortestPaths<Integer, DefaultWeightedEdge> floyd =
                problem.arcs() > (long) n * n / 8 ? new FloydWarshallShortestPaths<>(graph) : null;
        DijkstraShortestPath<Integer, DefaultWeightedEdge> dijkstra = new DijkstraShortestPath<>(graph);

        int i = 0;
        for (int[][] block : blocks) {
            for (int[] row : block) {
                SingleSourcePaths<Integer, DefaultWeightedEdge> expected =
                        floyd != null ? floyd.getPaths(i) : dijkstra.getPaths(i);
                for (int j = 0; j < n; j++) {
                    double found = row[j] == Floyd.INFINITY ? Double.POSITIVE_INFINITY : row[j];
                    if (found != expected.getWeight(j)) {
                        return "the distance from vertex %d to vertex %d is %s, JGraphT finds %s"
                                .formatted(i + 1, j + 1, found, expected.getWeight(j));
                    }
                }
                i++;
            }
        }
        return i == n ? null : "the table has %d rows, expected %d".formatted(i, n);
    }

    private static Graph<Integer, DefaultWeightedEdge> graph(Problem problem) {
        Graph<Integer, DefaultWeightedEdge> graph = GraphTypeBuilder.<Integer, DefaultWeightedEdge>directed()
                .weighted(true)
                .edgeClass(DefaultWeightedEdge.class)
                .buildGraph();
        int n = problem.size();
        for (int i = 0; i < n; i++) {
            graph.addVertex(i);
        }
        int[][] table = problem.table(0, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (i != j && table[i][j] != Floyd.INFINITY) {
                    graph.setEdgeWeight(graph.addEdge(i, j), table[i][j]);
                }
            }
        }
        return graph;
    }
}
