package tutti.examples.jgrapht;

import java.util.List;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.graph.builder.GraphTypeBuilder;
import tutti.collectives.DividableDataObject;
import tutti.collectives.Partition;

/**
 * Divides a graph of JGraphT by its vertices.
 *
 * <p>The vertices are dealt out in blocks, in the graph's own order. With each goes every edge that it is the source
 * of; in an undirected graph an edge has as its source one of its ends, as JGraphT says. Gathering adds vertices and
 * edges to the graph.
 *
 * @param graph which is not copied; its type (directed, weighted, loops, multiple edges) is that of the parts
 * @param <V> type of the vertices
 * @param <E> type of the edges
 */
public record DividableGraph<V, E>(Graph<V, E> graph) implements DividableDataObject<GraphPart<V, E>> {
    @Override
    public GraphPart<V, E> elementAt(int index, int groupSize) {
        List<V> vertices = List.copyOf(graph.vertexSet());
        Partition blocks = new Partition(vertices.size(), groupSize);
        List<V> own = List.copyOf(vertices.subList(blocks.offset(index), blocks.offset(index + 1)));
        Graph<V, E> part = GraphTypeBuilder.<V, E>forGraphType(graph.getType()).buildGraph();
        own.forEach(part::addVertex);
        for (V vertex : own) {
            for (E edge : touching(vertex)) {
                if (graph.getEdgeSource(edge).equals(vertex)) {
                    copy(edge, graph, part);
                }
            }
        }
        return new GraphPart<>(own, part);
    }

    @Override
    public void setElementAt(int index, int groupSize, GraphPart<V, E> element) {
        element.own().forEach(graph::addVertex);
        element.graph().edgeSet().forEach(edge -> copy(edge, element.graph(), graph));
    }

    private Set<E> touching(V vertex) {
        return graph.getType().isDirected() ? graph.outgoingEdgesOf(vertex) : graph.edgesOf(vertex);
    }

    private static <V, E> void copy(E edge, Graph<V, E> from, Graph<V, E> to) {
        V source = from.getEdgeSource(edge);
        V target = from.getEdgeTarget(edge);
        to.addVertex(source);
        to.addVertex(target);
        to.addEdge(source, target, edge);
        if (from.getType().isWeighted()) {
            to.setEdgeWeight(edge, from.getEdgeWeight(edge));
        }
    }
}
