package tutti.collectives.local;

import org.jspecify.annotations.Nullable;
import tutti.messaging.match.Message;
import tutti.messaging.runtime.MemberWait;
import tutti.serialization.TuttiException;

/**
 * A member's wait for other members of its process, or for other leaders in memory that processes share.
 *
 * @param <T> what the member gets when the wait is over
 */
abstract sealed class LocalWait<T> extends MemberWait<T> permits OutcomeWait, CheckedWait {
    private final LocalSync sync;
    private final CallState awaited;

    /**
     * Makes a wait.
     *
     * @param awaited state of the call in which something must happen; this call or an earlier one
     */
    LocalWait(LocalSync sync, CallState awaited) {
        super(sync.endpoint().calls(), LocalSync.CONTEXT, sync.label());
        this.sync = sync;
        this.awaited = awaited;
    }

    final CallState awaited() {
        return awaited;
    }

    /** Throws if someone who is needed will never begin the call. */
    void throwIfAbsent() {
        sync.throwIfAbsent(awaited, neededRank());
    }

    @Override
    protected final @Nullable T check() {
        T value = fastCheck();
        if (value != null) {
            return value;
        }
        try {
            sync.throwIfFailed(awaited);
            throwIfAbsent();
            return null;
        } catch (TuttiException e) {
            value = fastCheck(); // it may have come before the member went
            if (value == null) {
                throw e;
            }
            return value;
        }
    }

    @Override
    protected final RuntimeException conflict(Message other) {
        return sync.conflict(other);
    }

    @Override
    protected final String describe() {
        return isForOthers() ? "members of other processes" : "other members of the same process";
    }
}
