package tutti.serialization.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import tutti.serialization.Codec;
import tutti.serialization.Encoded;

/** Encodes, decodes and copies what programs send, by Tutti and by Java serialization. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CodecBenchmark {
    @Param({"ints", "matrix", "list", "map", "sparse", "graph", "small graph", "nodes", "few nodes"})
    public String what = "ints";

    private final Codec codec = new ObjectCodec();
    private Object value = "";
    private Encoded encoded = codec.encode(null);
    private byte[] java = {};

    /** Makes the object, and its two encodings. */
    @Setup
    public void prepare() throws IOException {
        value = switch (what) {
            case "ints" -> IntStream.range(0, 16_384).toArray();
            case "matrix" -> new int[128][128];
            case "list" -> new ArrayList<>(IntStream.range(0, 10_000).boxed().toList());
            case "map" -> map();
            case "sparse" -> sparse();
            case "graph" -> graph(100_000);
            case "small graph" -> graph(10_000);
            case "nodes" -> nodes(100_000);
            case "few nodes" -> nodes(10_000);
            default -> throw new IllegalArgumentException(what);
        };
        encoded = codec.encode(value);
        java = javaEncode();
    }

    @Benchmark
    public Encoded encode() {
        return codec.encode(value);
    }

    @Benchmark
    public @Nullable Object decode() {
        return codec.decode(encoded);
    }

    @Benchmark
    public Codec.Snapshot copy() {
        return codec.snapshot(value);
    }

    @Benchmark
    public byte[] javaEncode() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    @Benchmark
    public Object javaDecode() throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(java))) {
            return in.readObject();
        }
    }

    /** What no encoding of an array can be faster than by much. */
    @Benchmark
    public Object arrayCopy() {
        return switch (value) {
            case int[] array -> array.clone();
            case int[][] rows -> {
                int[][] copy = new int[rows.length][];
                for (int i = 0; i < copy.length; i++) {
                    copy[i] = rows[i].clone();
                }
                yield copy;
            }
            default -> Objects.requireNonNull(value);
        };
    }

    private static Map<String, double[]> map() {
        Map<String, double[]> map = new HashMap<>();
        IntStream.range(0, 100).forEach(i -> map.put("key " + i, new double[100]));
        return map;
    }

    /** Rows of the cells that are not zero, 5 of 100. */
    private static List<Map<Integer, Double>> sparse() {
        Random random = new Random(1);
        List<Map<Integer, Double>> rows = new ArrayList<>();
        for (int row = 0; row < 512; row++) {
            Map<Integer, Double> cells = new HashMap<>();
            random.ints(26, 0, 512).forEach(column -> cells.put(column, random.nextDouble()));
            rows.add(cells);
        }
        return rows;
    }

    /** A tree whose vertices know an ancestor each: deeper graphs overflow the stack of Java serialization. */
    private static Vertex graph(int vertices) {
        List<Vertex> all = new ArrayList<>();
        all.add(new Vertex(0));
        for (int i = 1; i < vertices; i++) {
            Vertex vertex = new Vertex(i);
            all.get((i - 1) / 2).neighbours.add(vertex);
            vertex.neighbours.add(all.get(Math.max(0, ((i - 1) / 2 - 1) / 2))); // an ancestor
            all.add(vertex);
        }
        return all.getFirst();
    }

    /** A tree without lists, whose nodes know their parents. */
    private static Node nodes(int count) {
        Node[] all = new Node[count];
        for (int i = 0; i < count; i++) {
            all[i] = new Node(i);
            if (i > 0) {
                Node parent = all[(i - 1) / 2];
                all[i].parent = parent;
                if (i % 2 == 1) {
                    parent.left = all[i];
                } else {
                    parent.right = all[i];
                }
            }
        }
        return all[0];
    }

    @SuppressWarnings("unused") // it is there to be written
    private static final class Node implements java.io.Serializable {
        private static final long serialVersionUID = 1;

        private final int number;
        private final double weight;
        private @Nullable Node left;
        private @Nullable Node right;
        private @Nullable Node parent;

        Node(int number) {
            this.number = number;
            this.weight = 0.5 * number;
        }
    }

    private static final class Vertex implements java.io.Serializable {
        private static final long serialVersionUID = 1;

        private final int number;
        private final double weight;
        private final ArrayList<Vertex> neighbours = new ArrayList<>(3);

        Vertex(int number) {
            this.number = number;
            this.weight = 0.5 * number;
        }

        @Override
        public String toString() {
            return number + " " + weight;
        }
    }
}
