package tutti.mpi;

import static java.util.stream.Collectors.toSet;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calls every method of an API that may fail with null in place of each argument, or on objects that were freed: what
 * is thrown must be the API's exception, with MPI's error class and the name of the call.
 *
 * @param exception the API's
 * @param values what is passed, by its class
 * @param skipped names of methods that block, or end the program
 */
public record WrongCalls(Class<? extends Exception> exception, Collection<?> values, Pattern skipped) {

    /** Calls the methods and constructors of some classes, each argument being null once, and numbers being some. */
    public Set<String> withNulls(Collection<Object> targets, Collection<Class<?>> classes, int number)
            throws ReflectiveOperationException {
        Set<String> wrong = new TreeSet<>();
        for (Class<?> type : classes) {
            Object target = targetOf(type, targets);
            for (Executable call : calls(type).collect(toSet())) {
                boolean isPossible = target != null || Modifier.isStatic(call.getModifiers()) || isConstructor(call);
                for (int i = 0; isPossible && i < call.getParameterCount(); i++) {
                    if (!call.getParameterTypes()[i].isPrimitive()) {
                        @Nullable Object[] arguments = arguments(call, number);
                        arguments[i] = null;
                        String failure = failure(call, target, arguments);
                        if (!failure.isEmpty() && !isOfTheApi(call, failure)) {
                            wrong.add("%s argument %d null: %s".formatted(call, i, failure));
                        }
                    }
                }
            }
        }
        return wrong;
    }

    /** Calls the methods of objects that were freed, all of which must fail. */
    public Set<String> onFreed(Collection<?> freed) throws ReflectiveOperationException {
        Set<String> wrong = new TreeSet<>();
        for (Object target : freed) {
            for (Executable call : calls(target.getClass()).collect(toSet())) {
                if (!Modifier.isStatic(call.getModifiers()) && !isConstructor(call)) {
                    String failure = failure(call, target, arguments(call, 0));
                    if (!isOfTheApi(call, failure)) {
                        wrong.add("%s on %s: %s".formatted(call, target, failure));
                    }
                }
            }
        }
        return wrong;
    }

    /**
     * Calls all methods and constructors of some classes before Init or after Finalize.
     *
     * @param text what the exception says
     * @return those that do not fail so, without their parameters
     */
    public Set<String> outside(Collection<Object> targets, Collection<Class<?>> classes, String text)
            throws ReflectiveOperationException {
        Set<String> wrong = new TreeSet<>();
        for (Class<?> type : classes) {
            Object target = targetOf(type, targets);
            for (Executable call : calls(type).collect(toSet())) {
                if ((target != null || Modifier.isStatic(call.getModifiers()) || isConstructor(call))
                        && !failure(call, target, arguments(call, 0)).contains(text)) {
                    String name = call.getName();
                    wrong.add("%s.%s".formatted(type.getSimpleName(), name.substring(name.lastIndexOf('.') + 1)));
                }
            }
        }
        return wrong;
    }

    private static @Nullable Object targetOf(Class<?> type, Collection<Object> targets) {
        return targets.stream().filter(type::isInstance).findFirst().orElse(null);
    }

    private static boolean isConstructor(Executable call) {
        return call instanceof Constructor<?>;
    }

    private Stream<Executable> calls(Class<?> type) {
        Stream<Executable> methods = Arrays.stream(type.getMethods());
        Stream<Executable> constructors = Arrays.stream(type.getConstructors());
        return Stream.concat(methods, Modifier.isAbstract(type.getModifiers()) ? Stream.of() : constructors)
                .filter(call -> !call.isSynthetic()
                        && Arrays.asList(call.getExceptionTypes()).contains(exception)
                        && !skipped.matcher(call.getName()).matches());
    }

    /** Returns what an exception says, with its class if it is not the API's; empty if there is none. */
    private String failure(Executable call, @Nullable Object target, @Nullable Object[] arguments)
            throws ReflectiveOperationException {
        try {
            if (call instanceof Method method) {
                method.setAccessible(true);
                method.invoke(target, arguments);
            } else if (call instanceof Constructor<?> constructor) {
                constructor.newInstance(arguments);
            }
            return "";
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            return exception.isInstance(cause) ? String.valueOf(cause.getMessage()) : String.valueOf(cause);
        }
    }

    /** A call's name in a message may lack what tells its variants apart: {@code waitAll} for {@code waitAllStatus}. */
    private static boolean isOfTheApi(Executable call, String failure) {
        String name = call.getName().substring(call.getName().lastIndexOf('.') + 1);
        int colon = failure.indexOf(": ");
        String[] said = colon < 0 ? new String[0] : failure.substring(colon + 2).split("[ :]", 2);
        return failure.startsWith("ERR_") && name.startsWith(said[0].substring(said[0].lastIndexOf('.') + 1));
    }

    private @Nullable Object[] arguments(Executable call, int number) {
        return Arrays.stream(call.getParameterTypes())
                .map(type -> argument(type, number))
                .toArray();
    }

    private @Nullable Object argument(Class<?> type, int number) {
        if (type == boolean.class) {
            return false;
        }
        if (type == int.class) {
            return number;
        }
        if (type == long.class) {
            return (long) number;
        }
        if (type == Object.class) {
            return new int[4];
        }
        if (type == Buffer.class) {
            return ByteBuffer.allocateDirect(Long.BYTES).asIntBuffer();
        }
        if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), 1);
        }
        return values.stream()
                .filter(type::isInstance)
                .map(Object.class::cast)
                .findFirst()
                .orElse(null);
    }
}
