package tutti.messaging.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tutti.messaging.progress.Scheduling;

/** What the threads of this JVM do: whether they run a program's code, and where that called this library. */
final class ProgramThreads {
    private static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int MOST = 2_000; // a look at all of them stops them for a moment
    private static final List<String> LIBRARY = List.of(
            "tutti.messaging.", "tutti.collectives.", "tutti.group.", "tutti.serialization.", "tutti.mpi.", "mpi.");
    private static final List<String> BELOW = List.of("io.grpc.", "io.netty.", "com.esotericsoftware.");
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    private static final Set<String> JDK_GROUPS = Set.of("system", "InnocuousThreadGroup");
    private static final Pattern NOT_OF_PROGRAMS =
            Pattern.compile("tutti-.*|grpc-timer-.*|ForkJoinPool.*-delayScheduler|DestroyJavaVM|Monitor"
                    + " Ctrl-Break|surefire-forkedjvm-.*");

    private final Scheduling scheduling;
    private long lookedAtNanos; // guarded by this
    private boolean hasLooked; // guarded by this
    private boolean mayAct; // guarded by this

    ProgramThreads(Scheduling scheduling) {
        this.scheduling = scheduling;
    }

    /** Returns whether some thread runs a program's code, or may do so soon, as far as is known of platform threads. */
    synchronized boolean mayAct() {
        long now = scheduling.nanoTime();
        if (!hasLooked || now - lookedAtNanos > KEPT_NANOS) {
            hasLooked = true;
            lookedAtNanos = now;
            mayAct = Thread.activeCount() > MOST
                    || Thread.getAllStackTraces().entrySet().stream()
                            .anyMatch(entry -> mayAct(entry.getKey(), entry.getValue()));
        }
        return mayAct;
    }

    private static boolean mayAct(Thread thread, StackTraceElement[] trace) {
        ThreadGroup group = thread.getThreadGroup();
        if (group == null
                || JDK_GROUPS.contains(group.getName())
                || NOT_OF_PROGRAMS.matcher(thread.getName()).matches()) {
            return false;
        }
        return switch (thread.getState()) {
            case NEW, TERMINATED, WAITING, BLOCKED -> false; // until another acts
            case RUNNABLE -> !isInLibrary(trace);
            case TIMED_WAITING -> !isInLibrary(trace) && !isIdle(trace);
        };
    }

    /** Returns whether the innermost code that is none of the JDK's belongs to this library. */
    private static boolean isInLibrary(StackTraceElement[] trace) {
        return Arrays.stream(trace)
                .filter(frame -> !isOf(JDK, frame))
                .findFirst()
                .filter(frame -> isOf(LIBRARY, frame))
                .isPresent();
    }

    /** Returns whether a thread of a pool waits for a task. */
    private static boolean isIdle(StackTraceElement[] trace) {
        return Arrays.stream(trace)
                        .anyMatch(frame -> frame.getMethodName().equals("getTask")
                                || frame.getMethodName().equals("awaitWork"))
                && Arrays.stream(trace)
                        .allMatch(frame ->
                                isOf(JDK, frame) && !frame.getClassName().contains("Delayed"));
    }

    /** Returns ", called at" and the line of the program that called this library, or an empty text. */
    static String calledAt(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .filter(frame -> !isOf(JDK, frame) && !isOf(LIBRARY, frame) && !isOf(BELOW, frame))
                .findFirst()
                .map(frame -> ", called at " + frame)
                .orElse("");
    }

    private static boolean isOf(List<String> packages, StackTraceElement frame) {
        return packages.stream().anyMatch(frame.getClassName()::startsWith);
    }
}
