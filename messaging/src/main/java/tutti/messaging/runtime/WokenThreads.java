package tutti.messaging.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tells whether the system runs a thread of this JVM, or has woken one that waits for a processor: on a busy machine
 * for a second and longer, and to Java it still waits for what woke it.
 *
 * <p>The system says it on Linux only.
 */
final class WokenThreads {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final Path SELF = Path.of("/proc/thread-self");
    private static final char RUNNABLE = 'R';

    /** Threads of the JVM and of libraries whose tasks are known, by the 15 characters that the system keeps. */
    private static final Pattern NOT_OF_PROGRAMS = Pattern.compile("tutti-.*|grpc-.*|C[12] Compiler.*|VM .*|GC .*|G1 .*"
            + "|Concurrent .*|[XZ](Director|Driver|Worker|Stat|Unmapper|Uncommitter).*|Shenandoah.*|Reference Handl"
            + "|Finalizer|Signal Dispatch|Service Thread|Monitor Deflati|Notification Th|Common-Cleaner|Training replay"
            + "|Attach Listener|VirtualThread-u|JFR .*|surefire-forked.*|junit-jupiter-t.*");

    private WokenThreads() {}

    /** Returns whether there is such a thread besides the calling one; false where the system does not say. */
    static boolean any() {
        if (!Files.isReadable(SELF)) {
            return false;
        }
        try (Stream<Path> tasks = Files.list(TASKS)) {
            String self = String.valueOf(Files.readSymbolicLink(SELF).getFileName());
            return tasks.filter(task -> !task.endsWith(self)).anyMatch(WokenThreads::mayAct);
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    /** Reads {@code 4711 (name) R ...}; a name may have parentheses. */
    private static boolean mayAct(Path task) {
        String stat;
        try {
            stat = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return false; // it has ended
        }
        int end = stat.lastIndexOf(')');
        String name = stat.substring(stat.indexOf('(') + 1, end);
        return stat.charAt(end + 2) == RUNNABLE
                && !NOT_OF_PROGRAMS.matcher(name).matches();
    }
}
