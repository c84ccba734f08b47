package tutti.collectives;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One object for each rank: the dividable object for contributions of any kind and size.
 *
 * @param <T> type of the objects
 */
public final class PerRank<T extends @Nullable Object> implements DividableDataObject<T> {
    private final List<@Nullable T> elements;

    private PerRank(List<? extends @Nullable T> elements) {
        this.elements = new ArrayList<>(elements);
    }

    /** Returns a place to gather into, for a group of any size. */
    public static <T extends @Nullable Object> PerRank<T> empty() {
        return new PerRank<>(List.of());
    }

    /** Returns the objects to scatter, the one for rank 0 first; null is a value. */
    public static <T extends @Nullable Object> PerRank<T> of(List<? extends T> elements) {
        return new PerRank<>(elements);
    }

    /** Returns the objects in rank order, in a new list, which is the caller's. */
    @SuppressWarnings("NullAway") // places that were never set hold null, as the caller's T must allow then
    public List<T> list() {
        return new ArrayList<>(elements);
    }

    /**
     * Returns the object of a rank.
     *
     * @throws IllegalArgumentException if there is not exactly one object for each member
     */
    @Override
    @SuppressWarnings("NullAway") // see list()
    public T elementAt(int index, int groupSize) {
        if (elements.size() != groupSize) {
            throw new IllegalArgumentException(
                    "needs one object for each member: objects=%d members=%d; pass as many objects as the group has members, the one for rank 0 first"
                            .formatted(elements.size(), groupSize));
        }
        return elements.get(index);
    }

    @Override
    public void setElementAt(int index, int groupSize, T element) {
        while (elements.size() < groupSize) {
            elements.add(null);
        }
        elements.set(index, element);
    }
}
