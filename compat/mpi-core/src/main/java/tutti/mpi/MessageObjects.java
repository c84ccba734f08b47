package tutti.mpi;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of objects as they travel between ranks.
 *
 * <p>They are sent as Tutti sends objects. Ranks in one JVM that load their classes apart cannot share objects: between
 * them bytes travel, by Java's serialization.
 */
public final class MessageObjects {
    private MessageObjects() {}

    /** Objects of a rank that has classes of its own. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Written(byte[] bytes) implements Serializable {}

    /** What an error of a receive says that was sent. */
    static final String CLASS_OF_WRITTEN = Written.class.getName();

    /** Returns what to send of objects. */
    public static Object outgoing(@Nullable Object[] objects) {
        boolean isolated = Thread.currentThread().getContextClassLoader() instanceof RankLoader;
        return isolated ? new Written(JavaObjects.toBytes(objects)) : objects;
    }

    /**
     * Returns the objects that have come.
     *
     * @throws MpiFailure if the message is none of objects
     */
    public static @Nullable Object[] incoming(@Nullable Object value) {
        Object found = value instanceof Written written ? JavaObjects.ofBytes(written.bytes()) : value;
        if (found instanceof @Nullable Object[] objects) {
            return objects;
        }
        throw new MpiFailure(
                ErrorClass.TYPE,
                "message is of primitives, but is received as objects; use one datatype on both sides");
    }
}
