package tutti.serialization.graph;

import com.esotericsoftware.kryo.util.Util;

/**
 * Loads Kryo so that it leaves {@code sun.misc.Unsafe} alone, of which Java 24 and later warn on standard error.
 *
 * <p>Kryo asks a system property, once, when its class Util is initialised; the property is set for just that long.
 */
public final class KryoWithoutUnsafe {
    private static final String PROPERTY = "kryo.unsafe";

    private KryoWithoutUnsafe() {}

    public static synchronized void load() {
        if (System.getProperty(PROPERTY) != null) {
            return; // the user has decided
        }
        System.setProperty(PROPERTY, "false");
        try {
            Util.isUnsafeAvailable();
        } finally {
            System.clearProperty(PROPERTY);
        }
    }
}
