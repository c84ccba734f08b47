package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.serialization.Chunk;
import tutti.serialization.ChunkWriter;
import tutti.serialization.Codec;
import tutti.serialization.Encoded;
import tutti.serialization.SampleArrays;
import tutti.serialization.SerializationException;
import tutti.serialization.TestBytes;
import tutti.serialization.inbound.ArrivingBytes;
import tutti.serialization.inbound.LockedWaiters;

class ObjectCodecTest {
    private final Codec codec = new ObjectCodec();

    /** Every primitive array type, at lengths around the ends of chunks. */
    static Stream<Object> arrays() {
        return IntStream.of(0, 1, 2, 1000, Chunk.MAX_BYTES - 9, Chunk.MAX_BYTES, Chunk.MAX_BYTES + 1, 600_000)
                .boxed()
                .flatMap(SampleArrays::ofEachType);
    }

    static Stream<Arguments> objects() {
        return Stream.<Object>of(
                        "text",
                        "",
                        42,
                        'c',
                        true,
                        3.5f,
                        BigInteger.TEN.pow(100),
                        Thread.State.BLOCKED,
                        List.of(1, 2, 3),
                        Map.of("key", List.of("value")),
                        new String[] {"a", null},
                        new int[0][0],
                        new int[][] {{1, 2}, {}, null},
                        new Point(1, 2),
                        new ArrayList<>(IntStream.range(0, 100_000).boxed().toList()))
                .map(value -> Arguments.of(value));
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldReturnEqualPrimitiveArrays(Object array) {
        Object decoded = codec.decode(codec.encode(array));

        assertThat(decoded).isNotSameAs(array).hasSameClassAs(array);
        assertThat(Arrays.deepEquals(new Object[] {decoded}, new Object[] {array}))
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("objects")
    void shouldReturnEqualObjects(Object value) {
        Object decoded = codec.decode(codec.encode(value));

        assertThat(decoded).hasSameClassAs(value);
        assertThat(Arrays.deepEquals(new Object[] {decoded}, new Object[] {value}))
                .isTrue();
    }

    /** Numbers, strings and class names may cross the end of a chunk anywhere. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 9, 10, 11, 13, 31, 63, 64, 65, 127})
    void shouldReadGraphsFromChunksOfAnyLength(int chunkLength) {
        List<Object> graph = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            graph.add(i * 1_000_003);
            graph.add(i * 1_000_000_000_000_000_003L);
            graph.add(i / 7.0);
            graph.add("text " + "\u20ac".repeat(i % 3) + i);
            graph.add(List.of((short) i, (byte) i, i % 2 == 0, (char) i, new int[] {i, -i}));
        }
        Encoded cut = TestBytes.cut(codec.encode(graph), chunkLength);

        Object read = codec.decode(cut);

        assertThat(read).usingRecursiveComparison().isEqualTo(graph);
    }

    @Test
    void shouldReturnNullAsAValue() {
        Encoded encoded = codec.encode(null);

        assertThat(encoded.lengthBytes()).isEqualTo(1);
        assertThat(codec.decode(encoded)).isNull();
    }

    @Test
    void shouldEncodeArraysWithLittleMoreThanTheirBytes() {
        assertThat(codec.encode(new double[1000]).lengthBytes()).isEqualTo(8000 + 9);
        assertThat(codec.encode(new byte[0]).lengthBytes()).isEqualTo(9);
    }

    @Test
    void shouldKeepEveryBitOfFloatingPointNumbers() {
        double[] doubles = {-0.0, Double.NaN, Double.longBitsToDouble(0x7ff0000000000001L), Double.MIN_VALUE};
        float[] floats = {-0.0f, Float.NaN, Float.intBitsToFloat(0x7f800001), Float.NEGATIVE_INFINITY};

        double[] sameDoubles = (double[]) codec.decode(codec.encode(doubles));
        float[] sameFloats = (float[]) codec.decode(codec.encode(floats));
        assertThat(MemorySegment.ofArray(sameDoubles).mismatch(MemorySegment.ofArray(doubles)))
                .isEqualTo(-1);
        assertThat(MemorySegment.ofArray(sameFloats).mismatch(MemorySegment.ofArray(floats)))
                .isEqualTo(-1);
    }

    @Test
    void shouldKeepCyclesAndSharedObjects() {
        Node first = new Node("first");
        first.next = new Node("second");
        first.next.next = first;
        Object decoded = codec.decode(codec.encode(new Node[] {first, first.next}));

        Node[] nodes = (Node[]) decoded;
        assertThat(nodes[0].next).isSameAs(nodes[1]);
        assertThat(nodes[1].next).isSameAs(nodes[0]);
        assertThat(nodes[0].name).isEqualTo("first");
    }

    @Test
    void shouldNotShowWhatChangesAfterEncoding() {
        int[] array = {1, 2, 3};
        List<String> list = new ArrayList<>(List.of("a"));
        Encoded encodedArray = codec.encode(array);
        Encoded encodedList = codec.encode(list);
        array[0] = 99;
        list.add("b");

        assertThat(codec.decode(encodedArray)).isEqualTo(new int[] {1, 2, 3});
        assertThat(codec.decode(encodedList)).isEqualTo(List.of("a"));
    }

    @Test
    void shouldNameTheClassThatIsNotSerializable() {
        Object value = new ArrayList<>(List.of(new Holder(new NotSerializable())));

        assertThatThrownBy(() -> codec.encode(value))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(NotSerializable.class.getName())
                .hasMessageContaining("path=ArrayList[0].content")
                .hasMessageContaining("implement java.io.Serializable");
        assertThatThrownBy(() -> codec.snapshot(value))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(NotSerializable.class.getName());
    }

    @ParameterizedTest
    @MethodSource("truncatable")
    void shouldRefuseTruncatedBytes(Object value) {
        byte[] bytes = TestBytes.join(codec.encode(value));
        for (int length = 0; length < bytes.length; length++) {
            Encoded cut = Encoded.of(List.of(new Chunk(bytes, 0, length)));
            assertThatThrownBy(() -> codec.decode(cut))
                    .as("first %d of %d bytes", length, bytes.length)
                    .isInstanceOf(SerializationException.class);
        }
    }

    static Stream<Arguments> truncatable() {
        return Stream.<Object>of(
                        new int[] {1, 2, 3},
                        new boolean[] {true, false},
                        new double[0],
                        new Point(1, 2),
                        new ArrayList<>(List.of("a", "b")),
                        new Node[] {new Node("a"), null})
                .map(value -> Arguments.of(value));
    }

    @Test
    void shouldRefuseAnUnknownEncoding() {
        for (int kind : new int[] {9, 31, 34, 255}) {
            byte[] bytes = {(byte) kind, 0, 0};
            assertThatThrownBy(() -> codec.decode(Encoded.of(List.of(new Chunk(bytes, 0, 3)))))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("kind=" + kind);
        }
    }

    @Test
    void shouldRefuseAnArrayThatClaimsMoreThanItsBytes() {
        for (long length : new long[] {-1, 4, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE / 4 + 2}) {
            ChunkWriter out = new ChunkWriter();
            out.write(5); // int[]
            out.writeLong(length);
            out.writeLong(0);
            assertThatThrownBy(() -> codec.decode(out.finish()))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("length=" + length);
        }
    }

    @Test
    void shouldNameAClassThatIsMissing() {
        byte[] bytes = TestBytes.join(codec.encode(new Point(1, 2)));
        String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).replace("$Point", "$Paint");
        byte[] changed = text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> codec.decode(Encoded.of(List.of(new Chunk(changed, 0, changed.length)))))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("$Paint")
                .hasMessageContaining("class path");
    }

    @Test
    void shouldDecodeWhileBytesArrive() throws Exception {
        Object value = IntStream.range(0, 100_000).mapToObj(Integer::toString).toList();
        List<Chunk> chunks = new ArrayList<>();
        codec.encode(value).forEach(chunks::add);
        ArrivingBytes arriving =
                new ArrivingBytes(chunks.stream().mapToLong(Chunk::length).sum(), new LockedWaiters());
        FutureTask<Object> decoding = new FutureTask<>(() -> codec.decode(arriving));
        Thread.startVirtualThread(decoding);
        chunks.forEach(arriving::append);

        assertThat(chunks).hasSizeGreaterThan(2);
        assertThat(decoding.get(1, TimeUnit.MINUTES)).isEqualTo(value);
    }

    record Point(int x, int y) implements Serializable {}

    static final class NotSerializable {}

    @SuppressWarnings("serial") // that the field can not be serialized is the point
    record Holder(Object content) implements Serializable {}

    static final class Node implements Serializable {
        private static final long serialVersionUID = 1;

        private final String name;
        private Node next;

        Node(String name) {
            this.name = name;
        }
    }
}
