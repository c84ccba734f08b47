package tutti.serialization.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.serialization.Codec;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;

/** Two processes that have two versions of a class. */
class ClassShapeTest {
    private static final String PLAIN = "";
    private static final String HOOKED =
            "private void writeObject(java.io.ObjectOutputStream out) throws java.io.IOException {"
                    + " out.defaultWriteObject(); }";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "1, int a = 1,          1, int a = 1; long b,   'b=long only here', 'b=J only here'",
        "1, int a = 1; byte b,  1, int a = 1,           'b=byte only at the sender', 'b=B only at the sender'",
        "1, int a = 1,          1, String a,            'a=int at the sender, java.lang.String here', 'a=I at the"
                + " sender, Ljava/lang/String; here'",
        "1, int a = 1,          2, int a = 1,           'serialVersionUID of Sample=1 at the sender, 2 here',"
                + " 'serialVersionUID of Sample=1 at the sender, 2 here'"
    })
    void shouldNameWhatDiffers(
            String uid, String fields, String otherUid, String otherFields, String plain, String java)
            throws Exception {
        assertDifference(plain, source(uid, fields, PLAIN), source(otherUid, otherFields, PLAIN));
        assertDifference(java, source(uid, fields, HOOKED), source(otherUid, otherFields, HOOKED));
    }

    @Test
    void shouldTakeTheSameClassOfAnotherLoader() throws Exception {
        for (String hooks : List.of(PLAIN, HOOKED)) {
            ClassLoader sender = compiled(source("1", "int a = 1", hooks));
            ClassLoader receiver = compiled(source("1", "int a = 1", hooks));

            Object received = received(sender, receiver);
            assertThat(received.getClass().getClassLoader()).isSameAs(receiver);
            assertThat(received).hasToString("1");
        }
    }

    @Test
    void shouldTellVersionsApartThatComeInTurn() throws Exception {
        ClassLoader same = compiled(source("1", "int a = 1", PLAIN));
        ClassLoader other = compiled(source("1", "int a = 1; long b", PLAIN));
        ClassLoader receiver = compiled(source("1", "int a = 1", PLAIN));
        Codec codec = new ObjectCodec();
        Encoded right = codec.encode(new ArrayList<>(List.of(sample(same))));
        Encoded wrong = codec.encode(new ArrayList<>(List.of(sample(other))));
        for (int i = 0; i < 2; i++) {
            assertThat((List<?>) CompiledClasses.decoded(codec, right, receiver))
                    .first()
                    .hasToString("1");
            assertThatThrownBy(() -> CompiledClasses.decoded(codec, wrong, receiver))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("b=long only at the sender");
            List<?> received = (List<?>) CompiledClasses.decoded(codec, right, same);
            assertThat(received.getFirst().getClass().getClassLoader()).isSameAs(same);
        }
    }

    private static Object sample(ClassLoader loader) throws ReflectiveOperationException {
        return loader.loadClass("Sample").getDeclaredConstructor().newInstance();
    }

    private void assertDifference(String difference, String senders, String receivers) throws Exception {
        ClassLoader sender = compiled(senders);
        ClassLoader receiver = compiled(receivers);

        assertThatThrownBy(() -> received(sender, receiver))
                .isInstanceOf(SerializationException.class)
                .hasMessage(
                        "class differs between sender and receiver: class=Sample difference=[%s]; run the same version"
                                + " of it in every process",
                        difference);
    }

    private static Object received(ClassLoader sender, ClassLoader receiver) throws Exception {
        return ((List<?>) CompiledClasses.received(new ArrayList<>(List.of(sample(sender))), receiver)).getFirst();
    }

    private static String source(String uid, String fields, String hooks) {
        return """
            public class Sample implements java.io.Serializable {
                private static final long serialVersionUID = %s;
                %s;
                %s
                @Override public String toString() { return String.valueOf(a); }
            }
            """.formatted(uid, fields, hooks);
    }

    private ClassLoader compiled(String source) throws IOException {
        return CompiledClasses.of(folder, "Sample", source);
    }
}
