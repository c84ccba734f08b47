package tutti.messaging.runtime;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.messaging.match.Pattern;

/**
 * What a member waits for when it waits for one of some requests.
 *
 * @param kind what ends the wait
 * @param isForCall whether the end of a call that another thread does for the member ends it, perhaps besides others
 * @param ranks the members that the requests name, of which each may end it, ascending; none for a wildcard
 */
public record Awaited(Kind kind, boolean isForCall, SortedSet<Integer> ranks) {
    /** The end of a call that another thread does for the member. */
    public static final Awaited CALL = new Awaited(Kind.CALLS, true, Collections.emptySortedSet());

    /** Something that members of the group do, of which no more is known. */
    public static final Awaited OTHERS_PART = new Awaited(Kind.OTHERS_PART, false, Collections.emptySortedSet());

    /** Something that may have nothing to do with the group. */
    public static final Awaited ANYTHING = new Awaited(Kind.ANYTHING, false, Collections.emptySortedSet());

    /** By what a wait may be ended. */
    enum Kind {
        /** Messages of members of the group. */
        MESSAGES,

        /** Calls that another thread does for the member. */
        CALLS,

        /** What else members of the group do. */
        OTHERS_PART,

        /** Something that may have nothing to do with the group. */
        ANYTHING
    }

    /**
     * A message.
     *
     * @param source rank of its sender, or {@link Pattern#ANY}
     */
    public static Awaited messageFrom(int source) {
        return new Awaited(Kind.MESSAGES, false, named(source));
    }

    /** That a member takes a message, or does its part in another way. */
    public static Awaited partOf(int rank) {
        return new Awaited(Kind.OTHERS_PART, false, named(rank));
    }

    private static SortedSet<Integer> named(int rank) {
        return rank == Pattern.ANY ? Collections.emptySortedSet() : new TreeSet<>(Collections.singleton(rank));
    }

    /** Returns what is awaited by a wait for this or the other. */
    public Awaited or(Awaited other) {
        SortedSet<Integer> all = new TreeSet<>(ranks);
        all.addAll(other.ranks);
        return new Awaited(either(kind, other.kind), isForCall || other.isForCall, all);
    }

    private static Kind either(Kind one, Kind other) {
        return one == other ? one : one == Kind.ANYTHING || other == Kind.ANYTHING ? Kind.ANYTHING : Kind.OTHERS_PART;
    }
}
