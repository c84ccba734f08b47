package tutti.messaging.runtime;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tutti.messaging.match.CompletionOrder;
import tutti.messaging.signature.GroupLayout;

/** Which threads act for a member, as far as its groups know, and its places in these groups. Thread-safe. */
public abstract class ActingThreads {
    /** Weak, so that groups which no one uses can go. */
    private final Map<MemberPlace, GroupLayout> places = new WeakHashMap<>(); // guarded by itself

    private final CompletionOrder completions = new CompletionOrder();
    private volatile @Nullable AwaitedCall awaitedCall;

    /** Begins without a place. */
    protected ActingThreads() {}

    /**
     * A member's place in a group.
     *
     * @param member as it is there
     */
    record Place(MemberPlace member, GroupLayout layout) {}

    /** A call that another thread does for the member, and whose end the member's thread awaits. */
    private record AwaitedCall(MemberPlace at, Thread awaiting, BooleanSupplier hasEnded) {}

    /** Returns whether only one thread has acted for the member so far, and that one has started no virtual ones. */
    public abstract boolean isOnly(Thread thread);

    /** Returns the id of the thread that acts for the member if it has started others, else the greatest long. */
    public abstract long starterId();

    /** The calling thread awaits the end of a call that another does for the member in one of its groups. */
    final void awaitsCall(MemberPlace at, BooleanSupplier hasEnded) {
        awaitedCall = new AwaitedCall(at, Thread.currentThread(), hasEnded);
    }

    /** It awaits no such call any more. */
    final void awaitsNoCall() {
        awaitedCall = null;
    }

    /**
     * Returns the thread that continues when a wait of the member in one of its groups ends: the waiting one, or that
     * which awaits the call in which it waits.
     */
    final Thread continuesAfter(Thread waiting, MemberPlace at) {
        AwaitedCall known = awaitedCall;
        return known != null && known.at().equals(at) && !known.hasEnded().getAsBoolean() ? known.awaiting() : waiting;
    }

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
