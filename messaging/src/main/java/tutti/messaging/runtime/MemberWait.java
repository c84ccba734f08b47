package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.Message;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.signature.CallSignature;

/**
 * One wait of a member, in the middle of a call, for something that members do in memory.
 *
 * <p>Used by the waiting thread alone; see {@link CallEndpoint#await}.
 *
 * @param <T> what the member gets
 */
public abstract class MemberWait<T> extends MonitoredWait<T> {
    private final Member member;
    private final int callContext;
    private final CallSignature label;

    /**
     * Prepares a wait.
     *
     * @param callContext context in which a message of another call would come
     * @param label of the call
     */
    protected MemberWait(CallEndpoint endpoint, int callContext, CallSignature label) {
        super(endpoint.context());
        member = endpoint.member();
        this.callContext = callContext;
        this.label = label;
    }

    /** Returns what is awaited, or null; cheap, called very often. */
    @Override
    public abstract @Nullable T fastCheck();

    /** Returns what is awaited, or null; throws if it will never come. */
    protected abstract @Nullable T check();

    /** Returns what to throw, because another member has sent a message of another call. */
    protected abstract RuntimeException conflict(Message other);

    /** Says for people what is awaited. */
    protected abstract String describe();

    @Override
    public final String what() {
        return "%s: here %s in %s"
                .formatted(
                        describe(),
                        member.describe(member.rank()),
                        member.state().texts().operation(WaitKind.CALL, awaitedRank(), label));
    }

    /** Returns whether members of other processes are awaited, so that those must be asked if it takes long. */
    protected boolean isForOthers() {
        return false;
    }

    /** Returns the rank of the member that ends the wait, for records; -1 if it may be any of several. */
    protected int awaitedRank() {
        return -1;
    }

    /** Returns the rank of the one member without which the wait cannot end; -1 if it is not known. */
    protected int neededRank() {
        return -1;
    }

    /**
     * The thread is about to sleep, and looks once more before: members of other processes must wake it from now on.
     */
    protected void goingToSleep() {}

    /** The thread sleeps no more. */
    protected void awake() {}

    final CallSignature label() {
        return label;
    }

    @Override
    public final @Nullable T look() {
        try {
            T value = check(); // first, because it knows best why it will never come
            if (value != null) {
                return value;
            }
        } catch (MemberFailedException e) {
            MemberFailedException first = member.state().broken();
            // members that end because of the first failure leave, which is none of its own
            throw first == null || first.rank() == e.rank() ? e : first.again();
        }
        member.throwIfEnded();
        Message other = member.conflictWith(callContext, label);
        if (other != null) {
            throw conflict(other);
        }
        return null;
    }

    @Override
    final WaitMonitor newMonitor() {
        return MemberWaitMonitor.of(member, call(), label, this::describe, isForOthers(), awaitedRank(), neededRank());
    }

    @Override
    public final long tick(long waitedNanos) {
        goingToSleep();
        return super.tick(waitedNanos);
    }

    @Override
    public final void over() {
        awake();
        super.over();
    }
}
