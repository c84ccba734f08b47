package tutti.collectives;

import java.lang.reflect.Array;

/**
 * An array that is divided into blocks as {@link Partition} says.
 *
 * <p>The part of a member is an array of the same type. Gathering writes into the wrapped array.
 *
 * @param <A> type of the array, for instance {@code double[]} or {@code String[]}
 */
public final class DividableArray<A> implements DividableDataObject<A> {
    private final A array;

    private DividableArray(A array) {
        this.array = array;
    }

    /**
     * Wraps an array, which is not copied.
     *
     * @throws IllegalArgumentException if the object is no array
     */
    public static <A> DividableArray<A> of(A array) {
        if (!array.getClass().isArray()) {
            throw new IllegalArgumentException(
                    "not an array: class=%s; wrap lists in DividableList, other objects in a DividableDataObject of your own"
                            .formatted(array.getClass().getName()));
        }
        return new DividableArray<>(array);
    }

    /** Returns the wrapped array itself. */
    public A array() {
        return array;
    }

    @Override
    public A elementAt(int index, int groupSize) {
        Partition partition = new Partition(Array.getLength(array), groupSize);
        int size = partition.size(index);
        @SuppressWarnings("unchecked") // an array of the same component type has the same class
        A part = (A) Array.newInstance(array.getClass().getComponentType(), size);
        System.arraycopy(array, partition.offset(index), part, 0, size);
        return part;
    }

    /**
     * Copies a part to its place.
     *
     * @throws IllegalArgumentException if the part has another length than the block; for ragged parts gather into a
     *     {@link PerRank}
     */
    @Override
    public void setElementAt(int index, int groupSize, A element) {
        Partition partition = new Partition(Array.getLength(array), groupSize);
        int length = Array.getLength(element);
        if (length != partition.size(index)) {
            throw new IllegalArgumentException(
                    "part does not fit: rank=%d sent length=%d, its block of an array of length=%d over %d members has %d; gather ragged parts into a PerRank"
                            .formatted(index, length, partition.elements(), groupSize, partition.size(index)));
        }
        System.arraycopy(element, 0, array, partition.offset(index), length);
    }
}
