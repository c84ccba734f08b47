package tutti.bench;

import org.jspecify.annotations.Nullable;

/**
 * A value that arrived, and what it has to be.
 *
 * @param <T> type of the value
 */
final class Arrival<T> {
    private @Nullable T value;
    private long scale;
    private long shift;
    private long end;

    void set(T newValue, long newScale, long newShift, long newEnd) {
        value = newValue;
        scale = newScale;
        shift = newShift;
        end = newEnd;
    }

    void checkEnds(Content<T> content) {
        if (value != null) {
            content.checkEnds(value, end);
        }
    }

    void checkAll(Content<T> content) {
        if (value != null) {
            content.checkAll(value, scale, shift, end);
        }
    }
}
