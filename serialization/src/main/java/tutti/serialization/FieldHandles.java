package tutti.serialization;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.List;
import java.util.function.Function;

/**
 * Method handles over all fields of a class, in their order, which the JVM compiles into one piece of code for each class.
 *
 * <p>They throw what Kryo and the class' constructor throw, which is never checked: see {@link #unchecked}.
 */
final class FieldHandles {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodType WRITER = MethodType.methodType(void.class, Kryo.class, Output.class, Object.class);
    private static final MethodType READER = MethodType.methodType(void.class, Kryo.class, Input.class, Object.class);
    private static final MethodType COPIER = MethodType.methodType(void.class, Kryo.class, Object.class, Object.class);
    private static final MethodHandle NOTE = kryos(Kryo.class, "reference", void.class, Object.class);
    private static final MethodHandle COPY = kryos(Kryo.class, "copy", Object.class, Object.class);

    private FieldHandles() {}

    /** Returns a handle of type {@code (Kryo, Output, Object)void} that writes the object's fields. */
    static MethodHandle writer(List<Field> fields) {
        return inTurn(fields, WRITER, field -> {
            Class<?> type = basic(field);
            MethodHandle put = type.isPrimitive()
                    ? withKryo(kryos(Output.class, "write" + capitalized(type), void.class, written(type)))
                    : kryos(Kryo.class, "writeClassAndObject", void.class, Output.class, type);
            MethodHandle got =
                    getter(field).asType(MethodType.methodType(put.type().parameterType(2), Object.class));
            return MethodHandles.filterArguments(put, 2, got);
        });
    }

    /** Returns a handle of type {@code (Kryo, Input)Object} that makes an object and fills its fields with what it reads. */
    static MethodHandle reader(Constructor<?> constructor, List<Field> fields) {
        return made(constructor, Input.class, filler(fields));
    }

    /** Returns a handle of type {@code (Kryo, Object)Object} that makes an object and fills its fields with copies of another's. */
    static MethodHandle copier(Constructor<?> constructor, List<Field> fields) {
        return made(constructor, Object.class, copies(fields));
    }

    /**
     * Returns a handle of type {@code (Kryo, source)Object} that makes an object, notes it and fills it.
     *
     * <p>One handle and not three: the call of a handle that is no constant costs as much as some fields do.
     */
    private static MethodHandle made(Constructor<?> constructor, Class<?> source, MethodHandle fill) {
        MethodType madeFirst = MethodType.methodType(void.class, Object.class, Kryo.class, source);
        MethodHandle result = MethodHandles.dropArguments(MethodHandles.identity(Object.class), 1, Kryo.class, source);
        MethodHandle filled =
                MethodHandles.foldArguments(result, MethodHandles.permuteArguments(fill, madeFirst, 1, 2, 0));
        MethodHandle noted = MethodHandles.foldArguments(
                filled, MethodHandles.permuteArguments(NOTE, madeFirst.dropParameterTypes(2, 3), 1, 0));
        return MethodHandles.foldArguments(noted, maker(constructor));
    }

    private static MethodHandle filler(List<Field> fields) {
        return inTurn(fields, READER, field -> {
            Class<?> type = basic(field);
            MethodHandle take = type.isPrimitive()
                    ? withKryo(kryos(Input.class, "read" + capitalized(type), type))
                    : kryos(Kryo.class, "readClassAndObject", type, Input.class);
            return MethodHandles.permuteArguments(
                    MethodHandles.collectArguments(setter(field), 1, take), READER, 2, 0, 1);
        });
    }

    private static MethodHandle copies(List<Field> fields) {
        return inTurn(fields, COPIER, field -> {
            MethodHandle taken = field.getType().isPrimitive()
                    ? withKryo(getter(field))
                    : MethodHandles.filterArguments(COPY, 1, getter(field));
            return MethodHandles.permuteArguments(
                    MethodHandles.collectArguments(setter(field), 1, taken), COPIER, 2, 0, 1);
        });
    }

    /** Returns a handle of type {@code ()Object} that makes objects with a constructor for serialization. */
    private static MethodHandle maker(Constructor<?> constructor) {
        MethodHandle make = found(() -> LOOKUP.findStatic(
                Instantiation.class, "make", MethodType.methodType(Object.class, Constructor.class, Object[].class)));
        return MethodHandles.insertArguments(make.asFixedArity(), 0, constructor, new Object[0]);
    }

    /** Returns what a handle has thrown, to be thrown again. */
    static RuntimeException unchecked(Throwable thrown) {
        return switch (thrown) {
            case RuntimeException e -> e;
            case Error e -> throw e;
            default -> throw new IllegalStateException("a handle over fields threw a checked exception", thrown);
        };
    }

    private static MethodHandle inTurn(List<Field> fields, MethodType type, Function<Field, MethodHandle> each) {
        MethodHandle all = MethodHandles.empty(type);
        for (Field field : fields.reversed()) {
            all = MethodHandles.foldArguments(all, each.apply(field));
        }
        return all;
    }

    private static MethodHandle getter(Field field) {
        return found(() -> LOOKUP.unreflectGetter(field)).asType(MethodType.methodType(basic(field), Object.class));
    }

    private static MethodHandle setter(Field field) {
        return found(() -> LOOKUP.unreflectSetter(field))
                .asType(MethodType.methodType(void.class, Object.class, basic(field)));
    }

    private static Class<?> basic(Field field) {
        return field.getType().isPrimitive() ? field.getType() : Object.class;
    }

    private static MethodHandle kryos(Class<?> holder, String name, Class<?> result, Class<?>... parameters) {
        return found(() -> LOOKUP.findVirtual(holder, name, MethodType.methodType(result, parameters)));
    }

    private static MethodHandle withKryo(MethodHandle handle) {
        return MethodHandles.dropArguments(handle, 0, Kryo.class);
    }

    /** Returns what Kryo's output takes for a value: the shortest are widened. */
    private static Class<?> written(Class<?> primitive) {
        return primitive == byte.class || primitive == short.class ? int.class : primitive;
    }

    private static String capitalized(Class<?> primitive) {
        String name = primitive.getName();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** Looks a handle up. */
    private interface Search {
        MethodHandle find() throws ReflectiveOperationException;
    }

    private static MethodHandle found(Search search) {
        try {
            return search.find();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the class rules have opened every field", e);
        }
    }
}
