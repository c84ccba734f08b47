package tutti.collectives.shm;

import org.jspecify.annotations.Nullable;

/** What a process does in the steps of one call in a {@link SharedSegment}. */
interface SegmentWork {
    /** Writes what this process contributes. */
    void put(long number);

    /** Uses what all have contributed. */
    void take(long number);

    /**
     * Returns what all members of the process do or know as soon as all leaders have arrived in a step, which is the
     * only one; null if they wait for this member.
     */
    default @Nullable Object outcome() {
        return null;
    }

    /**
     * The work of a step in which processes only wait for each other.
     *
     * @param outcome as {@link SegmentWork#outcome}
     */
    record Meeting(@Nullable Object outcome) implements SegmentWork {
        @Override
        public void put(long number) {}

        @Override
        public void take(long number) {}
    }
}
