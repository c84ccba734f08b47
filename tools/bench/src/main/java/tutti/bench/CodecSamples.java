package tutti.bench;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Values of the kinds that programs send, to be encoded. */
final class CodecSamples {
    private static final int ELEMENTS = 1000;
    private static final int NEIGHBOURS = 4;

    private CodecSamples() {}

    /** A value whose fields are all there is. */
    record Point(double x, double y, int number) implements Serializable {}

    /** A node of a binary tree. */
    @SuppressWarnings("unused") // encoded, and no more
    static final class Node implements Serializable {
        private static final long serialVersionUID = 1;

        private int number;
        private double weight;
        private @Nullable Node left;
        private @Nullable Node right;

        /** Made by codecs that need a constructor. */
        Node() {}

        /** Returns a tree of so many nodes. */
        static @Nullable Node tree(int nodes) {
            if (nodes == 0) {
                return null;
            }
            Node root = new Node();
            root.number = nodes;
            root.weight = nodes / 2.0;
            root.left = tree((nodes - 1) / 2);
            root.right = tree(nodes / 2);
            return root;
        }
    }

    /** A vertex of a graph, which has cycles. */
    @SuppressWarnings("unused") // encoded, and no more
    static final class Vertex implements Serializable {
        private static final long serialVersionUID = 1;

        private int number;
        private String name = "";
        private double[] place = {};
        private ArrayList<Vertex> neighbours = new ArrayList<>();

        /** Made by codecs that need a constructor. */
        Vertex() {}

        List<Vertex> neighbours() {
            return neighbours;
        }

        /** Returns a graph of so many vertices. */
        static List<Vertex> graph(int vertices) {
            List<Vertex> graph = list(vertices, i -> {
                Vertex vertex = new Vertex();
                vertex.number = i;
                vertex.name = "vertex " + i;
                vertex.place = new double[] {i, i + 0.5};
                return vertex;
            });
            Random random = new Random(1);
            for (Vertex vertex : graph) {
                for (int i = 0; i < NEIGHBOURS; i++) {
                    vertex.neighbours.add(graph.get(random.nextInt(vertices)));
                }
            }
            return graph;
        }
    }

    /** Returns all values by their names. */
    static Map<String, Object> all() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("text of 26 chars", "abcdefghijklmnopqrstuvwxyz");
        all.put("record", new Point(1, 2, 3));
        all.put("tree of 100 nodes", Objects.requireNonNull(Node.tree(100)));
        all.put("graph of 100 vertices", Vertex.graph(100));
        all.put("list of 10 Integer", list(10, i -> i));
        all.put("list of 1000 Integer", list(ELEMENTS, i -> i));
        all.put("list of 1000 Double", list(ELEMENTS, i -> i / 2.0));
        all.put("list of 1000 String", list(ELEMENTS, i -> "text " + i));
        all.put("list of 1000 records", list(ELEMENTS, i -> new Point(i, i, i)));
        Map<String, Integer> numbers = new HashMap<>();
        IntStream.range(0, ELEMENTS).forEach(i -> numbers.put("text " + i, i));
        all.put("map of 1000 String to Integer", numbers);
        return all;
    }

    private static <T> List<T> list(int size, IntFunction<T> element) {
        List<T> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(element.apply(i));
        }
        return list;
    }
}
