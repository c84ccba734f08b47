package tutti.group.member;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The call of {@link System#exit} that ends this JVM.
 *
 * @param thread the one that called
 * @param caller the line of the program
 */
public record SystemExit(Thread thread, StackTraceElement caller) {
    private static final String HOOKS = "java.lang.ApplicationShutdownHooks";
    private static final String EXIT = "exit";
    private static final String SHUTDOWN = "java.lang.Shutdown";
    private static final String WITHOUT_STATUS = "shutdown"; // its method that runs when the last thread has ended

    /**
     * Returns the call that ends this JVM, as a shutdown hook sees it; null if the JVM ends by a signal, or because its
     * last thread has ended.
     *
     * @param members threads of members, which may be virtual, so that the JVM does not list them
     */
    public static @Nullable SystemExit find(Collection<Thread> members) {
        return Stream.concat(members.stream(), Thread.getAllStackTraces().keySet().stream())
                .flatMap(thread -> of(thread).stream())
                .findFirst()
                .orElse(null);
    }

    /** Returns whether this JVM ends because its last thread has ended, as a shutdown hook sees it. */
    public static boolean isByLastThread() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getClassName().equals(SHUTDOWN)
                        && frame.getMethodName().equals(WITHOUT_STATUS));
    }

    /** The thread that ends the JVM waits for the hooks. One that a signal has started has not called exit. */
    private static Optional<SystemExit> of(Thread thread) {
        StackTraceElement[] frames = thread.getStackTrace();
        if (Arrays.stream(frames).noneMatch(frame -> frame.getClassName().equals(HOOKS))) {
            return Optional.empty();
        }
        return Arrays.stream(frames)
                .dropWhile(frame -> !isExit(frame))
                .dropWhile(SystemExit::isExit)
                .findFirst()
                .map(caller -> new SystemExit(thread, caller));
    }

    private static boolean isExit(StackTraceElement frame) {
        return frame.getMethodName().equals(EXIT)
                && (frame.getClassName().equals(Runtime.class.getName())
                        || frame.getClassName().equals(System.class.getName()));
    }

    @Override
    public String toString() {
        return "thread=%s at=%s".formatted(thread.getName(), caller);
    }
}
