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

    /** Returns what others are told beside the text: the stack trace of a failure; nothing if it can't be printed. */
    public static String atFailedMember(Throwable failure) {
        try {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace, true));
            return System.lineSeparator() + "at the failed member: " + trace;
        } catch (RuntimeException | StackOverflowError e) {
            return "";
        }
    }

    /** Returns a text, or the beginning of a long one. */
    public static String shortened(String text) {
        return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + " ...";
    }
}
