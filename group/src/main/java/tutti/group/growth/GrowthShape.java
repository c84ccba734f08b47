package tutti.group.growth;

import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Which ranks the members of a group, and the newcomers, have in the larger group.
 *
 * @param ofMembers by rank in the old group
 * @param ofNewcomers in the order in which they come
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record GrowthShape(int[] ofMembers, int[] ofNewcomers) {

    /**
     * Members keep their ranks, and newcomers follow.
     *
     * @throws IllegalArgumentException if there is no newcomer
     */
    public static GrowthShape after(int size, int newcomers) {
        if (newcomers < 1) {
            throw new IllegalArgumentException(
                    "a group grows by at least one: newcomers=%d size=%d".formatted(newcomers, size));
        }
        return new GrowthShape(
                IntStream.range(0, size).toArray(),
                IntStream.range(size, Math.addExact(size, newcomers)).toArray());
    }

    /**
     * Members have the ranks that they had in a group of which others are lost, and newcomers those of the lost.
     *
     * @param ranks of the members in that group, or less than 0 for one that was not in it
     * @throws IllegalArgumentException if none is lost, or a member was not in it
     */
    public static GrowthShape healing(String group, int size, int[] ranks) {
        BitSet lost = new BitSet();
        lost.set(0, size);
        for (int rank : ranks) {
            if (rank < 0) {
                throw new IllegalArgumentException(
                        "a member was not in the broken group: group=%s; pass the group that was shrunk to this one"
                                .formatted(group));
            }
            lost.clear(rank);
        }
        if (lost.isEmpty()) {
            throw new IllegalArgumentException(
                    "no member of the broken group is lost: group=%s size=%d; to take in more, call grow"
                            .formatted(group, size));
        }
        return new GrowthShape(ranks.clone(), lost.stream().toArray());
    }

    /** Returns the size of the larger group. */
    public int size() {
        return ofMembers.length + ofNewcomers.length;
    }
}
