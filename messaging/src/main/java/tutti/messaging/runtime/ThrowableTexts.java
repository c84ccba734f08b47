package tutti.messaging.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Texts of exceptions of programs, whose own code may fail too, and whose messages may be long. Never throws. */
public final class ThrowableTexts {
    private static final int MAX_CHARS = 16 * 1024;
    private static final int MOST_CAUSES = 100;

    private ThrowableTexts() {}

    /** Returns class and message, and the detail that was added to it. */
    public static String of(Throwable failure) {
        try {
            String text = failure.toString();
            return shortened(text == null ? failure.getClass().getName() : text) + FailureDetail.suffix(failure);
        } catch (RuntimeException | Error e) {
            return failure.getClass().getName() + " (whose description fails)";
        }
    }

    /** Returns an exception and its causes, each once: Java lets a cause be its own, or another at each call. */
    public static List<Throwable> chain(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Throwable> chain = new ArrayList<>();
        Throwable each = failure;
        while (each != null && seen.add(each) && chain.size() < MOST_CAUSES) {
            chain.add(each);
            each = orNull(each::getCause);
        }
        return chain;
    }

    /** Returns the frames of an exception, innermost first. */
    public static List<StackTraceElement> trace(Throwable failure) {
        StackTraceElement[] frames = orNull(failure::getStackTrace);
        return frames == null
                ? List.of()
                : Arrays.stream(frames).filter(Objects::nonNull).toList();
    }

    /** Returns what an exception of a program answers, or null if it fails. */
    private static <T> @Nullable T orNull(Supplier<@Nullable T> answer) {
        try {
            return answer.get();
        } catch (RuntimeException | Error e) {
            return null;
        }
    }

    /** Returns a text, or the beginning of a long one. */
    public static String shortened(String text) {
        return shortened(text, MAX_CHARS);
    }

    /** Returns a text, or its beginning if it has more characters than that. */
    public static String shortened(String text, int mostChars) {
        return text.length() <= mostChars ? text : text.substring(0, mostChars) + " ...";
    }
}
