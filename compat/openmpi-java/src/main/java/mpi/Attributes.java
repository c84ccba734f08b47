package mpi;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.mpi.JavaObjects;

/** Objects that programs keep with communicators and datatypes: copies, as serialized. They never leave the rank. */
final class Attributes {
    private Attributes() {}

    static void set(Map<Integer, byte[]> attributes, int keyval, Object value) throws MPIException {
        State.current().checkKeyval(keyval);
        attributes.put(keyval, JavaObjects.toBytes(value));
    }

    static @Nullable Object get(Map<Integer, byte[]> attributes, int keyval) throws MPIException {
        State.current().checkKeyval(keyval);
        byte[] bytes = attributes.get(keyval);
        return bytes == null ? null : JavaObjects.ofBytes(bytes);
    }

    static void delete(Map<Integer, byte[]> attributes, int keyval) throws MPIException {
        State.current().checkKeyval(keyval);
        attributes.remove(keyval);
    }
}
