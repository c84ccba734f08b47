package tutti.collectives;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A list that is divided into blocks as {@link Partition} says, or as {@link Blocks} say.
 *
 * <p>The part of a member is an {@link ArrayList}. Gathering replaces elements of the wrapped list, whose size never
 * changes.
 *
 * @param <E> type of the list's elements
 */
public final class DividableList<E> implements DividableDataObject<List<E>> {
    private final List<E> list;
    private final @Nullable Blocks blocks; // null for equal ones

    private DividableList(List<E> list, @Nullable Blocks blocks) {
        this.list = Objects.requireNonNull(
                list, "list is null: where only the root gives one, the others pass null itself");
        this.blocks = blocks;
    }

    /** Wraps a list, which is not copied. */
    public static <E> DividableList<E> of(List<E> list) {
        return new DividableList<>(list, null);
    }

    /** Wraps a list, which is not copied, and gives each member the block of its rank. */
    public static <E> DividableList<E> of(List<E> list, Blocks blocks) {
        return new DividableList<>(list, blocks);
    }

    /** Returns the wrapped list itself. */
    public List<E> list() {
        return list;
    }

    @Override
    public List<E> elementAt(int index, int groupSize) {
        return new ArrayList<>(block(index, groupSize));
    }

    /**
     * Writes a part's elements to their places.
     *
     * @throws IllegalArgumentException if the part has another size than the block; for ragged parts gather into a
     *     {@link PerRank}
     */
    @Override
    public void setElementAt(int index, int groupSize, List<E> element) {
        List<E> block = block(index, groupSize);
        if (element.size() != block.size()) {
            throw new IllegalArgumentException(
                    "part does not fit: rank=%d sent size=%d, its block of a list of size=%d over %d members has %d; gather ragged parts into a PerRank"
                            .formatted(index, element.size(), list.size(), groupSize, block.size()));
        }
        for (int i = 0; i < block.size(); i++) {
            block.set(i, element.get(i));
        }
    }

    private List<E> block(int index, int groupSize) {
        int offset = PartOf.offset(blocks, list.size(), index, groupSize);
        return list.subList(offset, offset + PartOf.size(blocks, list.size(), index, groupSize));
    }
}
