package tutti.group.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who holds the lock of one member's memory, and who waits for it: in the order of asking, so that none waits for ever.
 *
 * <p>Thread-safe; grants are given outside of the lock.
 */
final class LockTable {
    private final Deque<Wanted> waiting = new ArrayDeque<>(); // guarded by this
    private final Set<Integer> sharing = new HashSet<>(); // guarded by this
    private int owner = -1; // guarded by this

    private record Wanted(int origin, boolean exclusive, Runnable grant) {}

    /** Asks for the lock. */
    void request(int origin, boolean exclusive, Runnable grant) {
        synchronized (this) {
            waiting.add(new Wanted(origin, exclusive, grant));
        }
        grantNext();
    }

    /** Gives back what an origin has or waits for, if anything. */
    void release(int origin) {
        synchronized (this) {
            if (owner == origin) {
                owner = -1;
            }
            sharing.remove(origin);
            for (Iterator<Wanted> each = waiting.iterator(); each.hasNext(); ) {
                if (each.next().origin() == origin) {
                    each.remove();
                }
            }
        }
        grantNext();
    }

    private void grantNext() {
        List<Wanted> granted = new ArrayList<>(1);
        synchronized (this) {
            for (Wanted next = firstGranted(); next != null; next = firstGranted()) {
                granted.add(next);
            }
        }
        granted.forEach(each -> each.grant().run());
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
}
