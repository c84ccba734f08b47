package tutti.serialization.codec;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
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
        for (Throwable cause : chain(failure)) {
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

    /** Returns an exception and its causes, as far as there are any; not all where one is its own cause. */
    static Iterable<Throwable> chain(@Nullable Throwable first) {
        return () -> Stream.iterate(first, Objects::nonNull, Throwable::getCause)
                .limit(MOST_CAUSES)
                .iterator();
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
