package tutti.group.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tutti.messaging.RemoteCause;
import tutti.messaging.runtime.FailureDetail;
import tutti.messaging.runtime.ProgramFrames;
import tutti.messaging.runtime.ThrowableTexts;

/**
 * An exception as Java prints it, with the program's own frames only, and Java's method that threw.
 *
 * <p>An exception without a frame of the program is printed whole.
 */
public final class ShortTrace {
    /** System property of a job's JVM: {@code full} prints all frames. */
    public static final String PROPERTY = "tutti.traces";

    private static final int MOST_CHARS = 4 * 1024;
    private static final int LONG_CHARS = 200;

    private final List<String> lines = new ArrayList<>();
    private int omitted;

    private ShortTrace() {}

    /** Returns the lines to print. */
    public static List<String> of(Throwable failure) {
        ShortTrace trace = new ShortTrace();
        boolean whole = "full".equals(System.getProperty(PROPERTY)) || !hasFrameOfProgram(failure);
        trace.addAll(failure, whole);
        if (trace.omitted > 0) {
            trace.lines.add("\t... %d frames of Tutti and Java are left out; -J-D%s=full shows them"
                    .formatted(trace.omitted, PROPERTY));
        }
        return trace.lines;
    }

    /** Returns what a failure is, also if its own code fails; the beginning of a long text. */
    public static String headOf(Throwable failure) {
        return shortened(ThrowableTexts.of(failure), MOST_CHARS);
    }

    /** Returns a text, or its beginning if it has more characters than that. */
    public static String shortened(String text, int mostChars) {
        return ThrowableTexts.shortened(text, mostChars);
    }

    /** Returns a failure and its causes, as far as they are exceptions of this process: the other prints its own. */
    public static List<Throwable> chainHere(Throwable failure) {
        return ThrowableTexts.chain(failure).stream()
                .takeWhile(each -> !(each instanceof RemoteCause))
                .toList();
    }

    private static boolean hasFrameOfProgram(Throwable failure) {
        return chainHere(failure).stream().anyMatch(each -> placeOf(each).isPresent());
    }

    /** Returns the innermost frame of the program, in which it called what has thrown. */
    public static Optional<StackTraceElement> placeOf(Throwable failure) {
        return ProgramFrames.innermost(ThrowableTexts.trace(failure));
    }

    private void addAll(Throwable failure, boolean whole) {
        List<Throwable> chain = whole ? ThrowableTexts.chain(failure) : chainHere(failure);
        String before = "";
        for (int i = 0; i < chain.size(); i++) {
            Throwable each = chain.get(i);
            String head = headOf(each);
            if (i > 0 && !whole && !hasFrameOfProgram(each) && isSaidIn(before, each)) {
                return;
            }
            lines.add(i == 0 ? head : "Caused by: " + (!whole && isSaidIn(before, each) ? nameOrHead(each) : head));
            while (!whole && i + 1 < chain.size() && headOf(chain.get(i + 1)).equals(head)) {
                i++; // the same, in the thread of the member
            }
            addFrames(chain.get(i), "", whole);
            addSuppressed(chain.get(i), whole);
            before = head;
        }
    }

    private void addSuppressed(Throwable failure, boolean whole) {
        for (Throwable each : failure.getSuppressed()) {
            if (!whole && each instanceof FailureDetail) {
                continue; // the line of the exception says it
            }
            lines.add("\tSuppressed: " + headOf(each));
            addFrames(each, "\t", whole);
        }
    }

    private static boolean isSaidIn(String head, Throwable cause) {
        String text = headOf(cause);
        String name = cause.getClass().getName() + ": ";
        return text.startsWith(name) && head.contains(text.substring(name.length()));
    }

    /** Returns what a cause is whose text is in the line of the exception that it has caused: a long one not again. */
    private static String nameOrHead(Throwable cause) {
        String head = headOf(cause);
        return head.length() < LONG_CHARS ? head : cause.getClass().getName() + ", as said above";
    }

    private void addFrames(Throwable failure, String indent, boolean whole) {
        boolean first = true;
        for (StackTraceElement frame : ThrowableTexts.trace(failure)) {
            if (whole || ProgramFrames.isOfProgram(frame) || (first && ProgramFrames.isOfJava(frame))) {
                lines.add(indent + "\tat " + frame);
            } else {
                omitted++;
            }
            first = false;
        }
    }
}
