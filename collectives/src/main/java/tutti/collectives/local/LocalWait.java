package tutti.collectives.local;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.signature.SignatureText;
import tutti.messaging.match.Message;
import tutti.messaging.runtime.MemberWaitQueue;
import tutti.serialization.TuttiException;

/**
 * A member's wait for other members of its process, or for other leaders in memory that processes share.
 *
 * @param <T> what the member gets when the wait is over
 */
final class LocalWait<T> implements MemberWaitQueue.WaitCondition<T> {
    private final LocalSync sync;
    private final CallState awaited;
    private final Supplier<@Nullable T> check;
    private final int awaitedRank;
    private final int neededRank;
    private final @Nullable OtherLeaders leaders;

    /**
     * Makes a wait.
     *
     * @param awaited state of the call in which something must happen; this call or an earlier one
     * @param check returns what is awaited, or null
     * @param awaitedRank the member that ends the wait, for records; {@link LocalSync#ANY} if it may be any of several
     * @param neededRank the one member without which the wait cannot end, or {@link LocalSync#ANY} if all are needed
     * @param leaders who is awaited, if those are not members of this process
     */
    LocalWait(
            LocalSync sync,
            CallState awaited,
            Supplier<@Nullable T> check,
            int awaitedRank,
            int neededRank,
            @Nullable OtherLeaders leaders) {
        this.sync = sync;
        this.awaited = awaited;
        this.check = check;
        this.awaitedRank = awaitedRank;
        this.neededRank = neededRank;
        this.leaders = leaders;
    }

    @Override
    public int awaitedRank() {
        return awaitedRank;
    }

    @Override
    public int neededRank() {
        return neededRank;
    }

    @Override
    public @Nullable T fastCheck() {
        return check.get();
    }

    @Override
    public @Nullable T look() {
        T value = check.get();
        if (value != null) {
            return value;
        }
        try {
            sync.throwIfFailed(awaited);
            if (leaders != null) {
                leaders.throwIfAbsent();
            } else {
                sync.throwIfAbsent(awaited, neededRank);
            }
            return null;
        } catch (TuttiException e) {
            value = check.get(); // it may have come before the member went
            if (value == null) {
                throw e;
            }
            return value;
        }
    }

    @Override
    public RuntimeException conflict(Message other) {
        return sync.conflict(other);
    }

    @Override
    public boolean isForOthers() {
        return leaders != null;
    }

    @Override
    public void goingToSleep() {
        if (leaders != null) {
            leaders.setAsleep(true);
        }
    }

    @Override
    public void awake() {
        if (leaders != null) {
            leaders.setAsleep(false);
        }
    }

    @Override
    public String describe() {
        return "%s: here rank=%d called %s; %s"
                .formatted(
                        leaders == null ? "neighbours" : "other processes",
                        sync.rank(),
                        SignatureText.of(sync.label()),
                        sync.endpoint().describe(sync.rank()));
    }
}
