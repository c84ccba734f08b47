package tutti.serialization.memory;

import java.util.List;

/** Memory whose elements are neighbors. */
public interface PlainMemory extends ElementMemory {

    /** Returns whether another shows some of what this shows, by the same addresses. */
    boolean sharesMemory(PlainMemory other);

    /** Returns where an element lies, in bytes; to be compared if two share memory. */
    long address(long index);

    @Override
    default boolean isOverlapping() {
        return false;
    }

    @Override
    default List<PlainMemory> places() {
        return List.of(this);
    }

    @Override
    default void forEachRange(long start, long length, RangeVisitor visitor) {
        visitor.visit(this, address(start), length * elementBytes());
    }
}
