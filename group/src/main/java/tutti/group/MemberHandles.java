package tutti.group;

import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The members of a process, by the numbers under which other processes know them. Thread-safe. */
final class MemberHandles {
    private final Map<ColMember, Long> handles = new WeakHashMap<>(); // guarded by itself
    private final Map<Long, ColMember> present = new ConcurrentHashMap<>(); // those that have not left or failed
    private long last; // guarded by handles

    /** Returns the handle of a member, which gets one if it has none. */
    long of(ColMember member) {
        synchronized (handles) {
            long handle = handles.computeIfAbsent(member, m -> ++last);
            present.put(handle, member);
            return handle;
        }
    }

    /** Returns the handle of a member, or null if it was never given one. */
    @Nullable
    Long find(ColMember member) {
        synchronized (handles) {
            return handles.get(member);
        }
    }

    /** Returns a member, unless it has left or failed. */
    @Nullable
    ColMember get(long handle) {
        return present.get(handle);
    }

    /** Forgets a member that has left or failed. */
    void remove(long handle) {
        present.remove(handle);
    }

    /** Returns the members that have not left or failed. */
    List<ColMember> present() {
        return List.copyOf(present.values());
    }
}
