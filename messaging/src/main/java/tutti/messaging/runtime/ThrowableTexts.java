package tutti.messaging.runtime;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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

    /** Returns what an exception of a program answers, or null if it fails. */
    static <T> @Nullable T orNull(Supplier<@Nullable T> answer) {
        try {
            return answer.get();
        } catch (RuntimeException | StackOverflowError e) {
            return null;
        }
    }

    /** Returns a text, or the beginning of a long one. */
    public static String shortened(String text) {
        return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + " ...";
    }
}
