package tutti.examples.kmeans;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * From where any member can continue: the same at all that have come as far. No one changes it.
 *
 * @param number how often the centres have moved
 * @param refilled whether an empty cluster took a point in the last move
 * @param starts which points the centres were at first
 * @param before coordinates of the centres before the last move
 * @param centres coordinates of the centres
 */
@SuppressWarnings("ArrayRecordComponent") // no one compares them
record Round(int number, boolean refilled, int[] starts, double[] before, double[] centres) implements Serializable {

    /**
     * What a member brings into a group.
     *
     * @param hasPoints whether it has its part of the points, and the group is as large as the one before
     * @param round the latest that it knows, or null
     */
    record Held(boolean hasPoints, @Nullable Round round) implements Serializable {}

    /** Returns the latest round that any member knows; null before the first. */
    static @Nullable Round latest(List<Held> held) {
        return held.stream()
                .map(Held::round)
                .filter(Objects::nonNull)
                .max(Comparator.comparingInt(Round::number))
                .orElse(null);
    }
}
