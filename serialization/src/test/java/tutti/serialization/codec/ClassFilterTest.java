package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.serialization.Chunk;
import tutti.serialization.Codec;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;
import tutti.serialization.SerializationSettings;
import tutti.serialization.TestBytes;

class ClassFilterTest {
    private final Codec open = new ObjectCodec();

    static Stream<Arguments> graphsAndJavaStreams() {
        return Stream.<Object>of(
                        new MatrixCases.Point(1, 2, "a"),
                        new ArrayList<>(List.of(new MatrixCases.Point(1, 2, "a"))),
                        new Object[] {new Random(1), new MatrixCases.Point(1, 2, "a")},
                        new MatrixCases.Point[0],
                        new HashMap<>(Map.of("a", new MatrixCases.Point(1, 2, "a"))))
                .map(value -> Arguments.of(new Object[] {value}));
    }

    @ParameterizedTest
    @MethodSource("graphsAndJavaStreams")
    void shouldRefuseWhatTheFilterRejectsOnEveryPath(Object value) {
        Codec narrow =
                new ObjectCodec(SerializationSettings.filteredBy("!tutti.serialization.codec.MatrixCases$Point;*"));

        assertThatThrownBy(() -> narrow.decode(open.encode(value)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("Point");
        assertThatThrownBy(() -> narrow.encode(value))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("filter");
    }

    @Test
    void shouldAlsoFilterTheClassesOfTheJdk() {
        Codec narrow = new ObjectCodec(SerializationSettings.filteredBy("java.util.HashMap;!*"));

        assertThat(narrow.decode(open.encode(new HashMap<>(Map.of("a", "b"))))).isEqualTo(Map.of("a", "b"));
        assertThatThrownBy(() -> narrow.decode(open.encode(new ArrayList<>(List.of("a")))))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("ArrayList");
        assertThatThrownBy(() -> narrow.decode(open.encode(new Random(1)))).isInstanceOf(SerializationException.class);
    }

    @Test
    void shouldHonourTheLimitsOfAFilter() {
        Codec narrow = new ObjectCodec(SerializationSettings.filteredBy("maxbytes=1000"));

        assertThatThrownBy(() -> narrow.decode(open.encode(new ArrayList<>(List.of("a".repeat(2000))))))
                .isInstanceOf(SerializationException.class);
        assertThatThrownBy(() -> new ObjectCodec(SerializationSettings.filteredBy("maxarray=10;*"))
                        .decode(open.encode(new Object[] {new int[20], "a"})))
                .isInstanceOf(SerializationException.class);
    }

    @Test
    void shouldRefuseKnownGadgets() throws Exception {
        Object gadget = new javax.management.BadAttributeValueExpException("text");

        assertThatThrownBy(() -> open.encode(gadget))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("javax.management.BadAttributeValueExpException");
        byte[] java = TestBytes.concat(new byte[] {32}, MatrixTest.javaBytes(gadget));
        assertThatThrownBy(() -> open.decode(Encoded.of(List.of(new Chunk(java, 0, java.length)))))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("javax.management.BadAttributeValueExpException");
    }

    @Test
    void shouldRefuseWhatIsLargerThanTheLimits() {
        Codec limited = new ObjectCodec(new SerializationSettings(null, 100, 10, 1000));

        for (Object value : List.of(
                new int[11],
                new int[11][0],
                new Object[11],
                new ArrayList<>(java.util.Collections.nCopies(11, "a")),
                new Object[] {new Random(1), new int[11]},
                new long[200])) {
            assertThatThrownBy(() -> limited.decode(open.encode(value)))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("max");
        }
        assertThat(limited.decode(open.encode(new int[10]))).isEqualTo(new int[10]);
    }

    @Test
    void shouldRefuseAPatternThatIsNone() {
        assertThatThrownBy(() -> SerializationSettings.filteredBy("maxdepth=x"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
