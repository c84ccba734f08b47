package tutti.launcher;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * First class of every JVM of a job: runs the program's main method, and ends the JVM when the launcher is gone.
 *
 * <p>The second part is for launchers that die without a chance to end their JVMs.
 */
final class Child {
    private static final long LOOK_PERIOD_NANOS = 300_000_000;

    private Child() {}

    /** Takes the launcher's process id, the main class, and the arguments of its main method. */
    public static void main(String[] arguments) throws Throwable {
        endWith(Long.parseLong(arguments[0]));
        // A method handle, unlike a reflective call, lets the program's exceptions through as they are.
        mainMethod(arguments[1]).invoke(Arrays.copyOfRange(arguments, 2, arguments.length));
    }

    private static void endWith(long launcher) {
        Thread.ofPlatform().daemon().name("tutti-launcher-watch").start(() -> {
            while (isParent(launcher)) {
                LockSupport.parkNanos(LOOK_PERIOD_NANOS);
            }
            Runtime.getRuntime().halt(1);
        });
    }

    /** An orphan has another parent, so a process id that is used again does not deceive. */
    private static boolean isParent(long launcher) {
        return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(-1L) == launcher;
    }

    /** Finds the method that Java itself would run: static or not, with arguments or without. */
    private static MethodHandle mainMethod(String className) throws ReflectiveOperationException {
        Class<?> type = Class.forName(className);
        Method withArguments = findMain(type, String[].class);
        Method main = withArguments != null ? withArguments : findMain(type);
        if (main == null) {
            throw new NoSuchMethodException("no main method in class " + className);
        }
        main.setAccessible(true);
        MethodHandle handle = MethodHandles.lookup().unreflect(main);
        if (!Modifier.isStatic(main.getModifiers())) {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            handle = handle.bindTo(constructor.newInstance());
        }
        return withArguments != null ? handle : MethodHandles.dropArguments(handle, 0, String[].class);
    }

    private static @Nullable Method findMain(Class<?> type, Class<?>... parameters) {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Method method : declaring.getDeclaredMethods()) {
                if (method.getName().equals("main")
                        && Arrays.equals(method.getParameterTypes(), parameters)
                        && !Modifier.isPrivate(method.getModifiers())) {
                    return method;
                }
            }
        }
        return null;
    }
}
