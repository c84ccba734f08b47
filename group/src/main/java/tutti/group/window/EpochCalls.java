package tutti.group.window;

import java.util.Arrays;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.group.window.WindowFrame.Kind;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.MemberCondition;
import tutti.messaging.runtime.MemberService;

/**
 * How one member opens and ends its accesses, and exposes its own memory: by locks, or by start and post.
 *
 * <p>Thread-safe.
 */
public final class EpochCalls {
    private final Endpoint endpoint;
    private final MemberCondition condition;
    private final Neighbors others;
    private final Epochs state;
    private final LockTable locks = new LockTable();
    private final int[] posts; // of each member, not used by a start yet; guarded by this
    private final int[] completes; // of each member, not used by an await yet; guarded by this

    EpochCalls(Endpoint endpoint, MemberCondition condition, Neighbors others) {
        this.endpoint = endpoint;
        this.condition = condition;
        this.others = others;
        state = new Epochs(endpoint.size(), () -> "here " + endpoint.describe(endpoint.rank()), others);
        posts = new int[endpoint.size()];
        completes = new int[endpoint.size()];
    }

    /** What this needs of the other members. */
    interface Neighbors extends Epochs.Listener {
        /** Tells a member something; one that is gone learns nothing. */
        void tell(int rank, Kind kind, int code);

        /** Waits until all operations on a member are done there. */
        void flush(Endpoint caller, int target);

        /** From now on {@link #release} is called when a member is gone. */
        void watch(int source);
    }

    /** Returns which accesses are open. */
    public Epochs state() {
        return state;
    }

    // ---------------------------------------------------------------- locks

    public void lock(Endpoint caller, int target, boolean exclusive) {
        condition.requirePresent(target);
        state.lock(target);
        request(target, exclusive);
        awaitLocks(caller, new int[] {target});
    }

    public void lockAll(Endpoint caller) {
        int[] all = IntStream.range(0, endpoint.size()).toArray();
        Arrays.stream(all).forEach(condition::requirePresent);
        state.lockAll();
        Arrays.stream(all).forEach(target -> request(target, false));
        awaitLocks(caller, all);
    }

    private void request(int target, boolean exclusive) {
        others.tell(target, Kind.LOCK, state.nextRequest(target) << 1 | (exclusive ? 1 : 0));
    }

    private void awaitLocks(Endpoint caller, int[] targets) {
        try {
            for (int target : targets) {
                WindowMember.condition(caller)
                        .awaitGrant(target, MemberCondition.WINDOW_LOCK, () -> state.isLocked(target) ? true : null);
            }
            condition.requireWhole(); // a member that failed has no lock any more, and what it protected may be half
            // done
        } catch (RuntimeException | Error e) {
            for (int target : targets) {
                state.giveUp(target);
                others.tell(target, Kind.UNLOCK, 0); // also if it has not been granted yet
            }
            state.allGivenUp();
            throw e;
        }
    }

    public void unlock(Endpoint caller, int target) {
        try {
            others.flush(caller, target);
        } finally {
            state.unlock(target);
            others.tell(target, Kind.UNLOCK, 0);
        }
    }

    // ---------------------------------------------------------------- start and post

    public void post(int[] origins) {
        Arrays.stream(origins).forEach(condition::requirePresent);
        state.requireDistinct("post", origins);
        state.post(origins);
        for (int origin : origins) {
            others.tell(origin, Kind.POST, 0);
        }
    }

    public void start(Endpoint caller, int[] targets) {
        state.requireDistinct("start", targets);
        state.start(targets);
        try {
            for (int target : targets) {
                WindowMember.condition(caller)
                        .await(target, MemberCondition.WINDOW_POST, () -> has(posts, target) ? true : null);
            }
            condition.requireWhole();
            takeAll(posts, targets);
        } catch (RuntimeException | Error e) {
            state.complete();
            throw e;
        }
        state.openStarted();
    }

    private synchronized void takeAll(int[] counts, int[] ranks) {
        for (int rank : ranks) {
            counts[rank]--;
        }
    }

    private synchronized void add(int[] counts, int rank) {
        counts[rank]++;
    }

    public void complete(Endpoint caller) {
        int[] targets = state.started();
        try {
            for (int target : targets) {
                others.flush(caller, target);
            }
        } finally {
            state.complete();
            for (int target : targets) {
                others.tell(target, Kind.COMPLETE, 0);
            }
        }
    }

    public void awaitComplete(Endpoint caller) {
        int[] origins = state.posted("await");
        for (int origin : origins) {
            WindowMember.condition(caller)
                    .await(origin, MemberCondition.WINDOW_COMPLETE, () -> has(completes, origin) ? true : null);
        }
        condition.requireWhole();
        takeCompletes(origins);
    }

    /** Returns whether all origins have completed, and closes the exposure if so. */
    public boolean testComplete() {
        int[] origins = state.posted("test");
        for (int origin : origins) {
            if (!has(completes, origin)) {
                condition.requirePresent(origin);
                return false;
            }
        }
        condition.requireWhole();
        takeCompletes(origins);
        return true;
    }

    private void takeCompletes(int[] origins) {
        takeAll(completes, origins);
        state.awaited();
    }

    private synchronized boolean has(int[] counts, int rank) {
        return counts[rank] > 0;
    }

    /** Gives back all locks. */
    public void unlockAll(Endpoint caller) {
        RuntimeException first = null;
        for (int target : state.locked()) {
            try {
                unlock(caller, target);
            } catch (RuntimeException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    // ---------------------------------------------------------------- what others say

    void told(int source, Kind kind, int code) {
        switch (kind) {
            case LOCK -> {
                others.watch(source);
                locks.request(source, (code & 1) == 1, () -> others.tell(source, Kind.GRANTED, code >> 1));
            }
            case UNLOCK -> locks.release(source);
            case GRANTED -> state.granted(source, code);
            case POST -> add(posts, source);
            default -> add(completes, source);
        }
        condition.changed();
    }

    /** Returns who has the lock of this member's memory or waits for it, if some do. */
    MemberService.@Nullable Queue lockQueue(IntSupplier newId) {
        return locks.queue(newId);
    }

    /** A member is gone: it needs no lock any more. */
    void release(int source) {
        locks.release(source);
    }
}
