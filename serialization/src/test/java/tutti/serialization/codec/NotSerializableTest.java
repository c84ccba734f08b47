package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.serialization.Codec;
import tutti.serialization.DirectBuffer;
import tutti.serialization.SerializationException;

class NotSerializableTest {
    private static final String NAME = MatrixCases.NotSerializable.class.getName();

    private final Codec codec = new ObjectCodec();

    static Stream<Arguments> graphs() {
        Object culprit = new MatrixCases.NotSerializable();
        MatrixCases.Matrix matrix = new MatrixCases.Matrix();
        IntStream.range(0, 5).forEach(i -> matrix.rows.add(new MatrixCases.Row()));
        matrix.rows.get(3).cache = culprit;
        MatrixCases.Hooked[] hooked = {new MatrixCases.Hooked()};
        return Stream.of(
                Arguments.of("NotSerializable", culprit),
                Arguments.of("Matrix.rows[3].cache", matrix),
                Arguments.of("Object[][1].content", new Object[] {1, new MatrixCases.Holder(culprit)}),
                Arguments.of("HashMap[key]", new HashMap<>(Map.of("key", culprit))),
                Arguments.of("HashMap.key(NotSerializable)", new HashMap<>(Map.of(culprit, 1))),
                Arguments.of("ArrayList[0].content[1]", list(Arrays.asList(hooked[0], culprit))),
                // found by Java serialization
                Arguments.of("Object[][2]", new Object[] {new Random(1), hooked, culprit}),
                Arguments.of("Object[][1].get()", new Object[] {new Random(1), java.util.Optional.of(culprit)}));
    }

    private static List<Object> list(Object content) {
        return new ArrayList<>(List.of(new MatrixCases.Holder(content)));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void shouldNameTheClassThePathAndTheCure(String path, Object value) {
        for (Runnable task : List.<Runnable>of(() -> codec.encode(value), () -> codec.snapshot(value))) {
            assertThatThrownBy(task::run)
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("class=" + NAME)
                    .hasMessageContaining("path=" + path + ";")
                    .hasMessageContaining("implement java.io.Serializable");
        }
    }

    /** Of an object that is not serializable itself. */
    private static final class Around {
        private final class Inner implements Serializable {
            private static final long serialVersionUID = 1L;

            Around around() {
                return Around.this;
            }
        }
    }

    @Test
    void shouldSayWhatHelpsAnInnerClassAndAnElement() {
        assertThatThrownBy(() -> codec.encode(new Around().new Inner()))
                .hasMessageContaining("path=Inner.this$0; an inner class holds the object around it: declare the class"
                        + " that is sent static, or a record");
        assertThatThrownBy(() -> codec.encode(List.of(1, new MatrixCases.NotSerializable())))
                .hasMessageEndingWith("[1]; let it implement java.io.Serializable");
    }

    @Test
    void shouldNameAClassWithoutANameByTheOneAroundIt() {
        assertThatThrownBy(() -> codec.encode(new Object() {}))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("path=%s$".formatted(NotSerializableTest.class.getName()));
    }

    @Test
    void shouldGiveACureThatFitsAClassOfTheJdk() {
        Object entry = new HashMap<>(Map.of("key", 1)).entrySet().iterator().next();
        assertThatThrownBy(() -> codec.encode(new Object[] {entry}))
                .isInstanceOf(SerializationException.class)
                .hasMessageContainingAll("class=java.util.HashMap$Node path=Object[][0];", "Map.entry(entry.getKey()");
        assertThatThrownBy(() -> codec.encode(Map.entry("thread", Thread.currentThread())))
                .isInstanceOf(SerializationException.class)
                .hasMessageContainingAll(
                        "class=java.lang.Thread path=KeyValueHolder.getValue();", "the class is the JDK's");
    }

    static Stream<Arguments> cures() {
        return Stream.of(
                Arguments.of(new ArrayList<>(List.of(1, 2)).subList(0, 1), "new ArrayList<>(list)"),
                Arguments.of(new HashMap<>(Map.of("key", 1)).keySet(), "new LinkedHashSet<>(set)"),
                Arguments.of(new TreeMap<>(Map.of("key", 1)).values(), "new ArrayList<>(collection)"),
                Arguments.of(DirectBuffer.of(new int[1]), "send each by itself"));
    }

    @ParameterizedTest
    @MethodSource("cures")
    void shouldSayHowToSendWhatIsAViewOfSomething(Object content, String cure) {
        assertThatThrownBy(() -> codec.encode(new Object[] {content}))
                .isInstanceOf(SerializationException.class)
                .hasMessageContainingAll("path=Object[][0];", cure);
    }

    /** Writes itself, and cannot. */
    private static final class Unwritable implements Serializable {
        private static final long serialVersionUID = 1;

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            throw new IOException("disk full");
        }
    }

    @Test
    void shouldNameTheMethodThatThrows() {
        assertThatThrownBy(() -> codec.encode(new MatrixCases.Holder(List.of(new Unwritable()))))
                .isInstanceOf(SerializationException.class)
                .hasMessageContainingAll(
                        "class=" + MatrixCases.Holder.class.getName(),
                        "disk full",
                        "; thrown in " + Unwritable.class.getName() + ".writeObject");
    }

    @Test
    void shouldRefuseAClassThatNobodyCouldReadBack() {
        assertThatThrownBy(() -> codec.encode(new MatrixCases.OnNoDefaultConstructor()))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("OnNoDefaultConstructor")
                .hasMessageContaining("constructor");
    }

    @Test
    void shouldNotSendWhatIsTransient() {
        MatrixCases.Fields fields = new MatrixCases.Fields(1);
        for (Object copy : List.of(
                codec.decode(codec.encode(fields)), codec.snapshot(fields).value())) {
            assertThat(((MatrixCases.Fields) copy).cache).isZero();
            assertThat(((MatrixCases.Fields) copy).lock).isNull();
        }
    }

    @Test
    void shouldWorkOnAfterAFailure() {
        assertThatThrownBy(() -> codec.encode(List.of(new Object()))).isInstanceOf(SerializationException.class);
        assertThat(codec.decode(codec.encode(List.of("a")))).isEqualTo(List.of("a"));
    }
}
