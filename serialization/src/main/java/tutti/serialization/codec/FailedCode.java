package tutti.serialization.codec;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.serialization.SerializationException;

/**
 * Tells bytes that are malformed from code of a class, such as {@code readObject}, that failed while it read its
 * object.
 */
final class FailedCode {
    private static final String HERE = "tutti.serialization.";
    private static final String KRYO = "com.esotericsoftware.";
    private static final int MOST_CAUSES = 100;
    private static final List<String> PLATFORM = List.of("java.", "javax.", "jdk.", "sun.");

    private FailedCode() {}

    /** Makes the exception of a reader that ended with a failure. */
    static SerializationException of(Throwable failure, String otherwise) {
        int causes = 0; // a cause may be its own
        for (Throwable cause = failure; cause != null && causes < MOST_CAUSES; cause = cause.getCause()) {
            causes++;
            StackTraceElement failed = outside(cause.getStackTrace());
            if (failed != null) {
                return new SerializationException(
                        "code of a class failed while its object was read: class=%s method=%s: %s; see the cause"
                                .formatted(failed.getClassName(), failed.getMethodName(), cause),
                        cause);
            }
        }
        return new SerializationException(otherwise, failure);
    }

    /** Returns the frame of the program's code that a serializer has called, or null if that code has not failed. */
    private static @Nullable StackTraceElement outside(StackTraceElement[] trace) {
        StackTraceElement outermost = null;
        for (StackTraceElement frame : trace) {
            String type = frame.getClassName();
            if (type.startsWith(KRYO) || type.startsWith(HERE)) {
                return outermost;
            }
            if (PLATFORM.stream().noneMatch(type::startsWith)) {
                outermost = frame;
            }
        }
        return null;
    }
}
