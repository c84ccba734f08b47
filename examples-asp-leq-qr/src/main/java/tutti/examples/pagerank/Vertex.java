package tutti.examples.pagerank;

import java.io.Serializable;

/** A vertex with its links: those to vertices of the same sub-graph are references, those to others are indices. */
final class Vertex implements Serializable {
    private static final long serialVersionUID = 1;

    private final int index;
    private Vertex[] near = {};
    private int[] far = {};
    private double value;
    private double received;

    /**
     * Makes a vertex without links.
     *
     * @param index its place in the whole network
     */
    Vertex(int index) {
        this.index = index;
    }

    /** Gives it its links, which are no longer the caller's. */
    void link(Vertex[] toNear, int[] toFar) {
        near = toNear;
        far = toFar;
    }

    int index() {
        return index;
    }

    /** Returns how many links lead away from it. */
    int links() {
        return near.length + far.length;
    }

    /** Returns the vertices of this sub-graph that it links to. */
    Vertex[] near() {
        return near;
    }

    /** Returns the indices of the vertices elsewhere that it links to. */
    int[] far() {
        return far;
    }

    /** What an algorithm wants to know of each vertex: its rank, its component. */
    double value() {
        return value;
    }

    void setValue(double value) {
        this.value = value;
    }

    /** What has come together in this round. */
    double received() {
        return received;
    }

    void setReceived(double received) {
        this.received = received;
    }
}
