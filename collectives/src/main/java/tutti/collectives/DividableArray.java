package tutti.collectives;

import java.lang.reflect.Array;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An array that is divided into blocks as {@link Partition} says, or as {@link Blocks} say.
 *
 * <p>The part of a member is an array of the same type. Gathering writes into the wrapped array.
 *
 * @param <A> type of the array, for instance {@code double[]} or {@code String[]}
 */
public final class DividableArray<A> implements DividableDataObject<A> {
    private final A array;
    private final @Nullable Blocks blocks; // null for equal ones

    private DividableArray(A array, @Nullable Blocks blocks) {
        this.array = array;
        this.blocks = blocks;
    }

    /**
     * Wraps an array, which is not copied.
     *
     * @throws IllegalArgumentException if the object is no array
     */
    public static <A> DividableArray<A> of(A array) {
        return new DividableArray<>(checked(array), null);
    }

    /**
     * Wraps an array, which is not copied, and gives each member the block of its rank.
     *
     * @throws IllegalArgumentException if the object is no array
     */
    public static <A> DividableArray<A> of(A array, Blocks blocks) {
        return new DividableArray<>(checked(array), blocks);
    }

    private static <A> A checked(A array) {
        Objects.requireNonNull(array, "array is null: where only the root gives one, the others pass null itself");
        if (!array.getClass().isArray()) {
            throw new IllegalArgumentException(
                    "not an array: class=%s; wrap lists in DividableList, other objects in a DividableDataObject of your own"
                            .formatted(array.getClass().getName()));
        }
        return array;
    }

    /** Returns the wrapped array itself. */
    public A array() {
        return array;
    }

    @Override
    public A elementAt(int index, int groupSize) {
        int size = PartOf.size(blocks, Array.getLength(array), index, groupSize);
        @SuppressWarnings("unchecked") // an array of the same component type has the same class
        A part = (A) Array.newInstance(array.getClass().getComponentType(), size);
        System.arraycopy(array, PartOf.offset(blocks, Array.getLength(array), index, groupSize), part, 0, size);
        return part;
    }

    /**
     * Copies a part to its place.
     *
     * @throws IllegalArgumentException if the part is no such array, or has another length than the block; for ragged
     *     parts gather into a {@link PerRank}
     */
    @Override
    public void setElementAt(int index, int groupSize, A element) {
        if (!array.getClass().isInstance(element)) {
            throw new IllegalArgumentException("part is no %s: rank=%d gave class=%s; let each member give an array"
                    .formatted(
                            array.getClass().getSimpleName(),
                            index,
                            element.getClass().getName()));
        }
        int whole = Array.getLength(array);
        int length = Array.getLength(element);
        int expected = PartOf.size(blocks, whole, index, groupSize);
        if (length != expected) {
            throw new IllegalArgumentException(
                    "part does not fit: rank=%d sent length=%d, its block of an array of length=%d over %d members has %d; gather ragged parts into a PerRank"
                            .formatted(index, length, whole, groupSize, expected));
        }
        System.arraycopy(element, 0, array, PartOf.offset(blocks, whole, index, groupSize), length);
    }
}
