package tutti.launcher;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tutti.group.launch.JoinedJob;

/**
 * First class of every JVM of a job: runs the program's main method, and sees to it that the JVM's end tells the
 * launcher.
 *
 * <p>Its name and its first argument are what jps, jcmd and ps show of a process of a job.
 *
 * <p>A JVM in which any thread ends with an exception exits with 1, not only the one whose main thread does, unless it
 * is a member's that the program has got and caught. When the launcher is gone, without a chance to end its JVMs, they
 * end themselves.
 */
final class TuttiProcess {
    /** In place of the process id of a launcher that is on another host. */
    static final String REMOTE = "remote";

    private static final int FAILED = 1;
    private static final int WRONG_USE = 2;

    private static final long LOOK_PERIOD_NANOS = 300_000_000;
    private static final long TIME_TO_END_NANOS = 10_000_000_000L;
    private static final String WAITS_FOR_OTHERS = "DestroyJavaVM"; // the JVM's own thread

    private TuttiProcess() {}

    /**
     * Takes its place in the job, for people; the launcher's process id or {@value #REMOTE}; the main class; and the
     * arguments of its main method.
     */
    public static void main(String[] arguments) throws Throwable {
        FailureReport failures = new FailureReport();
        Thread.setDefaultUncaughtExceptionHandler(failures);
        if (arguments[1].equals(REMOTE)) {
            System.setIn(RemoteInput.of(System.in, () -> Runtime.getRuntime().halt(FAILED)));
        } else {
            endWith(Long.parseLong(arguments[1]));
        }
        ProfileRecording.startIfWanted();
        // A method handle, unlike a reflective call, lets the program's exceptions through as they are.
        String[] own = Arrays.copyOfRange(arguments, 3, arguments.length);
        MethodHandle main = mainMethod(arguments[2]);
        if (main == null) {
            System.err.printf(
                    "tutti: the class has no main method: class=%s; name the class that has it, or add one that makes"
                            + " a ColGroupMaster and starts members%n",
                    arguments[2]);
            System.exit(WRONG_USE);
            return;
        }
        try {
            main.invoke(own);
        } catch (Throwable failure) {
            tellWhatKeepsTheJvm("the program has failed");
            throw failure;
        }
        if (JoinedJob.hasLeft()) {
            tellWhatKeepsTheJvm("the program has closed its master and returned from main");
        }
        awaitOtherThreads();
        if (!failures.hasPrinted()) {
            MissingMaster.report(arguments[2], own);
        }
        String loss = StandardOutput.loss();
        if (loss != null) {
            System.err.println("tutti: " + loss);
        }
        if (failures.hasUncaught() || loss != null) {
            System.exit(FAILED);
        }
    }

    /** Waits for the threads that keep a JVM alive when its main method has returned. */
    private static void awaitOtherThreads() throws InterruptedException {
        Thread main = Thread.currentThread();
        for (Thread other = otherThread(main); other != null; other = otherThread(main)) {
            other.join();
        }
    }

    /** The program has done its part: if its JVM still lives after a while, a user should know why. */
    private static void tellWhatKeepsTheJvm(String what) {
        Thread main = Thread.currentThread();
        if (otherThread(main) == null) {
            return;
        }
        Thread.ofPlatform().daemon().name("tutti-launcher-keeps").start(() -> {
            LockSupport.parkNanos(TIME_TO_END_NANOS);
            Thread other = otherThread(main);
            if (other != null) {
                System.err.printf(
                        "tutti: %s, but a thread of it keeps its JVM alive: thread=%s pid=%d; let it end, as an"
                                + " executor by close() in a finally block, or make it a daemon%n",
                        what, other.getName(), ProcessHandle.current().pid());
            }
        });
    }

    private static @Nullable Thread otherThread(Thread main) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.isAlive()
                        && !thread.isDaemon()
                        && !thread.equals(main)
                        && !thread.getName().equals(WAITS_FOR_OTHERS))
                .findFirst()
                .orElse(null);
    }

    private static void endWith(long launcher) {
        Thread.ofPlatform().daemon().name("tutti-launcher-watch").start(() -> {
            while (isParent(launcher)) {
                LockSupport.parkNanos(LOOK_PERIOD_NANOS);
            }
            deleteSecret();
            Runtime.getRuntime().halt(FAILED);
        });
    }

    /** As the launcher would have done. */
    private static void deleteSecret() {
        String file = System.getenv(JobPlan.SECRET_FILE);
        boolean isUsers = System.getenv(NewcomerPorts.JOIN) != null; // a newcomer is told it, and none is made for it
        if (file != null && !isUsers) {
            try {
                Files.deleteIfExists(Path.of(file));
            } catch (IOException e) {
                // of a job that is over: no one can use it
            }
        }
    }

    /** An orphan has another parent, so a process id that is used again does not deceive. */
    private static boolean isParent(long launcher) {
        try {
            return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(-1L) == launcher;
        } catch (OutOfMemoryError e) {
            return true; // as far as is known: the next look tells
        }
    }

    /** Finds the method that Java itself would run: static or not, with arguments or without; null if there is none. */
    private static @Nullable MethodHandle mainMethod(String className) throws ReflectiveOperationException {
        Class<?> type = Class.forName(className);
        Method withArguments = findMain(type, String[].class);
        Method main = withArguments != null ? withArguments : findMain(type);
        if (main == null) {
            return null;
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
