package tutti.group.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.messaging.runtime.MemberService;

/**
 * Who holds the lock of one member's memory, and who waits for it: in the order of asking, so that none waits for ever.
 *
 * <p>Thread-safe; grants are given outside of the lock.
 */
final class LockTable {
    private static final int NONE = -1;

    private final Deque<Wanted> waiting = new ArrayDeque<>(); // guarded by this
    private final Set<Integer> sharing = new HashSet<>(); // guarded by this
    private int owner = NONE; // guarded by this
    private int granting; // threads that give grants; guarded by this
    private MemberService.@Nullable Queue queue; // as it was asked for, until something changes; guarded by this

    private record Wanted(int origin, boolean exclusive, Runnable grant) {}

    /** Asks for the lock. */
    void request(int origin, boolean exclusive, Runnable grant) {
        List<Wanted> granted;
        synchronized (this) {
            waiting.add(new Wanted(origin, exclusive, grant));
            granted = grantNext();
        }
        give(granted);
    }

    /** Gives back what an origin has or waits for, if anything. */
    void release(int origin) {
        List<Wanted> granted;
        synchronized (this) {
            if (owner == origin) {
                owner = NONE;
            }
            sharing.remove(origin);
            waiting.removeIf(each -> each.origin() == origin);
            granted = grantNext();
        }
        give(granted);
    }

    private void give(List<Wanted> granted) {
        try {
            granted.forEach(each -> each.grant().run());
        } finally {
            synchronized (this) {
                granting--;
            }
        }
    }

    private List<Wanted> grantNext() {
        queue = null;
        granting++;
        List<Wanted> granted = new ArrayList<>(1);
        for (Wanted next = firstGranted(); next != null; next = firstGranted()) {
            granted.add(next);
        }
        return granted;
    }

    private @Nullable Wanted firstGranted() {
        Wanted first = waiting.peek();
        if (first == null || owner >= 0 || (first.exclusive() && !sharing.isEmpty())) {
            return null;
        }
        if (first.exclusive()) {
            owner = first.origin();
        } else {
            sharing.add(first.origin());
        }
        return waiting.poll();
    }

    /**
     * Returns all that have the lock or wait for it: another waits until one of these gives it back, or gives up.
     * Returns null if none waits, or a grant is on its way.
     *
     * @param newId gives a number for the answer, which stays the same while nothing changes
     */
    synchronized MemberService.@Nullable Queue queue(IntSupplier newId) {
        if (waiting.isEmpty() || granting > 0) {
            return null;
        }
        MemberService.Queue known = queue;
        if (known == null) {
            List<Integer> members = Stream.concat(
                            owner == NONE ? sharing.stream() : Stream.of(owner),
                            waiting.stream().map(Wanted::origin))
                    .distinct()
                    .toList();
            known = new MemberService.Queue(newId.getAsInt(), members);
            queue = known;
        }
        return known;
    }
}
