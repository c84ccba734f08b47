package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.serialization.Chunk;
import tutti.serialization.Codec;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;
import tutti.serialization.TestBytes;

class HostileBytesTest {
    private final Codec codec = new ObjectCodec();

    static Stream<Arguments> values() {
        return Stream.<Object>of(
                        new int[] {1, 2, 3},
                        new int[][] {{1}, null},
                        new ArrayList<>(List.of("a", "b")),
                        new MatrixCases.Point(1, 2, "x"),
                        new MatrixCases.Hooked(),
                        "text",
                        List.of(1, 2, 3))
                .map(value -> Arguments.of(new Object[] {value}));
    }

    @Test
    void shouldMakeNoBooleanThatIsNeitherTrueNorFalse() {
        boolean[] flags = new boolean[10_000];
        Arrays.fill(flags, true);
        for (Object value : new Object[] {flags, new Object[] {flags, "text"}}) {
            byte[] bytes = TestBytes.join(codec.encode(value));
            for (int i = bytes.length - 9_000; i < bytes.length - 1_000; i++) {
                bytes[i] = (byte) (i | 1);
            }
            Object decoded = codec.decode(Encoded.of(List.of(new Chunk(bytes, 0, bytes.length))));
            boolean[] received = (boolean[]) (decoded instanceof Object[] both ? both[0] : decoded);
            assertThat(Arrays.equals(received, flags)).as("byte for byte").isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldRefuseBytesThatAreLeftOver(Object value) {
        byte[] bytes = TestBytes.concat(TestBytes.join(codec.encode(value)), new byte[] {0});
        refuses(bytes);
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldRefuseBytesThatAreMissing(Object value) {
        byte[] bytes = TestBytes.join(codec.encode(value));
        for (int length = 0; length < bytes.length; length++) {
            refuses(Arrays.copyOf(bytes, length));
        }
    }

    /**
     * Every place of a message becomes the start of a huge number; a heap of 3 GiB would not hold what it announces.
     */
    @ParameterizedTest
    @MethodSource("values")
    @SuppressWarnings("EmptyCatch") // a value is as good as an exception; an error is not
    void shouldNotAllocateWhatIsOnlyAnnounced(Object value) {
        byte[] bytes = TestBytes.join(codec.encode(value));
        for (int at = 0; at < bytes.length; at++) {
            byte[] changed = bytes.clone();
            Arrays.fill(changed, at, Math.min(at + 4, bytes.length), (byte) 0xff);
            if (at + 4 < bytes.length) {
                changed[at + 4] = 7;
            }
            try {
                codec.decode(Encoded.of(List.of(new Chunk(changed, 0, changed.length))));
            } catch (SerializationException expected) {
            }
        }
    }

    private void refuses(byte[] bytes) {
        assertThatThrownBy(() -> codec.decode(Encoded.of(List.of(new Chunk(bytes, 0, bytes.length)))))
                .as("%d bytes", bytes.length)
                .isInstanceOf(SerializationException.class);
    }
}
