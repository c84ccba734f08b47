package tutti.serialization;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Numbers objects by their identity, from 0 on: an open hash table with room for twice as many. */
final class IdentityTable {
    private static final int FIRST_CAPACITY = 64;
    private static final int MIXER = 0x9E3779B9; // 2^32 over the golden ratio: the high bits depend on all

    private @Nullable Object[] objects;
    private int[] numbers;
    private int shift;
    private int size;

    IdentityTable() {
        this(FIRST_CAPACITY / 2);
    }

    /** Makes a table that needs not grow for so many objects. */
    IdentityTable(int expected) {
        int capacity = Integer.highestOneBit(Math.clamp(4L * expected - 1, 2, 1 << 30)); // over twice as many
        objects = new @Nullable Object[capacity];
        numbers = new int[capacity];
        shift = Integer.numberOfLeadingZeros(capacity) + 1;
    }

    /** Returns how many objects have a number. */
    int size() {
        return size;
    }

    /** Gives an object the next number and returns it; if it has one already, returns the complement of that. */
    int add(Object object) {
        int slot = find(object);
        if (objects[slot] != null) {
            return ~numbers[slot];
        }
        objects[slot] = object;
        numbers[slot] = size++;
        if (2 * size > objects.length) {
            grow();
        }
        return size - 1;
    }

    @SuppressWarnings("ReferenceEquality") // identity is what it is for
    private int find(Object object) {
        int mask = objects.length - 1;
        int slot = System.identityHashCode(object) * MIXER >>> shift;
        while (objects[slot] != null && objects[slot] != object) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        @Nullable Object[] oldObjects = objects;
        int[] oldNumbers = numbers;
        allocate(2 * oldObjects.length);
        for (int i = 0; i < oldObjects.length; i++) {
            Object object = oldObjects[i];
            if (object != null) {
                int slot = find(object);
                objects[slot] = object;
                numbers[slot] = oldNumbers[i];
            }
        }
    }

    private void allocate(int capacity) {
        objects = new @Nullable Object[capacity];
        numbers = new int[capacity];
        shift = Integer.numberOfLeadingZeros(capacity) + 1;
    }

    /** Forgets all objects; a table that was far too large for them becomes smaller. */
    void clear() {
        if (objects.length > FIRST_CAPACITY && size < objects.length / 8) {
            allocate(objects.length / 2);
        } else if (size > 0) {
            Arrays.fill(objects, null);
        }
        size = 0;
    }
}
