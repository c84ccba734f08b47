package tutti.collectives;

import org.jspecify.annotations.Nullable;

/**
 * An object that can be taken apart for the members of a group and put together again (CCJ, section 2.3).
 *
 * <p>Scatter calls {@link #elementAt} at the root, gather calls {@link #setElementAt} there, once for each rank in
 * ascending order. What an index means is the object's own affair: a row block, a list, a subgraph.
 *
 * @param <T> type of the elements
 * @see DividableArray
 * @see DividableList
 * @see PerRank
 */
public interface DividableDataObject<T extends @Nullable Object> {

    /**
     * Returns the part for one member.
     *
     * @param index rank of the member, in [0, groupSize)
     * @param groupSize number of parts
     */
    T elementAt(int index, int groupSize);

    /**
     * Puts the part of one member in its place.
     *
     * @param index rank of the member, in [0, groupSize)
     * @param groupSize number of parts
     * @param element the part, which is this object's own from now on
     */
    void setElementAt(int index, int groupSize, T element);
}
