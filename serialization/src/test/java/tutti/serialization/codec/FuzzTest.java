package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.serialization.Chunk;
import tutti.serialization.Codec;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;
import tutti.serialization.TestBytes;

/** Feeds the codec damaged messages: each gives a value or a {@link SerializationException}, and nothing else. */
@Timeout(300)
class FuzzTest {
    private static final int INPUTS = Integer.getInteger("tutti.test.inputs", 100_000);
    private static final long[] SEEDS = {1, 2, 3, 5, 8, 13, 21, 34};

    private final Codec codec = new ObjectCodec();

    @Test
    void shouldGiveAValueOrAnExceptionForAnyDamagedBytes() throws Exception {
        List<byte[]> corpus = corpus();
        int threads = Runtime.getRuntime().availableProcessors();
        int refused = 0;
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (long seed : SEEDS) {
                tasks.add(() -> run(seed, INPUTS / SEEDS.length, corpus));
            }
            for (Future<Integer> each : pool.invokeAll(tasks)) {
                refused += each.get();
            }
        }
        assertThat(refused).isBetween(INPUTS / 3, INPUTS);
    }

    private int run(long seed, int inputs, List<byte[]> corpus) {
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < inputs; i++) {
            byte[] input = mutated(random, corpus);
            try {
                codec.decode(Encoded.of(List.of(new Chunk(input, 0, input.length))));
            } catch (SerializationException e) {
                refused++;
            } catch (Throwable e) {
                fail("seed=%d input=%d bytes=%s".formatted(seed, i, Arrays.toString(input)), e);
            }
        }
        return refused;
    }

    /** One sample with bits flipped, bytes set, cut off, repeated or replaced by a stretch of another sample. */
    static byte[] mutated(Random random, List<byte[]> corpus) {
        byte[] bytes = corpus.get(random.nextInt(corpus.size())).clone();
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes && bytes.length > 0; i++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(6)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt();
                case 2 -> bytes[at] = (byte) (random.nextBoolean() ? 0xff : 0x7f);
                case 3 -> bytes = Arrays.copyOf(bytes, at);
                case 4 ->
                    bytes = TestBytes.concat(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at / 2, bytes.length));
                default -> {
                    byte[] other = corpus.get(random.nextInt(corpus.size()));
                    int from = random.nextInt(other.length);
                    int length = Math.min(1 + random.nextInt(16), Math.min(other.length - from, bytes.length - at));
                    System.arraycopy(other, from, bytes, at, length);
                }
            }
        }
        return bytes;
    }

    private List<byte[]> corpus() throws Exception {
        List<Object> values = new ArrayList<>(List.of(
                "text",
                "\u20ac uro",
                new int[] {1, 2, 3},
                new boolean[] {true},
                new double[] {1},
                new int[][] {{1}, {2, 3}},
                new int[][][] {{{1}}},
                new String[] {"a", "b"},
                new Object[] {1, 2L, 3f, 4.0, true, 'c', (short) 1, (byte) 2},
                new ArrayList<>(List.of(1, 2, "x")),
                new HashMap<>(Map.of("k", new double[] {1, 2})),
                new TreeMap<>(Map.of("k", "v")),
                BitSet.valueOf(new long[] {7}),
                List.of(1, 2, 3),
                Map.of("a", "b"),
                Optional.of("x"),
                java.math.BigInteger.TEN,
                java.time.ZonedDateTime.parse("2024-01-01T00:00:00Z[UTC]"),
                java.util.UUID.randomUUID(),
                String.class,
                MatrixCases.Plain.A,
                new MatrixCases.Point(1, 2, "p"),
                new MatrixCases.Fields(1),
                MatrixCases.ring(),
                MatrixCases.selfContaining(),
                MatrixCases.sharedParts(),
                // by Java serialization
                new MatrixCases.Validated(),
                new MatrixCases.External(1),
                new MatrixCases.Proxied(),
                new Random(1),
                MatrixCases.proxy(),
                new java.util.PriorityQueue<>(List.of(1)),
                Arrays.asList("a", "b"),
                java.util.regex.Pattern.compile("a"),
                new java.util.EnumMap<>(Map.of(MatrixCases.Plain.A, 1)),
                new ArrayList<>(List.of(new Random(1), new HashMap<>(Map.of(1, 2)))),
                (MatrixCases.SerializableFunction<Object, String>) Object::toString));
        values.add(IntStream.range(0, 20).boxed().toList());
        List<byte[]> corpus = new ArrayList<>();
        values.forEach(value -> corpus.add(TestBytes.join(codec.encode(value))));
        return corpus;
    }
}
