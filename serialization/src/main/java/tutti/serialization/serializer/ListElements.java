package tutti.serialization.serializer;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.serialization.graph.GraphKryo;

/**
 * How the elements of a list or an array are written: twice their number, and 1 more if all are boxed primitives of one
 * class; the number of that class in this case; then the elements.
 *
 * @param size number of elements
 * @param box number of the class of all elements, or {@link #NONE} if each says its own
 */
record ListElements(int size, int box) {
    private static final int NONE = -1;
    private static final int AHEAD = 8; // elements whose memory is asked for while others are written

    /** Writes a list in which each element is found at once. */
    static void write(GraphKryo kryo, List<?> list) {
        int size = list.size();
        int box = size == 0 ? NONE : boxOfAll(kryo, list, size);
        kryo.output.writeVarLong((long) size << 1 | (box == NONE ? 0 : 1), true);
        if (box == NONE) {
            writeObjects(kryo, list, size);
        } else {
            writeBoxes(kryo, list, size, box);
        }
    }

    private static int boxOfAll(GraphKryo kryo, List<?> list, int size) {
        Object first = list.getFirst();
        int box = first == null ? NONE : kryo.boxNumber(first.getClass());
        if (box != NONE) {
            for (int i = 1; i < size; i++) {
                Object element = list.get(i);
                if (element == null || element.getClass() != first.getClass()) {
                    return NONE;
                }
            }
        }
        return box;
    }

    private static void writeBoxes(GraphKryo kryo, List<?> list, int size, int box) {
        kryo.output.writeNumber(box);
        Class<?> type = list.getFirst().getClass();
        for (int i = 0; i < size; i++) {
            Object element = list.size() == size ? list.get(i) : null;
            if (element == null || element.getClass() != type) {
                throw CollectionSerializers.changed();
            }
            kryo.writeBox(box, element);
        }
    }

    private static void writeObjects(GraphKryo kryo, List<?> list, int size) {
        int expected = kryo.references.areMany() ? 0 : size;
        for (int i = 0; i < size; i++) {
            if (list.size() != size) {
                throw CollectionSerializers.changed();
            }
            for (; expected < Math.min(size, i + AHEAD); expected++) {
                kryo.expect(list.get(expected));
            }
            kryo.write(list.get(i));
        }
    }

    /** Reads what precedes the elements. */
    static ListElements read(GraphKryo kryo) {
        long header = kryo.input.readVarLong(true);
        int size = kryo.input.claim(header >>> 1, 1);
        return new ListElements(size, (header & 1) == 0 ? NONE : kryo.input.readNumber());
    }

    /** Reads the next element. */
    @Nullable
    Object next(GraphKryo kryo) {
        return box == NONE ? kryo.read() : kryo.readBox(box);
    }
}
