package tutti.examples.jgrapht;

import java.io.Serializable;
import java.util.List;
import org.jgrapht.Graph;

/**
 * One member's part of a graph.
 *
 * @param own the vertices that are this member's
 * @param graph these, the edges that go out from them, and the vertices of others to which those lead
 * @param <V> type of the vertices, which must be serializable and have equals and hashCode
 * @param <E> type of the edges, which must be serializable
 */
public record GraphPart<V, E>(List<V> own, Graph<V, E> graph) implements Serializable {}
