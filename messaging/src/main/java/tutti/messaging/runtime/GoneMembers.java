package tutti.messaging.runtime;

import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;

/**
 * The members of a group of which nothing more will come, and why.
 *
 * <p>Exceptions are made only when a thread asks, because every member leaves one day. Thread-safe.
 */
final class GoneMembers {
    private final int size;
    private final Map<Integer, Gone> gone = new ConcurrentHashMap<>();
    private volatile boolean isAny; // written after what it tells of

    /**
     * Begins with all members there.
     *
     * @param size number of members in the group
     */
    GoneMembers(int size) {
        this.size = size;
    }

    /** A member that has left in good order, or failed. */
    private record Gone(boolean failed, Supplier<MemberFailedException> why) {}

    /** Adds a member; returns false if it is here already. */
    boolean add(int rank, boolean failed, Supplier<MemberFailedException> why) {
        boolean isNew = gone.putIfAbsent(rank, new Gone(failed, why)) == null;
        isAny = true;
        return isNew;
    }

    /** Returns whether there is any; cheap. */
    boolean isAny() {
        return isAny;
    }

    boolean contains(int rank) {
        return gone.containsKey(rank);
    }

    /** Returns whether a member has failed, or its process was lost; not of one that has left in good order. */
    boolean hasFailed(int rank) {
        Gone known = gone.get(rank);
        return known != null && known.failed();
    }

    /** Returns the ranks of those that have failed, in order. */
    List<Integer> failed() {
        return gone.keySet().stream().filter(this::hasFailed).sorted().toList();
    }

    /** Returns why nothing more will come from a member, or null while it is there. */
    @Nullable
    MemberFailedException why(int rank) {
        Gone known = isAny ? gone.get(rank) : null;
        return known == null ? null : known.why().get();
    }

    /** Returns why a member can do nothing more in the group itself, or null while it is there. */
    @Nullable
    MemberFailedException whyEnded(int rank, FailureTexts texts) {
        MemberFailedException why = why(rank);
        return why == null || hasFailed(rank) ? why : texts.leftItself(rank);
    }

    /** Returns why nothing more will come from any other member, or null while one is there. */
    @Nullable
    MemberFailedException whyAllBut(int rank, FailureTexts texts) {
        if (gone.size() < size - 1) {
            return null;
        }
        List<Integer> others = gone.keySet().stream()
                .filter(other -> other != rank)
                .sorted(failedFirst())
                .toList();
        if (others.size() < size - 1 || others.isEmpty()) {
            return null;
        }
        int first = others.getFirst();
        return others.size() == 1 || hasFailed(first) ? why(first) : texts.othersLeft(others);
    }

    /** Returns the lowest rank of those that have failed, or else of those that have left; -1 if there is none. */
    int lowest() {
        return gone.keySet().stream().min(failedFirst()).orElse(-1);
    }

    private Comparator<Integer> failedFirst() {
        return Comparator.comparing((Integer rank) -> !hasFailed(rank)).thenComparing(rank -> rank);
    }

    Set<Integer> ranks() {
        return gone.keySet();
    }

    /** Returns those of some members that are not here. */
    BitSet present(BitSet ranks) {
        BitSet present = (BitSet) ranks.clone();
        gone.keySet().forEach(present::clear);
        return present;
    }
}
