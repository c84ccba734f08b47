package tutti.group.launch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tutti.messaging.RemoteCause;
import tutti.messaging.runtime.ThrowableTexts;

/**
 * An exception as Java prints it, with the program's own frames only, and Java's method that threw.
 *
 * <p>An exception without a frame of the program is printed whole.
 */
public final class ShortTrace {
    /** System property of a job's JVM: {@code full} prints all frames. */
    public static final String PROPERTY = "tutti.traces";

    private static final Pattern OF_OTHERS = Pattern.compile("\\s*at (java\\.|jdk\\.|"
            + "(tutti\\.(group|collectives|messaging|serialization|mpi)|io\\.grpc|io\\.netty)\\."
            + "|(mpi|mpjbuf|ibis\\.mpj)\\.[A-Z]\\w*[.$]" // the APIs' classes, not a program's below them
            + "|tutti\\.launcher\\.TuttiProcess|.*\\$\\$Lambda/).*");
    private static final Pattern OF_JAVA = Pattern.compile("\\s*at java\\..*");

    private final List<String> lines = new ArrayList<>();
    private int omitted;

    private ShortTrace() {}

    /** Returns the lines to print. */
    public static List<String> of(Throwable failure) {
        ShortTrace trace = new ShortTrace();
        boolean whole = "full".equals(System.getProperty(PROPERTY)) || !hasFrameOfProgram(failure);
        trace.add(failure, "", whole);
        if (trace.omitted > 0) {
            trace.lines.add("\t... %d frames of Tutti and Java are left out; -J-D%s=full shows them"
                    .formatted(trace.omitted, PROPERTY));
        }
        return trace.lines;
    }

    /** Returns what a failure is, also if its own code fails. */
    public static String headOf(Throwable failure) {
        return ThrowableTexts.of(failure);
    }

    /** Returns the cause of a failure, if it is an exception of this process: the other prints its own. */
    public static @Nullable Throwable causeHere(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause instanceof RemoteCause ? null : cause;
    }

    private static boolean hasFrameOfProgram(Throwable failure) {
        for (Throwable each = failure; each != null; each = causeHere(each)) {
            if (Arrays.stream(each.getStackTrace()).anyMatch(frame -> !isOfOthers("at " + frame))) {
                return true;
            }
        }
        return false;
    }

    private void add(Throwable failure, String label, boolean whole) {
        String head = headOf(failure);
        lines.add(label + head);
        Throwable at = failure;
        Throwable cause = whole ? failure.getCause() : causeHere(failure);
        while (!whole && cause != null && headOf(cause).equals(head)) {
            at = cause; // the same, in the thread of the member
            cause = causeHere(at);
        }
        addFrames(at, whole);
        if (cause != null && (whole || hasFrameOfProgram(cause) || !isSaidIn(head, cause))) {
            add(cause, "Caused by: ", whole);
        }
    }

    private static boolean isSaidIn(String head, Throwable cause) {
        String text = headOf(cause);
        String name = cause.getClass().getName() + ": ";
        return text.startsWith(name) && head.contains(text.substring(name.length()));
    }

    private void addFrames(Throwable failure, boolean whole) {
        boolean first = true;
        for (StackTraceElement frame : failure.getStackTrace()) {
            String line = "\tat " + frame;
            if (whole || !isOfOthers(line) || (first && OF_JAVA.matcher(line).matches())) {
                lines.add(line);
            } else {
                omitted++;
            }
            first = false;
        }
    }

    /** Tells whether a frame, as {@code at tutti.group.ColMember.run}, is of Tutti, its libraries or Java. */
    public static boolean isOfOthers(String frame) {
        return OF_OTHERS.matcher(frame).matches();
    }
}
