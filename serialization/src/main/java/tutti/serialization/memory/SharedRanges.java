package tutti.serialization.memory;

import java.util.ArrayList;
import java.util.List;

/** What two views share: ranges of the same memory. */
public final class SharedRanges {
    private SharedRanges() {}

    /** The ranges of one place in memory. */
    private record Place(PlainMemory memory, Ranges ranges) {}

    /** Returns whether two views lie in memory of which both show something. */
    static boolean mayShare(ElementMemory memory, ElementMemory other) {
        for (PlainMemory own : memory.places()) {
            for (PlainMemory others : other.places()) {
                if (own.sharesMemory(others)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns how many bytes two views share. */
    public static long count(
            ElementMemory memory, long start, long length, ElementMemory other, long otherStart, long otherLength) {
        if (!mayShare(memory, other)) {
            return 0;
        }
        long shared = 0;
        List<Place> others = places(other, otherStart, otherLength);
        for (Place own : places(memory, start, length)) {
            for (Place each : others) {
                if (own.memory.sharesMemory(each.memory)) {
                    shared += own.ranges.shared(each.ranges);
                }
            }
        }
        return shared;
    }

    private static List<Place> places(ElementMemory memory, long start, long length) {
        List<Place> places = new ArrayList<>(1);
        memory.forEachRange(start, length, (plain, address, lengthBytes) -> {
            if (lengthBytes > 0) {
                Place last = places.isEmpty() ? null : places.getLast();
                if (last == null || !last.memory.equals(plain)) {
                    last = new Place(plain, new Ranges());
                    places.add(last);
                }
                last.ranges.add(address, lengthBytes);
            }
        });
        return places;
    }
}
