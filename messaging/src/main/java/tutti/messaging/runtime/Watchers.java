package tutti.messaging.runtime;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import tutti.messaging.match.Pattern;

/**
 * For each member of a group, the members here that have exchanged messages with it or may wait for one. Thread-safe.
 */
final class Watchers {
    private final Map<Integer, Queue<Watcher>> watchers = new ConcurrentHashMap<>();

    /** A member that may wait. */
    interface Watcher {
        /** Lets threads that wait for this member look at everything that may end their wait. */
        void wake();
    }

    /** From now on a member is woken when another goes, or any if that is {@link Pattern#ANY}. */
    void add(int peer, Watcher member) {
        watchers.computeIfAbsent(peer, rank -> new ConcurrentLinkedQueue<>()).add(member);
    }

    /** Wakes members that may wait for one that has gone. */
    void wake(int rank) {
        for (int watched : new int[] {rank, Pattern.ANY}) {
            Queue<Watcher> waiting = watchers.get(watched);
            if (waiting != null) {
                waiting.forEach(Watcher::wake);
            }
        }
    }
}
