package mpi;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.mpi.JavaObjects;
import tutti.mpi.MpiFailure;

/** Objects that programs keep with communicators and datatypes: copies, as serialized. They never leave the rank. */
final class Attributes {
    private Attributes() {}

    static void set(Map<Integer, byte[]> attributes, int keyval, Object value) throws MPIException {
        check("setAttr", keyval);
        try {
            attributes.put(keyval, JavaObjects.toBytes(value));
        } catch (MpiFailure e) {
            throw State.failed("setAttr", e);
        }
    }

    static @Nullable Object get(Map<Integer, byte[]> attributes, int keyval) throws MPIException {
        check("getAttr", keyval);
        byte[] bytes = attributes.get(keyval);
        try {
            return bytes == null ? null : JavaObjects.ofBytes(bytes);
        } catch (MpiFailure e) {
            throw State.failed("getAttr", e);
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
}
