package tutti.serialization;

import java.io.ObjectInputFilter;
import org.jspecify.annotations.Nullable;

/**
 * Which classes may pass, and how large and deep what is decoded may be.
 *
 * @param filter pattern in the syntax of {@code jdk.serialFilter}, or null for the JVM's own, if it has one
 * @param maxDepth most levels of objects inside objects
 * @param maxArrayLength most elements of one array or collection
 * @param maxBytes most bytes of one encoded object
 */
public record SerializationSettings(@Nullable String filter, int maxDepth, long maxArrayLength, long maxBytes) {
    /** Nothing is limited but by the bytes that arrive, and by a depth that the largest stack holds. */
    public static final SerializationSettings DEFAULT =
            new SerializationSettings(null, 2_000_000, Integer.MAX_VALUE, Long.MAX_VALUE);

    /** Checks the pattern and the limits. */
    public SerializationSettings {
        if (maxDepth < 1 || maxArrayLength < 0 || maxBytes < 1) {
            throw new IllegalArgumentException("limits must be positive: maxDepth=%d maxArrayLength=%d maxBytes=%d"
                    .formatted(maxDepth, maxArrayLength, maxBytes));
        }
        if (filter != null) {
            ObjectInputFilter.Config.createFilter(filter);
        }
    }

    /** Returns the default settings with a filter pattern. */
    public static SerializationSettings filteredBy(@Nullable String filter) {
        return new SerializationSettings(filter, DEFAULT.maxDepth(), DEFAULT.maxArrayLength(), DEFAULT.maxBytes());
    }
}
