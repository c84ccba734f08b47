package tutti.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.serialization.ChunkReader;
import tutti.serialization.ChunkWriter;
import tutti.serialization.Encoded;
import tutti.serialization.SerializationException;
import tutti.serialization.codec.ObjectCodec;

/** Classes of users, outside the codec's package, whose own code fails. */
final class FailingClassesTest {
    private final ObjectCodec codec = new ObjectCodec();

    static List<Object> unreadable() {
        return List.of(
                new ThrowsInReadObject(),
                new RefusesInReadObject(),
                new CallsWhatThrows(),
                new ThrowsInReadResolve(),
                new ThrowsInExternal());
    }

    @ParameterizedTest
    @MethodSource("unreadable")
    void shouldNameTheClassWhoseCodeFailed(Object value) {
        Encoded encoded = codec.encode(value);
        SerializationException e = assertThrows(SerializationException.class, () -> codec.decode(encoded));
        assertTrue(
                String.valueOf(e.getMessage())
                        .contains("class=" + value.getClass().getName()),
                e::getMessage);
        assertTrue(String.valueOf(e.getMessage()).startsWith("code of a class failed"), e::getMessage);
        assertTrue(String.valueOf(Objects.requireNonNull(e.getCause()).getMessage())
                .contains("my own trouble"));
    }

    @ParameterizedTest
    @MethodSource("unreadable")
    void shouldNotTakeMalformedBytesForFailedCode(Object value) {
        Encoded encoded = codec.encode(value);
        byte[] half = new byte[(int) encoded.lengthBytes() / 2];
        new ChunkReader(encoded).readFully(MemorySegment.ofArray(half));
        ChunkWriter out = new ChunkWriter();
        out.write(half, 0, half.length);
        Encoded cut = out.finish();
        SerializationException e = assertThrows(SerializationException.class, () -> codec.decode(cut));
        assertEquals(-1, String.valueOf(e.getMessage()).indexOf("code of a class"), e::getMessage);
    }

    @ParameterizedTest
    @MethodSource("unwritable")
    void shouldHaveTheCauseOfAFailingWriter(Object value) {
        SerializationException e = assertThrows(SerializationException.class, () -> codec.encode(value));
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        assertInstanceOf(Exception.class, cause);
        assertTrue(String.valueOf(cause.getMessage()).contains("my own trouble"), cause::toString);
        assertTrue(String.valueOf(e.getMessage()).contains(value.getClass().getName()), e::getMessage);
    }

    static List<Object> unwritable() {
        return List.of(new ThrowsInWriteObject(), new RefusesInWriteObject());
    }

    private static final class ThrowsInReadObject implements Serializable {
        private static final long serialVersionUID = 1;

        @Serial
        private void readObject(ObjectInputStream in) {
            Objects.requireNonNull(null, "my own trouble");
        }
    }

    private static final class RefusesInReadObject implements Serializable {
        private static final long serialVersionUID = 1;

        @Serial
        private void readObject(ObjectInputStream in) throws IOException {
            throw new InvalidObjectException("my own trouble");
        }
    }

    private static final class CallsWhatThrows implements Serializable {
        private static final long serialVersionUID = 1;

        @Serial
        private void readObject(ObjectInputStream in) {
            new ThrowsInReadResolve().readResolve();
        }
    }

    private static final class ThrowsInReadResolve implements Serializable {
        private static final long serialVersionUID = 1;

        @Serial
        private Object readResolve() {
            throw new IllegalStateException("my own trouble");
        }
    }

    /** Public, as the platform asks. */
    public static final class ThrowsInExternal implements Externalizable {
        private static final long serialVersionUID = 1;

        /** Made by the platform. */
        public ThrowsInExternal() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(1);
        }

        @Override
        public void readExternal(ObjectInput in) {
            throw new IllegalStateException("my own trouble");
        }
    }

    private static final class ThrowsInWriteObject implements Serializable {
        private static final long serialVersionUID = 1;

        @Serial
        private void writeObject(ObjectOutputStream out) {
            throw new IllegalStateException("my own trouble");
        }
    }

    private static final class RefusesInWriteObject implements Serializable {
        private static final long serialVersionUID = 1;

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            throw new IOException("my own trouble");
        }
    }
}
