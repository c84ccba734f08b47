package tutti.serialization;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers objects by their identity, from 0 on.
 *
 * <p>An open hash table of numbers, each beside as many bits of its object's hash code as there is room for: in a large graph
 * every object that need not be looked at saves a cache miss. At most half of the slots are taken.
 */
final class IdentityTable {
    private static final int FIRST_EXPECTED = 32;
    private static final int KEPT_EXPECTED = 1024; // so small a table is not worth giving back
    private static final int MIXER = 0x9E3779B9; // 2^32 over the golden ratio: the high bits depend on all

    private @Nullable Object[] objects; // by number
    private int[] hashes; // by number
    private int[] slots; // low bits of the hash code above, number + 1 below; 0 if empty
    private int slotBits; // high bits of the hash code that choose a slot
    private int size;

    IdentityTable() {
        this(FIRST_EXPECTED);
    }

    /** Makes a table that needs not grow for so many objects. */
    IdentityTable(int expected) {
        int capacity = Integer.highestOneBit(Math.max(2, 2 * expected - 1));
        objects = new @Nullable Object[capacity];
        hashes = new int[capacity];
        slots = new int[2 * capacity];
        slotBits = Integer.numberOfTrailingZeros(slots.length);
    }

    /** Returns how many objects have a number. */
    int size() {
        return size;
    }

    /** Gives an object the next number and returns it; if it has one already, returns the complement of that. */
    @SuppressWarnings("ReferenceEquality") // identity is what it is for
    int add(Object object) {
        int hash = System.identityHashCode(object) * MIXER;
        int mask = slots.length - 1;
        int at = hash >>> -slotBits;
        for (int slot = slots[at]; slot != 0; at = at + 1 & mask, slot = slots[at]) {
            int number = (slot & mask) - 1;
            if ((slot & ~mask) == hash << slotBits && objects[number] == object) {
                return ~number;
            }
        }
        if (size == objects.length) {
            resize(2 * objects.length);
            at = freeSlot(hash);
        }
        objects[size] = object;
        hashes[size] = hash;
        slots[at] = hash << slotBits | ++size;
        return size - 1;
    }

    private int freeSlot(int hash) {
        int at = hash >>> -slotBits;
        while (slots[at] != 0) {
            at = at + 1 & slots.length - 1;
        }
        return at;
    }

    private void resize(int capacity) {
        objects = Arrays.copyOf(objects, capacity);
        hashes = Arrays.copyOf(hashes, capacity);
        slots = new int[2 * capacity];
        slotBits = Integer.numberOfTrailingZeros(slots.length);
        for (int number = 0; number < size; number++) {
            slots[freeSlot(hashes[number])] = hashes[number] << slotBits | number + 1;
        }
    }

    /** Forgets all objects; a table that was far too large for them becomes smaller. */
    void clear() {
        int used = size;
        size = 0;
        if (used > 0) {
            Arrays.fill(objects, 0, used, null);
            Arrays.fill(slots, 0);
        }
        if (objects.length > KEPT_EXPECTED && used < objects.length / 4) {
            resize(objects.length / 2);
        }
    }
}
