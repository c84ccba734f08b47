package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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
        assertThat(codec.decode(Encoded.of(new Chunk(wider, 3, bytes.length)))).isEqualTo(value);
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldRefuseBytesOfAnotherLength(Object value) {
        byte[] bytes = TestBytes.join(codec.encode(value));
        for (int length = 1; length <= bytes.length + 2; length++) {
            if (length != bytes.length) {
                byte[] other = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> codec.decode(Encoded.of(new Chunk(other, 0, other.length))))
                        .isInstanceOf(SerializationException.class);
            }
        }
    }

    @Test
    void shouldRefuseABooleanThatIsNeither() {
        byte[] bytes = {Scalars.FIRST, 2};
        assertThatThrownBy(() -> codec.decode(Encoded.of(new Chunk(bytes, 0, bytes.length))))
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
