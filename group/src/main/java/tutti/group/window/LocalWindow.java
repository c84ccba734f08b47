package tutti.group.window;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** What the members of one process share of a window: memory in their reach, and each other. Thread-safe. */
public final class LocalWindow {
    private final AtomicReferenceArray<@Nullable WindowMemory> parts;
    private final AtomicReferenceArray<@Nullable WindowMember> members;

    public LocalWindow(int size) {
        parts = new AtomicReferenceArray<>(size);
        members = new AtomicReferenceArray<>(size);
    }

    /** Puts memory of a member into reach. */
    public void reach(int rank, WindowMemory part) {
        parts.set(rank, part);
    }

    void forget(int rank) {
        parts.set(rank, null);
    }

    /** Returns the memory of a member if this process reaches it, or null. */
    public @Nullable WindowMemory part(int rank) {
        return parts.get(rank);
    }

    void add(int rank, WindowMember member) {
        members.set(rank, member);
    }

    /** Returns a member of this process, or null. */
    @Nullable
    WindowMember member(int rank) {
        return members.get(rank);
    }
}
