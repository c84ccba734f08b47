package tutti.serialization.graph;

import tutti.serialization.filter.ClassFilter;

/** Counts the references of a message while it is read, for a filter: nulls and repetitions, too, as Java does. */
final class CountForFilter {
    private final ClassFilter filter;
    private int left; // until the filter must be asked
    private int first;
    private long messageBytes;

    CountForFilter(ClassFilter filter) {
        this.filter = filter;
    }

    /** Begins a message of so many bytes. */
    void begin(long bytes) {
        messageBytes = bytes;
        first = (int) Math.min(Integer.MAX_VALUE, filter.unaskedReferences());
        left = first;
    }

    /** Counts a reference; returns whether the filter must be asked. */
    boolean isDue() {
        return --left < 0;
    }

    /** Shows the filter how much has been read; throws if that is more than it allows. */
    void show(long depth, long remainingBytes) {
        filter.check(new ClassFilter.Seen(null, -1, depth, (long) first - left, messageBytes - remainingBytes));
    }
}
