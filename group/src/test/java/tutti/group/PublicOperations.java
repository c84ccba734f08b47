package tutti.group;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The public methods by which members communicate, by their names: Class.method(Type,Type). */
final class PublicOperations {
    /** The classes of groups and windows. */
    static final List<Class<?>> CLASSES = List.of(
            Communicator.class,
            NonBlockingCommunicator.class,
            PersistentCommunicator.class,
            ProbedMessage.class,
            CartesianCommunicator.class,
            Neighborhood.class,
            NonBlockingCartesianCommunicator.class,
            NonBlockingNeighborhood.class,
            PersistentCartesianCommunicator.class,
            PersistentNeighborhood.class,
            Intercommunicator.class,
            NonBlockingIntercommunicator.class,
            Window.class,
            NonBlockingWindow.class);

    private static final Map<Class<?>, Map<String, Method>> METHODS = new ConcurrentHashMap<>();

    private PublicOperations() {}

    /** Returns the names of all public methods of some classes, those of a class that others extend once. */
    static Set<String> of(List<Class<?>> classes) {
        Set<String> operations = new TreeSet<>();
        for (Class<?> each : classes) {
            withSuperclasses(each)
                    .filter(declaring -> declaring == each || !classes.contains(declaring))
                    .flatMap(declaring -> Stream.of(declaring.getDeclaredMethods()))
                    .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                    .map(method -> nameOf(each, method))
                    .forEach(operations::add);
        }
        return operations;
    }

    private static Stream<Class<?>> withSuperclasses(Class<?> first) {
        return Stream.<Class<?>>iterate(first, PublicOperations::isOurs, Class::getSuperclass);
    }

    private static boolean isOurs(@Nullable Class<?> type) {
        return type != null && type.getName().startsWith("tutti.");
    }

    /** Returns the name of an operation. */
    static String nameOf(Class<?> of, Method method) {
        return of.getSimpleName() + "." + signatureOf(method);
    }

    private static String signatureOf(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(",", method.getName() + "(", ")"));
    }

    /** Returns the name of a method of an object, or of a class, as {@link #of} has it; given without its class. */
    static String nameFor(Object target, String signature) {
        return nameIn(typeOf(target), signature);
    }

    /** Returns the name of a method of a class as {@link #of} has it; a method that it has not keeps its class. */
    static String nameIn(Class<?> type, String signature) {
        Method method = METHODS.computeIfAbsent(type, PublicOperations::methods).get(signature);
        Class<?> declaring = method == null ? type : method.getDeclaringClass();
        return (CLASSES.contains(declaring) ? declaring : type).getSimpleName() + "." + signature;
    }

    private static Class<?> typeOf(Object target) {
        return target instanceof Class<?> type ? type : target.getClass();
    }

    /** Returns the name of a method without its class and its arguments. */
    static String methodOf(String operation) {
        return operation.substring(operation.indexOf('.') + 1, operation.indexOf('('));
    }

    /** Calls a method of an object, or of a class, by its name without a class; throws what it throws. */
    static @Nullable Object call(Object target, String signature, @Nullable Object... arguments) {
        try {
            return method(typeOf(target), signature).invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw unchecked(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(thrown);
    }

    private static Method method(Class<?> type, String signature) {
        Method method = METHODS.computeIfAbsent(type, PublicOperations::methods).get(signature);
        if (method == null) {
            throw new IllegalArgumentException("no such method: " + type.getSimpleName() + "." + signature);
        }
        return method;
    }

    /** Returns the methods of a class by their names; its own before those that it inherits. */
    private static Map<String, Method> methods(Class<?> type) {
        return withSuperclasses(type)
                .flatMap(declaring -> Stream.of(declaring.getDeclaredMethods()))
                .filter(method -> !method.isSynthetic())
                .collect(Collectors.toMap(PublicOperations::signatureOf, method -> method, (own, inherited) -> own));
    }
}
