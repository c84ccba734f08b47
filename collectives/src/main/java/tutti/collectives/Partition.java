package tutti.collectives;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Divides n elements into consecutive blocks, one for each member (CCJ, figure 7).
 *
 * <p>Blocks are as even as they can be: each has n / P elements, and the n mod P that are left over go one each to the
 * last members.
 *
 * @param elements number of elements, n, at least 0
 * @param parts number of blocks, P, at least 1
 */
public record Partition(int elements, int parts) {

    /** Checks the ranges. */
    public Partition {
        if (elements < 0 || parts < 1) {
            throw new IllegalArgumentException(
                    "cannot divide: elements=%d parts=%d; needs elements >= 0, parts >= 1".formatted(elements, parts));
        }
    }

    /** Returns the number of elements in a block. */
    public int size(int index) {
        check(index);
        return elements / parts + (index >= firstLarger() ? 1 : 0);
    }

    /** Returns the index of a block's first element; for {@code index == parts}, the number of elements. */
    public int offset(int index) {
        if (index != parts) {
            check(index);
        }
        return index * (elements / parts) + Math.max(0, index - firstLarger());
    }

    /**
     * Returns a block of a list, as a view: {@code new Partition(lines.size(), world.size()).part(lines, world.rank())}
     * is the share of a member.
     *
     * @throws IllegalArgumentException if the list has another number of elements
     */
    public <T extends @Nullable Object> List<T> part(List<T> list, int index) {
        check(index);
        if (list.size() != elements) {
            throw new IllegalArgumentException(
                    "the list has another length than the partition: list=%d partition=%d; pass list.size() to it"
                            .formatted(list.size(), elements));
        }
        return list.subList(offset(index), offset(index + 1));
    }

    /** Returns which block holds an element. */
    public int owner(int element) {
        if (element < 0 || element >= elements) {
            throw new IndexOutOfBoundsException("element must lie in [0, %d): element=%d".formatted(elements, element));
        }
        int small = elements / parts;
        int inSmall = firstLarger() * small;
        return element < inSmall ? element / small : firstLarger() + (element - inSmall) / (small + 1);
    }

    private int firstLarger() {
        return parts - elements % parts;
    }

    private void check(int index) {
        if (index < 0 || index >= parts) {
            throw new IndexOutOfBoundsException("block must lie in [0, %d): index=%d".formatted(parts, index));
        }
    }
}
