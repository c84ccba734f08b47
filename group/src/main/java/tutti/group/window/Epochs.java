package tutti.group.window;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Which accesses one member has opened: to all memory by a fence, to that of some members by a start, or by locks.
 *
 * <p>Thread-safe. What is out of order is an {@link IllegalStateException}, and changes nothing.
 */
public final class Epochs {
    private static final int NONE = 0;
    private static final int STARTED = 1;
    private static final int WANTED = 2;
    private static final int LOCKED = 3;

    private final AtomicIntegerArray access; // by target; changed under this
    private final Supplier<String> place;
    private final Listener listener;
    private final int[] requests; // for locks, by target; guarded by this
    private int locks; // guarded by this
    private boolean lockedAll; // guarded by this
    private int[] started = {}; // guarded by this
    private boolean isStarted; // guarded by this
    private int[] posted = {}; // guarded by this
    private boolean isPosted; // guarded by this
    private volatile boolean fenced;
    private volatile boolean fenceUsed;

    Epochs(int size, Supplier<String> place, Listener listener) {
        access = new AtomicIntegerArray(size);
        requests = new int[size];
        this.place = place;
        this.listener = listener;
    }

    /** Learns which memory accesses other than by a fence are open to. */
    interface Listener {
        /** Accesses to a member's memory open now, or have ended. Called under a lock. */
        void accessChanged(int target, boolean isOpen);
    }

    private void set(int target, int state) {
        access.set(target, state);
        listener.accessChanged(target, state == LOCKED || state == STARTED);
    }

    /** Throws unless the memory of a member may be accessed now; cheap. */
    void requireAccess(String operation, int target) {
        int state = access.get(target);
        if (state != LOCKED && state != STARTED) {
            requireFence(operation, target);
        }
    }

    private void requireFence(String operation, int target) {
        if (!fenced) {
            throw outside("%s outside of an epoch: target rank=%d".formatted(operation, target));
        }
        if (!fenceUsed) {
            fenceUsed = true;
        }
    }

    private IllegalStateException wrong(String what, String cure) {
        return new IllegalStateException("%s: %s; %s".formatted(what, place.get(), cure));
    }

    /** Throws unless a fence, which is an access to all and an exposure, may be called now. */
    public synchronized void requireNothingButFence(String operation) {
        if (isStarted) {
            throw wrong(operation + " while a start is open", "call complete before");
        }
        if (isPosted) {
            throw wrong(operation + " while a post is open", "call await before");
        }
        if (locks > 0) {
            throw wrong(operation + " while a lock is held", "call unlock before");
        }
    }

    /** A fence has ended. */
    public synchronized void fenced() {
        fenced = true;
        fenceUsed = false;
    }

    private void endFence(String operation) {
        if (fenced && fenceUsed) {
            throw wrong(operation + " after accesses that no fence has ended", "call fence before");
        }
        fenced = false;
    }

    synchronized void start(int[] targets) {
        requireNoAccess("start");
        endFence("start");
        started = targets.clone();
        isStarted = true;
    }

    /** The targets have exposed their memory. */
    synchronized void openStarted() {
        for (int target : started) {
            set(target, STARTED);
        }
    }

    /** Returns the targets of the start that is open. */
    synchronized int[] started() {
        if (!isStarted) {
            throw wrong("complete without start", "call start before");
        }
        return started.clone();
    }

    synchronized void complete() {
        isStarted = false;
        Arrays.stream(started).forEach(target -> set(target, NONE));
    }

    synchronized void post(int[] origins) {
        if (isPosted) {
            throw wrong("post while a post is open", "call await before");
        }
        if (fenced && fenceUsed) {
            throw wrong("post after accesses that no fence has ended", "call fence before");
        }
        posted = origins.clone();
        isPosted = true;
    }

    /** Returns the origins of the post that is open. */
    synchronized int[] posted(String operation) {
        if (!isPosted) {
            throw wrong(operation + " without post", "call post before");
        }
        return posted.clone();
    }

    synchronized void awaited() {
        isPosted = false;
    }

    /** Throws if a rank is there twice: who has posted once is started once. */
    void requireDistinct(String operation, int[] ranks) {
        long distinct = Arrays.stream(ranks).distinct().count();
        if (distinct != ranks.length) {
            throw new IllegalArgumentException("%s names a member twice: ranks=%s, %s; pass each rank once"
                    .formatted(operation, Arrays.toString(ranks), place.get()));
        }
    }

    private void requireNoAccess(String operation) {
        if (isStarted) {
            throw wrong(operation + " while a start is open", "call complete before");
        }
        if (locks > 0) {
            throw wrong(operation + " while a lock is held", "call unlock before");
        }
    }

    synchronized void lock(int target) {
        if (isStarted) {
            throw wrong("lock while a start is open", "call complete before");
        }
        int state = access.get(target);
        if (lockedAll || state == LOCKED || state == WANTED) {
            throw wrong("lock of a member that is locked: target rank=" + target, "call unlock before");
        }
        endFence("lock");
        set(target, WANTED);
        locks++;
    }

    /** Returns the number of the next request for a member's lock, by which its grant is known. */
    synchronized int nextRequest(int target) {
        requests[target] = requests[target] + 1 & Integer.MAX_VALUE >> 1;
        return requests[target];
    }

    synchronized void lockAll() {
        requireNoAccess("lockAll");
        endFence("lockAll");
        for (int target = 0; target < access.length(); target++) {
            set(target, WANTED);
        }
        lockedAll = true;
        locks = access.length();
    }

    /** A lock was granted; if it is not wanted any more, it has been given back already. */
    synchronized void granted(int target, int request) {
        if (access.get(target) == WANTED && requests[target] == request) {
            set(target, LOCKED);
        }
    }

    boolean isLocked(int target) {
        return access.get(target) == LOCKED;
    }

    /** The wait for a lock has ended without it. */
    synchronized void giveUp(int target) {
        set(target, NONE);
        locks--;
    }

    synchronized void allGivenUp() {
        lockedAll = false;
    }

    /** Checks that a lock can be given back. */
    public synchronized void requireLocked(String operation, int target) {
        if (lockedAll) {
            throw wrong(operation + " of one member after lockAll", "call unlockAll");
        }
        if (access.get(target) != LOCKED) {
            throw wrong("%s without lock: target rank=%d".formatted(operation, target), "call lock before");
        }
    }

    public synchronized void requireLockedAll() {
        if (!lockedAll) {
            throw wrong("unlockAll without lockAll", "call lockAll before");
        }
    }

    synchronized void unlock(int target) {
        set(target, NONE);
        locks--;
        lockedAll &= locks > 0;
    }

    /** Throws unless there is an epoch in which operations on a member can be waited for. */
    public void requireOpen(String operation, int target) {
        if (!isOpen(target)) {
            throw outside("%s outside of an epoch: target rank=%d".formatted(operation, target));
        }
    }

    /** Throws unless there is an epoch in which operations on some member can be waited for. */
    public void requireOpen(String operation) {
        if (IntStream.range(0, access.length()).noneMatch(this::isOpen)) {
            throw outside(operation + " outside of an epoch");
        }
    }

    private boolean isOpen(int target) {
        int state = access.get(target);
        return state == LOCKED || state == STARTED || fenced;
    }

    private IllegalStateException outside(String what) {
        return wrong(what, "call fence, start or lock before");
    }

    /** Returns the targets that are locked. */
    synchronized int[] locked() {
        return IntStream.range(0, access.length()).filter(this::isLocked).toArray();
    }

    /** Names the epoch that is open, or returns an empty text. */
    public synchronized String open() {
        return locks > 0 ? "a lock is held" : isStarted ? "a start is open" : isPosted ? "a post is open" : "";
    }
}
