package tutti.messaging.runtime;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Texts of exceptions of programs, whose own code may fail too, and whose messages may be long. Never throws. */
public final class ThrowableTexts {
    private static final int MAX_CHARS = 16 * 1024;

    private ThrowableTexts() {}

    /** Returns class and message. */
    public static String of(Throwable failure) {
        try {
            String text = failure.toString();
            return shortened(text == null ? failure.getClass().getName() : text);
        } catch (RuntimeException | StackOverflowError e) {
            return failure.getClass().getName() + " (whose description fails)";
        }
    }

    /** Returns what an exception prints: its causes, too. */
    static String withStackTrace(Throwable failure) {
        try {
            StringWriter text = new StringWriter();
            failure.printStackTrace(new PrintWriter(text, true));
            return text.toString();
        } catch (RuntimeException | StackOverflowError e) {
            return of(failure);
        }
    }

    /** Returns a text, or the beginning of a long one. */
    static String shortened(String text) {
        return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + " ...";
    }
}
