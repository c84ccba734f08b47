package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.serialization.Chunk;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;
import tutti.serialization.TestBytes;

class SerializerCompilerTest {
    private static final List<String> TYPES =
            List.of("boolean", "byte", "char", "short", "int", "long", "float", "double", "String", "Object");

    @TempDir
    private Path folder;

    private final ObjectCodec codec = new ObjectCodec();

    /** Around the number of fields that one method treats. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 127, 128, 129, 257, 1000})
    void shouldKeepAllFieldsOfAClass(int count) throws Exception {
        String fields = IntStream.range(0, count)
                .mapToObj(i -> "private final %s f%d = %s;".formatted(type(i), i, value(i)))
                .collect(Collectors.joining("\n"));
        String shown = IntStream.range(0, count)
                .mapToObj("shown.append(f%d).append(' ');"::formatted)
                .collect(Collectors.joining("\n"));
        Object sent = made("""
            public class Sample implements java.io.Serializable {
                private static Object value(Object value) { return value; } // lest the fields be constants
                %s
                @Override public String toString() {
                    StringBuilder shown = new StringBuilder();
                    %s
                    return shown.toString();
                }
            }
            """.formatted(fields, shown));

        assertThat(CompiledClasses.received(sent, sent.getClass().getClassLoader()))
                .isNotSameAs(sent)
                .hasToString(sent.toString());
        assertThat(codec.snapshot(sent).value()).isNotSameAs(sent).hasToString(sent.toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 129, 200})
    void shouldKeepAllComponentsOfARecord(int count) throws Exception {
        Object sent = made(recordSource(count));

        assertThat(CompiledClasses.received(sent, sent.getClass().getClassLoader()))
                .isNotSameAs(sent)
                .isEqualTo(sent);
        assertThat(codec.snapshot(sent).value()).isEqualTo(sent);
    }

    @Test
    void shouldNameARecordWithMoreComponentsThanJavaCanSerialize() throws Exception {
        Object sent = made("""
            public record Sample(%s) implements java.io.Serializable {
                public Sample() { this(%s); }
            }
            """.formatted(
                        IntStream.range(0, 254).mapToObj(i -> "int f" + i).collect(Collectors.joining(", ")),
                        IntStream.range(0, 254).mapToObj(String::valueOf).collect(Collectors.joining(", "))));

        assertThatThrownBy(() -> codec.encode(new ArrayList<>(List.of(sent))))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("class has more fields than Java can serialize: class=Sample");
    }

    /** Fields may cross the end of a chunk anywhere. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 11, 13, 29, 30, 31, 63, 127})
    void shouldReadFieldsFromChunksOfAnyLength(int chunkLength) {
        List<Object> graph = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            graph.add(new Fields(i));
            graph.add(new Fields(i).components());
        }
        Encoded cut = TestBytes.cut(codec.encode(graph), chunkLength);

        assertThat(codec.decode(cut))
                .usingRecursiveComparison()
                .withStrictTypeChecking()
                .isEqualTo(graph);
    }

    @Test
    void shouldFillChunksWithFieldsOfEachType() {
        List<Object> graph = new ArrayList<>();
        for (int i = 0; i < 40_000; i++) {
            graph.add(new Fields(i));
        }

        Encoded encoded = codec.encode(graph);

        assertThat(encoded.lengthBytes()).isGreaterThan(4L * Chunk.MAX_BYTES);
        List<?> decoded = (List<?>) codec.decode(encoded);
        for (int i = 0; i < graph.size(); i++) {
            assertThat(((Fields) decoded.get(i)).components()).isEqualTo(((Fields) graph.get(i)).components());
        }
    }

    @Test
    void shouldKeepEveryBitOfFields() {
        Bits sent = new Bits(Double.longBitsToDouble(0x7ff0000000000001L), Float.intBitsToFloat(0x7f800001));

        Bits decoded = (Bits) codec.decode(codec.encode(sent));

        assertThat(Double.doubleToRawLongBits(decoded.precise)).isEqualTo(0x7ff0000000000001L);
        assertThat(Float.floatToRawIntBits(decoded.single)).isEqualTo(0x7f800001);
    }

    /** A class that has been served once does not stay for that. */
    @Test
    void shouldServeTheSameNameOfAnotherLoader() throws Exception {
        Object first = made(recordSource(3));
        Object second = made(recordSource(12));

        assertThat(CompiledClasses.received(first, first.getClass().getClassLoader()))
                .isEqualTo(first);
        assertThat(CompiledClasses.received(second, second.getClass().getClassLoader()))
                .isEqualTo(second);
    }

    private Object made(String source) throws Exception {
        return CompiledClasses.of(folder, "Sample", source)
                .loadClass("Sample")
                .getDeclaredConstructor()
                .newInstance();
    }

    private static String recordSource(int count) {
        String components = IntStream.range(0, count)
                .mapToObj(i -> "%s f%d".formatted(type(i), i))
                .collect(Collectors.joining(", "));
        String values = IntStream.range(0, count)
                .mapToObj(SerializerCompilerTest::value)
                .collect(Collectors.joining(", "));
        String constructor = count == 0 ? "" : "public Sample() { this(%s); }".formatted(values);
        return """
            public record Sample(%s) implements java.io.Serializable {
                private static Object value(Object value) { return value; }
                %s
            }
            """.formatted(components, constructor);
    }

    private static String type(int i) {
        return TYPES.get(i % TYPES.size());
    }

    /** Returns the source of a value of the type that a field of that number has. */
    private static String value(int i) {
        String type = type(i);
        return switch (type) {
            case "boolean" -> "(boolean) value(%b)".formatted(i % 20 == 0);
            case "String" -> "(String) value(\"text %d\")".formatted(i);
            case "Object" -> "value(java.math.BigInteger.valueOf(%d))".formatted(i);
            default -> "(%s) value((%s) %d)".formatted(type, type, 1_000_003L * i % 30_000 + 97);
        };
    }

    private record Components(
            boolean flag,
            byte octet,
            char letter,
            short small,
            int number,
            long large,
            float single,
            double precise,
            String text)
            implements Serializable {}

    private static final class Fields implements Serializable {
        private static final long serialVersionUID = 1;

        private final boolean flag;
        private final byte octet;
        private final char letter;
        private final short small;
        private final int number;
        private final long large;
        private final float single;
        private final double precise;
        private final String text;

        Fields(int i) {
            flag = i % 2 == 0;
            octet = (byte) i;
            letter = (char) (i * 1009);
            small = (short) (i * -31);
            number = i * 1_000_003;
            large = i * -1_000_000_000_000_000_003L;
            single = i / 7.0f;
            precise = -i / 7.0;
            text = "text " + i;
        }

        Components components() {
            return new Components(flag, octet, letter, small, number, large, single, precise, text);
        }
    }

    private static final class Bits implements Serializable {
        private static final long serialVersionUID = 1;

        private final double precise;
        private final float single;

        Bits(double precise, float single) {
            this.precise = precise;
            this.single = single;
        }
    }
}
