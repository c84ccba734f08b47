package tutti.messaging.runtime;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The members of a group that live in this process, by rank, and how many of them have not gone.
 *
 * <p>Thread-safe.
 *
 * @param <M> a member
 */
final class MemberTable<M extends MemberTable.Entry> {
    private final Map<Integer, M> members = new ConcurrentHashMap<>();
    private final AtomicInteger present = new AtomicInteger();
    private volatile @Nullable M holder; // one that held messages back at the last look

    /** A member, as the table sees it. */
    interface Entry extends Watchers.Watcher {
        /** Returns whether a part of some message that this member has sent stays here until its receiver is ready. */
        boolean holdsBack();

        /** This member has left or failed. */
        void markGone();
    }

    M open(int rank, Supplier<M> make) {
        return members.computeIfAbsent(rank, r -> {
            present.incrementAndGet();
            return make.get();
        });
    }

    @Nullable
    M get(int rank) {
        return members.get(rank);
    }

    boolean contains(int rank) {
        return members.containsKey(rank);
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    /** A member of the group has gone, which may live here; called once for each. */
    void markGone(int rank) {
        M here = members.get(rank);
        if (here != null) {
            here.markGone();
            present.decrementAndGet();
        }
    }

    /** Returns whether every member has gone, and nothing that they have sent waits here for its receiver. */
    boolean isDone() {
        if (present.get() > 0) {
            return false;
        }
        M last = holder;
        if (last != null && last.holdsBack()) {
            return false; // without asking all others again, for each notice that comes
        }
        M next = members.values().stream().filter(Entry::holdsBack).findFirst().orElse(null);
        holder = next;
        return next == null;
    }

    boolean holdsBack() {
        return members.values().stream().anyMatch(Entry::holdsBack);
    }

    void wakeAll() {
        members.values().forEach(Entry::wake);
    }

    void wake(int rank) {
        M here = members.get(rank);
        if (here != null) {
            here.wake();
        }
    }
}
