package tutti.messaging.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.messaging.progress.Scheduling;

/** What the threads of this JVM do: whether they run a program's code, and where that called this library. */
final class ProgramThreads {
    private static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int MOST = 2_000; // a look at all of them stops them for a moment

    /** What waits for tests until their time is over, and then ends them. */
    private static final List<String> TEST_RUNNERS =
            List.of("org.junit.", "tutti.junit.", "org.apache.maven.surefire.");

    private static final String JDK_GROUP = "system";

    /** Of the JDK's threads that see to the world outside: files, sockets of virtual threads, child processes. */
    private static final String OUTSIDE_GROUP = "InnocuousThreadGroup";

    /** Of threads that carry virtual ones. */
    private static final String CARRIERS_GROUP = "CarrierThreads";

    private static final String VIRTUAL_CODE = "jdk.internal.vm.Continuation";
    private static final String TIMER = "java.util.concurrent.DelayScheduler";

    /** Those of libraries and tools whose tasks are known, and act for no member. */
    private static final Pattern NOT_OF_PROGRAMS = Pattern.compile("tutti-.*|grpc-timer-.*|grpc-shared-destroyer-.*"
            + "|DestroyJavaVM|VirtualThread-unblocker|JFR Periodic Tasks|Monitor Ctrl-Break|surefire-forkedjvm-.*"
            + "|junit-jupiter-timeout-watcher|HikariPool-.*housekeeper|OkHttp .*|Okio Watchdog|commons-pool-evictor.*"
            + "|mysql-cj-abandoned-connection-cleanup|idle-connection-reaper");

    private final Scheduling scheduling;
    private @Nullable Look before; // guarded by this
    private @Nullable Look last; // guarded by this

    ProgramThreads(Scheduling scheduling) {
        this.scheduling = scheduling;
    }

    /** What all threads were seen to do at a time. */
    private record Look(long atNanos, boolean mayAct, long newestBusyId) {
        boolean mayActFor(long starterId) {
            return mayAct || newestBusyId > starterId;
        }
    }

    /**
     * Returns whether some thread runs a program's code, or may do so soon.
     *
     * <p>Not so only if two looks at all threads have found none, because one that is just being woken is not seen, or
     * only where the system says that it is runnable.
     *
     * @param sinceNanos from when on both must have been
     * @param starterId of a thread that has started others, whose ids are greater: they may act for it, unless they
     *     have ended, or are in a pool that has no task
     */
    synchronized boolean mayAct(long sinceNanos, long starterId) {
        long now = scheduling.nanoTime();
        Look newest = last;
        if (newest == null || now - newest.atNanos() > KEPT_NANOS) {
            before = newest;
            newest = look(now);
            last = newest;
        }
        Look older = before;
        return older == null
                || older.atNanos() - sinceNanos < 0
                || older.mayActFor(starterId)
                || newest.mayActFor(starterId);
    }

    private static Look look(long atNanos) {
        if (Thread.activeCount() > MOST) {
            return new Look(atNanos, true, Long.MAX_VALUE);
        }
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        all.keySet().removeIf(ProgramThreads::isKnown);
        boolean mayAct = all.entrySet().stream().anyMatch(entry -> mayAct(entry.getKey(), entry.getValue()))
                || WokenThreads.any();
        long newestBusyId = all.entrySet().stream()
                .filter(entry -> isBusy(entry.getKey(), entry.getValue()))
                .mapToLong(entry -> entry.getKey().threadId())
                .max()
                .orElse(0);
        return new Look(atNanos, mayAct, newestBusyId);
    }

    /** Returns whether a thread acts for no member but its own, if it has one. */
    private static boolean isKnown(Thread thread) {
        return groupOf(thread).equals(JDK_GROUP)
                || NOT_OF_PROGRAMS.matcher(thread.getName()).matches();
    }

    private static String groupOf(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null ? JDK_GROUP : group.getName();
    }

    /** Returns whether a thread may be one of the program's that has something to do, or waits for it. */
    private static boolean isBusy(Thread thread, StackTraceElement[] trace) {
        String group = groupOf(thread);
        return !group.equals(OUTSIDE_GROUP) && !group.equals(CARRIERS_GROUP) && thread.isAlive() && !isIdle(trace);
    }

    private static boolean mayAct(Thread thread, StackTraceElement[] trace) {
        String groupName = groupOf(thread);
        if (groupName.equals(OUTSIDE_GROUP)) {
            return thread.getState() == Thread.State.RUNNABLE; // and waits for what may wake a thread of the program
        }
        if (groupName.equals(CARRIERS_GROUP)) { // and the timer of virtual threads
            return has(VIRTUAL_CODE, trace)
                    || thread.getState() == Thread.State.RUNNABLE
                    || (has(TIMER, trace) && thread.getState() == Thread.State.TIMED_WAITING);
        }
        return switch (thread.getState()) {
            case NEW, TERMINATED, WAITING, BLOCKED -> false; // until another acts
            case RUNNABLE -> !isInnermost(ProgramFrames::isOfLibrary, trace);
            case TIMED_WAITING ->
                !isInnermost(ProgramFrames::isOfLibrary, trace)
                        && !isInnermost(ProgramThreads::isOfTestRunner, trace)
                        && !isIdle(trace)
                        && !(thread.isDaemon() && cleansUp(trace));
        };
    }

    /** Returns whether the innermost code that is none of the JDK's is of a kind. */
    private static boolean isInnermost(Predicate<StackTraceElement> kind, StackTraceElement[] trace) {
        return Arrays.stream(trace)
                .filter(frame -> !ProgramFrames.isOfJava(frame))
                .findFirst()
                .filter(kind)
                .isPresent();
    }

    private static boolean isOfTestRunner(StackTraceElement frame) {
        return TEST_RUNNERS.stream().anyMatch(frame.getClassName()::startsWith);
    }

    /** Returns whether a thread waits for garbage, to free what it held. */
    private static boolean cleansUp(StackTraceElement[] trace) {
        return has("java.lang.ref.ReferenceQueue", trace);
    }

    private static boolean has(String className, StackTraceElement[] trace) {
        return Arrays.stream(trace).anyMatch(frame -> frame.getClassName().equals(className));
    }

    /** Returns whether a thread of a pool waits for a task. */
    private static boolean isIdle(StackTraceElement[] trace) {
        return Arrays.stream(trace)
                        .anyMatch(frame -> frame.getMethodName().equals("getTask")
                                || frame.getMethodName().equals("awaitWork"))
                && Arrays.stream(trace)
                        .allMatch(frame -> ProgramFrames.isOfJava(frame)
                                && !frame.getClassName().contains("Delay"));
    }

    /** Returns ", called at" and the line of the program that called this library, or an empty text. */
    static String calledAt(Thread thread) {
        return lineOf(thread).map(frame -> ", called at " + frame).orElse("");
    }

    /** Returns ", now at" and the line of the program where a thread is, or an empty text. */
    static String isAt(Thread thread) {
        String waiting = thread.getState() == Thread.State.BLOCKED ? ", where it waits for a lock" : "";
        return lineOf(thread).map(frame -> ", now at " + frame + waiting).orElse("");
    }

    private static Optional<StackTraceElement> lineOf(Thread thread) {
        return ProgramFrames.innermost(List.of(thread.getStackTrace()));
    }
}
