package tutti.examples.pagerank;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/** The vertices of one member: consecutive ones of the network, in its order. */
final class SubGraph implements Serializable {
    private static final long serialVersionUID = 1;

    private final int first;
    private final Vertex[] vertices;

    /**
     * Makes a part of a network.
     *
     * @param first index of its first vertex
     * @param vertices its vertices, in the order of their indices
     */
    SubGraph(int first, Vertex[] vertices) {
        this.first = first;
        this.vertices = vertices;
    }

    List<Vertex> vertices() {
        return Arrays.asList(vertices);
    }

    /** Returns a vertex of this part by its index in the network. */
    Vertex vertex(int index) {
        return vertices[index - first];
    }
}
