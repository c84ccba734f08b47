package tutti.collectives;

import org.jspecify.annotations.Nullable;

/**
 * An object that can be taken apart for the members of a group and put together again (CCJ, section 2.3).
 *
 * <p>Scatter calls {@link #elementAt} at the root, gather calls {@link #setElementAt} there, once for each rank in
 * ascending order. What an index means is the object's own affair: a row block, a list, a subgraph.
 *
 * <p>What is scattered only may be a lambda:
 *
 * {@snippet :
 * List<Path> mine = world.scatter((rank, size) -> files.subList(start(rank, size), start(rank + 1, size)), 0);
 * }
 *
 * @param <T> type of the elements
 * @see DividableArray
 * @see DividableList
 * @see PerRank
 */
@FunctionalInterface
public interface DividableDataObject<T extends @Nullable Object> {

    /**
     * Returns the part for one member.
     *
     * @param index rank of the member, in [0, groupSize)
     * @param groupSize number of parts
     */
    T elementAt(int index, int groupSize);

    /**
     * Puts the part of one member in its place. An object that is scattered only does not need it.
     *
     * @param index rank of the member, in [0, groupSize)
     * @param groupSize number of parts
     * @param element the part, which is this object's own from now on
     * @throws UnsupportedOperationException by default
     */
    default void setElementAt(int index, int groupSize, T element) {
        throw new UnsupportedOperationException(
                "object has no setElementAt: class=%s rank=%d members=%d; write setElementAt, or gather into a list with gather(value, root)"
                        .formatted(getClass().getName(), index, groupSize));
    }
}
