package tutti.mpi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import org.jspecify.annotations.Nullable;

/** Objects of programs as bytes, by Java's serialization; classes are those of the calling thread's program. */
public final class JavaObjects {
    private JavaObjects() {}

    /** Writes an object. */
    public static byte[] toBytes(@Nullable Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException e) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "object is not serializable: %s; let its class implement java.io.Serializable".formatted(e));
        }
        return bytes.toByteArray();
    }

    /** Reads an object. */
    public static @Nullable Object ofBytes(byte[] bytes) {
        try (ObjectInputStream in = new ProgramsObjects(bytes)) {
            return in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new MpiFailure(ErrorClass.ARG, "object cannot be read: " + e);
        }
    }

    /** Finds classes where the program's are. */
    private static final class ProgramsObjects extends ObjectInputStream {
        ProgramsObjects(byte[] bytes) throws IOException {
            super(new ByteArrayInputStream(bytes));
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            try {
                return Class.forName(described.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(described);
            }
        }
    }
}
