package tutti.serialization.identity;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers objects by their identity, from 0 on.
 *
 * <p>A look into a table that is larger than a core's cache waits for memory, and most objects that are met are either
 * new or were met not long ago. So there are two tables: a small one of the recent objects, and the archive, into which
 * they are moved all at once, when the processor can wait for many slots at a time. A filter tells most new objects
 * from those in the archive.
 *
 * <p>Both tables are open hash tables of numbers, each beside as many bits of its object's hash code as there is room
 * for. The filter is a Bloom filter of two bits in one word (Putze, Sanders and Singler: Cache-, Hash- and
 * Space-Efficient Bloom Filters, 2007), of a byte at least for each object.
 */
public final class IdentityTable {
    /** So many objects are recent at most: the slots lie in a core's own cache. */
    private static final int MOST_RECENT = 16_384;

    /** Of the recent objects: the fewer of them collide, the less a wrong guess costs. */
    private static final int SLOTS_EACH = 4;

    private static final int SLOTS_A_WORD = 16; // of the filter
    private static final int FIRST_EXPECTED = 32;
    private static final int FEW = 8; // objects that most graphs do not exceed
    private static final int MIXER = 0x9E3779B9; // 2^32 over the golden ratio: the high bits depend on all
    private static final int AHEAD = 256; // slots that are asked for at a time

    private static final @Nullable Object[] NO_OBJECTS = {};
    private static final @Nullable Object[][] NO_ARCHIVE = {};

    private @Nullable Object[] objects =
            NO_OBJECTS; // recent ones, by number - archived; made anew for each graph, see ObjectPages
    private @Nullable Object[][] archivedObjects = NO_ARCHIVE; // by number / MOST_RECENT, and the rest
    private int size;
    private int[] hashes; // by number
    private int[] recent; // low bits of the hash code above, number - archived + 1 below; 0 if empty
    private int archived; // so many objects, those with the lowest numbers, are in the archive
    private int[] archive = {}; // as recent, with number + 1
    private long[] filter = {};
    private int filterShift; // of half the hash code, to its word

    @SuppressWarnings("unused") // lest the compiler leave out loads whose result is not needed
    private int loadedAhead;

    public IdentityTable() {
        this(FIRST_EXPECTED);
    }

    /** Makes a table for about so many objects. */
    public IdentityTable(int expected) {
        int capacity = Integer.highestOneBit(2 * Math.clamp(expected, 1, MOST_RECENT) - 1);
        hashes = new int[capacity];
        recent = new int[SLOTS_EACH * capacity];
    }

    /** Returns how many objects have a number. */
    public int size() {
        return size;
    }

    public boolean hasArchive() {
        return archived > 0;
    }

    /** Gives an object the next number and returns it; if it has one already, returns the complement of that. */
    public int add(Object object) {
        int hash = System.identityHashCode(object) * MIXER;
        int number = find(recent, true, object, hash);
        if (number >= 0) {
            return ~(archived + number);
        }
        if (archived > 0 && mayBeArchived(hash)) {
            number = find(archive, false, object, hash);
        }
        return number >= 0 ? ~number : addNew(object, hash);
    }

    private boolean mayBeArchived(int hash) {
        long marks = marks(hash);
        return (filter[hash >>> 1 >>> filterShift] & marks) == marks;
    }

    /** Returns an object's number in a table, or -1. */
    @SuppressWarnings("ReferenceEquality") // identity is what it is for
    private int find(int[] slots, boolean isRecent, Object object, int hash) {
        int mask = slots.length - 1;
        int bits = bits(slots);
        int at = hash >>> -bits;
        for (int slot = slots[at]; slot != 0; at = at + 1 & mask, slot = slots[at]) {
            int number = (slot & mask) - 1;
            if ((slot & ~mask) == hash << bits && (isRecent ? objects[number] : archivedObject(number)) == object) {
                return number;
            }
        }
        return -1;
    }

    private @Nullable Object archivedObject(int number) {
        return archivedObjects[number / MOST_RECENT][number % MOST_RECENT];
    }

    private int addNew(Object object, int hash) {
        if (size - archived == objects.length) {
            makeRoom();
        }
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, 2 * size);
        }
        int at = size - archived;
        objects[at] = object;
        hashes[size] = hash;
        insert(recent, hash, at);
        return size++;
    }

    /** Makes the table of recent objects larger, or moves them into the archive. */
    private void makeRoom() {
        int expected = recent.length / SLOTS_EACH;
        if (objects.length < expected) {
            objects = Arrays.copyOf(objects, size == 0 && expected == FIRST_EXPECTED ? FEW : expected);
        } else if (objects.length < MOST_RECENT) {
            objects = Arrays.copyOf(objects, 2 * size);
            recent = new int[2 * recent.length];
            for (int number = 0; number < size; number++) {
                insert(recent, hashes[number], number);
            }
        } else {
            archiveObjects();
            archiveSlots();
        }
    }

    private void archiveObjects() {
        int at = archived / MOST_RECENT;
        if (at == archivedObjects.length) {
            archivedObjects = Arrays.copyOf(archivedObjects, 2 * at + 1);
        }
        archivedObjects[at] = objects;
        objects = new @Nullable Object[MOST_RECENT];
    }

    private void archiveSlots() {
        if (archived == 0 && archive.length <= recent.length) {
            useRecentAsArchive();
            return;
        }
        Arrays.fill(recent, 0);
        if (size > archive.length / 2) {
            newArchive(new int[2 * archive.length]);
            archived = 0;
        }
        while (archived < size) {
            archive(Math.min(size, archived + AHEAD));
        }
    }

    /** The first objects have the same slots in both tables. */
    private void useRecentAsArchive() {
        int[] empty = archive.length == recent.length ? archive : new int[recent.length];
        newArchive(recent);
        recent = empty;
        for (; archived < size; archived++) {
            mark(hashes[archived]);
        }
    }

    private void archive(int end) {
        int shift = -bits(archive);
        int loaded = 0;
        for (int number = archived; number < end; number++) {
            loaded |= archive[hashes[number] >>> shift];
        }
        loadedAhead = loaded;
        for (; archived < end; archived++) {
            insert(archive, hashes[archived], archived);
            mark(hashes[archived]);
        }
    }

    private void mark(int hash) {
        filter[hash >>> 1 >>> filterShift] |= marks(hash);
    }

    private static void insert(int[] slots, int hash, int number) {
        int bits = bits(slots);
        int at = hash >>> -bits;
        while (slots[at] != 0) {
            at = at + 1 & slots.length - 1;
        }
        slots[at] = hash << bits | number + 1;
    }

    private static int bits(int[] slots) {
        return Integer.numberOfTrailingZeros(slots.length);
    }

    private static long marks(int hash) {
        return 1L << hash | 1L << (hash >>> 6); // by six bits of the hash code each
    }

    private void newArchive(int[] slots) {
        archive = slots;
        filter = new long[Math.max(1, slots.length / SLOTS_A_WORD)];
        filterShift = 31 - Integer.numberOfTrailingZeros(filter.length);
    }

    /** Forgets all objects; tables that were far too large for them become smaller. */
    public void clear() {
        objects = NO_OBJECTS;
        archivedObjects = NO_ARCHIVE;
        if (size < recent.length / (4 * SLOTS_EACH) && recent.length > SLOTS_EACH * FIRST_EXPECTED) {
            recent = new int[recent.length / 2];
        } else {
            Arrays.fill(recent, 0);
        }
        if (size < archive.length / 8) {
            newArchive(new int[archive.length > recent.length ? archive.length / 2 : 0]);
        } else if (archived > 0) {
            Arrays.fill(archive, 0);
            Arrays.fill(filter, 0);
        }
        if (size < hashes.length / 8 && hashes.length > MOST_RECENT) {
            hashes = new int[hashes.length / 2];
        }
        archived = 0;
        size = 0;
    }
}
