package tutti.jgf.section1;

import java.io.Serializable;
import java.util.stream.IntStream;

/** A small object: it holds one number. */
final class Item implements Serializable {
    private static final long serialVersionUID = 1;

    final double value;

    private Item(double value) {
        this.value = value;
    }

    /** Makes an array of them, with the numbers of {@link Content}. */
    static Item[] array(int length, int from, int to) {
        return IntStream.range(0, length)
                .mapToObj(i -> new Item(Content.value(from, to, i)))
                .toArray(Item[]::new);
    }

    /** Makes an array of a part for each member. */
    static Item[] parts(int length, int from, int members) {
        return IntStream.range(0, length * members)
                .mapToObj(i -> new Item(Content.value(from, i / length, i % length)))
                .toArray(Item[]::new);
    }
}
