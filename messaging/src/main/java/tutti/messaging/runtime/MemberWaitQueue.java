package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Message;
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

    /**
     * What a member waits for.
     *
     * @param <T> what it gets when the wait is over
     */
    public interface WaitCondition<T> {
        /** Returns what is awaited, or null; cheap, called very often. */
        @Nullable
        T fastCheck();

        /** Returns what is awaited, or null; throws if it will never come. */
        @Nullable
        T look();

        /** Throws, because another member has sent a message of another call. */
        RuntimeException conflict(Message other);

        /** Names the wait in an exception. */
        String describe();

        /** Returns whether members of other processes are awaited, so that those must be asked if it takes long. */
        default boolean isForOthers() {
            return false;
        }

        /** Returns the rank of the member that ends the wait, for records; -1 if it may be any of several. */
        default int awaitedRank() {
            return -1;
        }

        /** Returns the rank of the one member without which the wait cannot end; -1 if it is not known. */
        default int neededRank() {
            return -1;
        }

        /**
         * The thread is about to sleep: a thread that changes something must wake it from now on. It looks once more.
         */
        default void goingToSleep() {}

        /** The thread sleeps no more. */
        default void awake() {}
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
