package tutti.serialization.filter;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.serialization.SerializationException;

/** Looks classes up where the receiving thread would, so that applications in their own class loaders work. */
public final class ClassLookup {
    private ClassLookup() {}

    /** Returns the class loader of the calling thread, or Tutti's own if it has none. */
    public static ClassLoader contextLoader() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return loader != null ? loader : Objects.requireNonNull(ClassLookup.class.getClassLoader());
    }

    public static Class<?> find(String name, @Nullable ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            try {
                return Class.forName(name, false, ClassLookup.class.getClassLoader());
            } catch (ClassNotFoundException missing) {
                throw missing(name, e);
            }
        } catch (LinkageError e) {
            throw new SerializationException("class cannot be loaded here: class=" + name, e);
        }
    }

    public static SerializationException missing(String name, ClassNotFoundException cause) {
        return new SerializationException(
                "class is missing here: class=%s; put it on the class path of every process".formatted(name), cause);
    }
}
