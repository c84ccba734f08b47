package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.serialization.Chunk;
import tutti.serialization.Codec;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;
import tutti.serialization.SerializationSettings;
import tutti.serialization.TestBytes;

class ScalarsTest {
    private static final SerializationSettings DEFAULT = SerializationSettings.DEFAULT;

    private final Codec codec = new ObjectCodec();

    static List<Object> values() {
        return List.of(
                true,
                false,
                Byte.MIN_VALUE,
                Byte.MAX_VALUE,
                Character.MIN_VALUE,
                Character.MAX_VALUE,
                Short.MIN_VALUE,
                (short) 1,
                Integer.MIN_VALUE,
                -1,
                0x01020304,
                Long.MIN_VALUE,
                0x0102030405060708L,
                -0.0f,
                Float.MIN_VALUE,
                Float.NaN,
                -0.0,
                Double.MAX_VALUE,
                Double.longBitsToDouble(0x7ff8000000000123L));
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldKeepTypeAndValue(Object value) {
        Encoded encoded = codec.encode(value);
        Object decoded = codec.decode(encoded);
        assertThat(decoded).isEqualTo(value).hasSameClassAs(value);
        assertThat(encoded.lengthBytes()).isLessThanOrEqualTo(1 + Long.BYTES);
        if (value instanceof Double number) {
            assertThat(Double.doubleToRawLongBits((Double) decoded)).isEqualTo(Double.doubleToRawLongBits(number));
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldBeReadFromTheMiddleOfAnArray(Object value) {
        byte[] bytes = TestBytes.join(codec.encode(value));
        byte[] wider = new byte[bytes.length + 5];
        System.arraycopy(bytes, 0, wider, 3, bytes.length);
        assertThat(codec.decode(new Chunk(wider, 3, bytes.length))).isEqualTo(value);
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldRefuseBytesOfAnotherLength(Object value) {
        byte[] bytes = TestBytes.join(codec.encode(value));
        for (int length = 1; length <= bytes.length + 2; length++) {
            if (length != bytes.length) {
                byte[] other = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> codec.decode(new Chunk(other, 0, other.length)))
                        .isInstanceOf(SerializationException.class);
            }
        }
    }

    static List<String> texts() {
        return List.of(
                "",
                "a",
                "\u00ff",
                "\u0100",
                "\ud800", // half of a pair
                "both \u00e4 and \u65e5\u672c",
                "a".repeat(62),
                "a".repeat(63),
                "\u65e5".repeat(63),
                "a".repeat(Chunk.MAX_BYTES - 5),
                "a".repeat(Chunk.MAX_BYTES - 4),
                "\u65e5".repeat((Chunk.MAX_BYTES - 5) / 2),
                "\u65e5".repeat(Chunk.MAX_BYTES / 2),
                "a".repeat(3 * Chunk.MAX_BYTES));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void shouldKeepATextByItselfAndInAGraph(String text) {
        assertThat(codec.decode(codec.encode(text))).isEqualTo(text);
        assertThat(codec.decode(codec.encode(new Object[] {text, text, 1}))).isEqualTo(new Object[] {text, text, 1});
    }

    @ParameterizedTest
    @MethodSource("texts")
    void shouldReadATextThatCameInSeveralChunks(String text) {
        Encoded encoded = codec.encode(text);
        int halfBytes = (int) encoded.lengthBytes() / 2 + 1;
        assertThat(codec.decode(TestBytes.cut(encoded, halfBytes))).isEqualTo(text);
    }

    @Test
    void shouldTakeOneByteForEachCharOfLatinAndTwoForOthers() {
        assertThat(codec.encode("\u00e4b").lengthBytes()).isEqualTo(1 + 4 + 2);
        assertThat(codec.encode("\u65e5b").lengthBytes()).isEqualTo(1 + 4 + 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text", "\u65e5\u672c"})
    void shouldRefuseATextOfAnotherLength(String text) {
        byte[] bytes = TestBytes.join(codec.encode(text));
        for (int length = 1; length <= bytes.length + 2; length++) {
            if (length != bytes.length) {
                byte[] other = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> codec.decode(new Chunk(other, 0, other.length)))
                        .isInstanceOf(SerializationException.class);
            }
        }
    }

    @Test
    void shouldRefuseATextThatIsLongerThanAnArrayCanBe() {
        byte[] bytes = TestBytes.join(codec.encode("\u65e5"));
        bytes[4] = (byte) 0x80; // the highest byte of its length
        assertThatThrownBy(() -> codec.decode(new Chunk(bytes, 0, bytes.length)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("chars=-");
    }

    @Test
    void shouldRefuseABooleanThatIsNeither() {
        byte[] bytes = {Scalars.FIRST, 2};
        assertThatThrownBy(() -> codec.decode(new Chunk(bytes, 0, bytes.length)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("boolean=2");
    }

    @Test
    void shouldPassAnyFilterAsLeavesOfGraphsDo() {
        Codec strict = new ObjectCodec(
                new SerializationSettings("!*", DEFAULT.maxDepth(), DEFAULT.maxArrayLength(), DEFAULT.maxBytes()));
        assertThat(strict.decode(strict.encode(1))).isEqualTo(1);
        assertThat(strict.decode(strict.encode("text"))).isEqualTo("text");
    }
}
