package mpi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.mpi.ErrorClass;
import tutti.mpi.MpiFailure;

/** Objects that programs keep with communicators and datatypes: copies, as serialized. They never leave the rank. */
final class Attributes {
    private Attributes() {}

    static void set(Map<Integer, byte[]> attributes, int keyval, Object value) throws MPIException {
        check("setAttr", keyval);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException e) {
            throw State.failed("setAttr", ErrorClass.ARG, "an attribute must be serializable: " + e);
        }
        attributes.put(keyval, bytes.toByteArray());
    }

    static @Nullable Object get(Map<Integer, byte[]> attributes, int keyval) throws MPIException {
        check("getAttr", keyval);
        byte[] bytes = attributes.get(keyval);
        if (bytes == null) {
            return null;
        }
        try (ObjectInputStream in = new ProgramsObjects(bytes)) {
            return in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw State.failed("getAttr", ErrorClass.OTHER, "attribute cannot be read: " + e);
        }
    }

    static void delete(Map<Integer, byte[]> attributes, int keyval) throws MPIException {
        check("deleteAttr", keyval);
        attributes.remove(keyval);
    }

    private static void check(String call, int keyval) throws MPIException {
        try {
            State.current().checkKeyval(keyval);
        } catch (MpiFailure e) {
            throw State.failed(call, e);
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
