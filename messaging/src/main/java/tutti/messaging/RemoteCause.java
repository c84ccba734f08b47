package tutti.messaging;

import org.jspecify.annotations.Nullable;

/**
 * An exception of another process: the cause of a {@link MemberFailedException} or of a failed collective call here.
 *
 * <p>It has the text and the stack trace of the exception there, whose class this process need not have. Its own cause
 * is that of the exception there. Frames and causes of long traces may be missing at the end. Never thrown itself.
 */
public final class RemoteCause extends Exception {
    private static final long serialVersionUID = 1;

    private final String className;

    /**
     * Describes an exception of another process.
     *
     * @param className name of its class
     * @param text what its {@code toString()} returned there
     */
    public RemoteCause(String className, String text, StackTraceElement[] trace, @Nullable RemoteCause cause) {
        super(text, cause);
        this.className = className;
        setStackTrace(trace);
    }

    /** Returns the name of the class of the exception there. */
    public String className() {
        return className;
    }
}
