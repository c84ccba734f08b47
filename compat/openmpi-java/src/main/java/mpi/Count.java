package mpi;

import org.jspecify.annotations.Nullable;

/** A number of elements, which may be more than an int holds. */
public final class Count implements Comparable<Count> {
    private long count;

    /** Makes a count. */
    public Count(long count) {
        this.count = count;
    }

    /** Returns the number. */
    public long getCount() {
        return count;
    }

    /** Sets the number. */
    public void setCount(long count) {
        this.count = count;
    }

    @Override
    public boolean equals(@Nullable Object obj) {
        return obj instanceof Count other && other.count == count;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(count);
    }

    @Override
    public int compareTo(Count other) {
        return Long.compare(count, other.count);
    }
}
