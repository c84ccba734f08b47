package tutti.messaging.runtime;

import tutti.messaging.progress.WaitQueue;

/**
 * A place where members of one process wait for each other.
 *
 * <p>Thread-safe. Members wait here by {@link CallEndpoint#await}.
 */
public final class MemberWaitQueue {
    private final WaitQueue waiting;

    MemberWaitQueue(WaitQueue waiting) {
        this.waiting = waiting;
    }

    /** Wakes those who wait, to check again; what they wait for was published before by a volatile write. */
    public void changed() {
        waiting.changed();
    }

    /** Wakes those who wait, to look again. */
    public void alarm() {
        waiting.alarm();
    }

    WaitQueue waiting() {
        return waiting;
    }
}
