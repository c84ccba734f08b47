package tutti.serialization.reflect;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import tutti.serialization.SerializationException;

/**
 * Makes objects as Java serialization does: only the constructor of the first superclass that is not serializable runs.
 *
 * <p>Uses {@code sun.reflect.ReflectionFactory}, which the module jdk.unsupported exports for this very purpose.
 */
public final class Instantiation {
    private static final Object FACTORY = factory();
    private static final Method NEW_CONSTRUCTOR = newConstructor();
    private static final MethodHandle MAKE = own("make", Constructor.class);
    private static final MethodHandle FAIL = own("fail", Constructor.class, Throwable.class);

    private Instantiation() {}

    public static boolean isPossible(Class<?> type) {
        return constructor(type) != null;
    }

    public static @Nullable Constructor<?> constructor(Class<?> type) {
        try {
            return (Constructor<?>) NEW_CONSTRUCTOR.invoke(FACTORY, type);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    /** Returns a handle {@code ()Object} that makes objects with a constructor for serialization. */
    public static MethodHandle maker(Constructor<?> constructor) {
        return MethodHandles.insertArguments(MAKE, 0, constructor);
    }

    @SuppressWarnings("unused") // by its handle
    private static Object make(Constructor<?> constructor) {
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw failed(constructor, e.getCause());
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new SerializationException(
                    "cannot make an object: class="
                            + constructor.getDeclaringClass().getName(),
                    e);
        }
    }

    /**
     * Returns a handle that makes records of their components, of which all that are references are taken as objects.
     */
    public static MethodHandle recordMaker(Constructor<?> constructor) {
        try {
            MethodHandle make = MethodHandles.lookup().unreflectConstructor(constructor);
            MethodHandle guarded = MethodHandles.catchException(
                    make,
                    Throwable.class,
                    FAIL.bindTo(constructor)
                            .asType(MethodType.methodType(make.type().returnType(), Throwable.class)));
            return guarded.asType(guarded.type().erase());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("the constructor has been opened", e);
        }
    }

    @SuppressWarnings("unused") // by its handle
    private static Object fail(Constructor<?> constructor, Throwable cause) {
        throw failed(constructor, cause);
    }

    private static SerializationException failed(Constructor<?> constructor, @Nullable Throwable cause) {
        return new SerializationException(
                "constructor failed: class=" + constructor.getDeclaringClass().getName(), cause);
    }

    private static MethodHandle own(String name, Class<?>... parameters) {
        try {
            return MethodHandles.lookup()
                    .findStatic(Instantiation.class, name, MethodType.methodType(Object.class, parameters));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
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
