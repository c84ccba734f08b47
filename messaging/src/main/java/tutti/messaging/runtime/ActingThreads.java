package tutti.messaging.runtime;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import tutti.messaging.match.CompletionOrder;
import tutti.messaging.signature.GroupLayout;

/** Which threads act for a member, as far as its groups know, and its places in these groups. Thread-safe. */
public abstract class ActingThreads {
    /** Weak, so that groups which no one uses can go. */
    private final Map<MemberPlace, GroupLayout> places = new WeakHashMap<>(); // guarded by itself

    private final CompletionOrder completions = new CompletionOrder();

    /** Begins without a place. */
    protected ActingThreads() {}

    /**
     * A member's place in a group.
     *
     * @param member as it is there
     */
    record Place(MemberPlace member, GroupLayout layout) {}

    /** Returns the thread that the member was given, or else the last that acted for it; null if none has. */
    public abstract @Nullable Thread own();

    /** Returns whether only one thread has acted for the member so far, and that one has started no virtual ones. */
    public abstract boolean isOnly(Thread thread);

    /** Returns the id of the thread that acts for the member if it has started others, else the greatest long. */
    public abstract long starterId();

    /** Returns the order in which the member's requests end, in all its groups. */
    final CompletionOrder completions() {
        return completions;
    }

    /** The threads act for the member in one more group. */
    final void actAt(MemberPlace place, GroupLayout layout) {
        synchronized (places) {
            places.put(place, layout);
        }
    }

    /** Returns the layout of a group in which the threads act for the member. */
    final GroupLayout layoutOf(MemberPlace place) {
        synchronized (places) {
            return Objects.requireNonNull(places.get(place), "place");
        }
    }

    /** Returns the member's places in all its groups, also in those that it has left. */
    final List<Place> places() {
        synchronized (places) {
            return places.entrySet().stream()
                    .map(entry -> new Place(entry.getKey(), entry.getValue()))
                    .toList();
        }
    }
}
