package tutti.collectives.local;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A member's wait until a check finds something, for which all members of its process, or all leaders, are needed.
 *
 * @param <T> what the check finds
 */
final class CheckedWait<T> extends LocalWait<T> {
    private final Supplier<@Nullable T> check;
    private final @Nullable OtherLeaders leaders;

    /**
     * Makes a wait.
     *
     * @param awaited state of the call in which something must happen; this call or an earlier one
     * @param check returns what is awaited, or null
     * @param leaders who is awaited, if those are not members of this process
     */
    CheckedWait(LocalSync sync, CallState awaited, Supplier<@Nullable T> check, @Nullable OtherLeaders leaders) {
        super(sync, awaited);
        this.check = check;
        this.leaders = leaders;
    }

    @Override
    public @Nullable T fastCheck() {
        return check.get();
    }

    @Override
    void throwIfAbsent() {
        if (leaders != null) {
            leaders.throwIfAbsent();
        } else {
            super.throwIfAbsent();
        }
    }

    @Override
    protected boolean isForOthers() {
        return leaders != null;
    }

    @Override
    protected void goingToSleep() {
        if (leaders != null) {
            leaders.setAsleep(true);
        }
    }

    @Override
    protected void awake() {
        if (leaders != null) {
            leaders.setAsleep(false);
        }
    }
}
