package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.serialization.Chunk;
import tutti.serialization.Codec;
import tutti.serialization.SerializationException;
import tutti.serialization.SerializationSettings;
import tutti.serialization.TestBytes;

/** Lists and arrays whose elements are boxed primitives of one class, and those whose elements are not. */
class ListElementsTest {
    private static final int INTEGER_NUMBER = 2;

    private final Codec codec = new ObjectCodec();

    static List<List<?>> lists() {
        List<Integer> numbers = new ArrayList<>(Collections.nCopies(200_000, 300)); // longer than a chunk
        numbers.set(7, Integer.MIN_VALUE);
        return List.of(
                List.of(),
                Arrays.asList(1, -1, 127, 128, Integer.MAX_VALUE, Integer.MIN_VALUE),
                Arrays.asList(0.5, -0.0, Double.NaN, Double.MIN_VALUE),
                Arrays.asList(1L, Long.MIN_VALUE),
                Arrays.asList(1f, Float.NaN, -0f),
                Arrays.asList(true, false),
                Arrays.asList((byte) 1, Byte.MIN_VALUE),
                Arrays.asList((short) 1, Short.MIN_VALUE),
                Arrays.asList('a', '\u65e5'),
                Arrays.asList(1, null),
                Arrays.asList(null, 1),
                Arrays.asList((Object) null),
                Arrays.asList(1, 1L, 1.0),
                Arrays.asList(1, "text"),
                Arrays.asList("text", "text", 1),
                Arrays.asList(Thread.State.NEW, Thread.State.RUNNABLE),
                Arrays.asList(new ArrayList<>(List.of(1, 2)), new ArrayList<>(List.of(1.0)), 3),
                numbers);
    }

    @ParameterizedTest
    @MethodSource("lists")
    void shouldKeepElementsAndTheirClasses(List<?> elements) {
        assertThat(received(new ArrayList<>(elements)))
                .isInstanceOf(ArrayList.class)
                .isEqualTo(elements);
        assertThat((Object[]) received(elements.toArray())).containsExactly(elements.toArray());
    }

    @Test
    void shouldKeepAnArraysOwnType() {
        assertThat(received(new Integer[] {1, 2, 300}))
                .isInstanceOf(Integer[].class)
                .isEqualTo(new Integer[] {1, 2, 300});
        assertThat(received(new Number[] {1, 2.0})).isInstanceOf(Number[].class).isEqualTo(new Number[] {1, 2.0});
    }

    @Test
    void shouldNameTheClassOnce() {
        List<Integer> list = new ArrayList<>(Collections.nCopies(1000, 1));
        long alike = codec.encode(list).lengthBytes();
        List<Object> mixed = new ArrayList<>(list);
        mixed.set(500, 1.0);

        assertThat(codec.encode(mixed).lengthBytes()).isEqualTo(alike + 999 - 1 + Double.BYTES);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 17, 100, 127})
    void shouldRefuseANumberThatIsNoBoxedPrimitives(int number) {
        byte[] bytes = TestBytes.join(codec.encode(new ArrayList<>(List.of(1, 2, 3))));
        int at = bytes.length - 1 - 3;
        assertThat(bytes[at]).isEqualTo((byte) INTEGER_NUMBER);
        bytes[at] = (byte) number;

        assertThatThrownBy(() -> codec.decode(new Chunk(bytes, 0, bytes.length)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("malformed bytes");
    }

    @Test
    void shouldRefuseAnArrayThatCannotHoldTheElements() {
        byte[] bytes = TestBytes.join(codec.encode(new Long[] {1L, 2L, 3L}));
        int at = bytes.length - 1 - 3;
        bytes[at] = INTEGER_NUMBER;

        assertThatThrownBy(() -> codec.decode(new Chunk(bytes, 0, bytes.length)))
                .isInstanceOf(SerializationException.class);
    }

    @Test
    void shouldCountEachElementForTheFilter() {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4)); // with itself 5 references
        assertThat(filtered("maxrefs=5;*").decode(codec.encode(list))).isEqualTo(list);
        assertThatThrownBy(() -> filtered("maxrefs=4;*").decode(codec.encode(list)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("references=5");
    }

    private static Codec filtered(String filter) {
        return new ObjectCodec(SerializationSettings.filteredBy(filter));
    }

    private Object received(Object value) {
        return codec.decode(codec.encode(value));
    }
}
