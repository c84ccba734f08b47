package tutti.serialization;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Makes objects as Java serialization does: only the constructor of the first superclass that is not serializable runs.
 *
 * <p>Uses {@code sun.reflect.ReflectionFactory}, which the module jdk.unsupported exports for this very purpose.
 */
final class Instantiation {
    private static final Object FACTORY = factory();
    private static final Method NEW_CONSTRUCTOR = newConstructor();

    private Instantiation() {}

    static boolean isPossible(Class<?> type) {
        return constructor(type) != null;
    }

    static @Nullable Constructor<?> constructor(Class<?> type) {
        try {
            return (Constructor<?>) NEW_CONSTRUCTOR.invoke(FACTORY, type);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    static Object make(Constructor<?> constructor, Object... arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new SerializationException(
                    "constructor failed: class="
                            + constructor.getDeclaringClass().getName(),
                    e.getCause());
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new SerializationException(
                    "cannot make an object: class="
                            + constructor.getDeclaringClass().getName(),
                    e);
        }
    }

    private static Object factory() {
        try {
            return Class.forName("sun.reflect.ReflectionFactory")
                    .getMethod("getReflectionFactory")
                    .invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("module jdk.unsupported is missing; add it to the run-time image", e);
        }
    }

    private static Method newConstructor() {
        try {
            return FACTORY.getClass().getMethod("newConstructorForSerialization", Class.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("no ReflectionFactory.newConstructorForSerialization", e);
        }
    }
}
