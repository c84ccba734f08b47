package tutti.messaging.signature;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/** How messages to people name several members or processes, be they few or a hundred thousand. */
public final class Ranks {
    private static final int MOST_LISTED = 16;

    private Ranks() {}

    /** Returns all of a few ranks, ascending; of many, the runs without a gap and how many ranks there are. */
    public static String text(Collection<Integer> ranks) {
        BitSet set = new BitSet();
        ranks.forEach(set::set);
        return text(set);
    }

    /** As {@link #text(Collection)}. */
    public static String text(BitSet ranks) {
        int count = ranks.cardinality();
        if (count <= MOST_LISTED) {
            return ranks.stream().boxed().toList().toString();
        }
        List<String> runs = new ArrayList<>();
        int first = ranks.nextSetBit(0);
        while (first >= 0 && runs.size() < MOST_LISTED) {
            int end = ranks.nextClearBit(first);
            runs.add(end - first == 1 ? Integer.toString(first) : "%d to %d".formatted(first, end - 1));
            first = ranks.nextSetBit(end);
        }
        return "[%s%s] (%d of them)".formatted(String.join(", ", runs), first < 0 ? "" : ", ...", count);
    }
}
