package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.Message;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.signature.CallSignature;

/**
 * One wait of a member, in the middle of a call, for something that members do in memory.
 *
 * <p>Used by the waiting thread alone.
 *
 * @param <T> what the member gets
 */
final class MemberWait<T> extends MonitoredWait<T> {
    private final Member member;
    private final int callContext;
    private final CallSignature label;
    private final MemberWaitQueue.WaitCondition<T> awaited;

    MemberWait(
            Member member,
            CallContext call,
            int callContext,
            CallSignature label,
            MemberWaitQueue.WaitCondition<T> awaited) {
        super(call);
        this.member = member;
        this.callContext = callContext;
        this.label = label;
        this.awaited = awaited;
    }

    @Override
    public @Nullable T fastCheck() {
        return awaited.fastCheck();
    }

    @Override
    public @Nullable T look() {
        try {
            T value = awaited.look(); // first, because it knows best why it will never come
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
            throw awaited.conflict(other);
        }
        return null;
    }

    @Override
    WaitMonitor newMonitor() {
        return MemberWaitMonitor.of(member, call(), label, awaited);
    }

    /** Tells others that the thread sleeps if they must wake it. */
    @Override
    public long tick(long waitedNanos) {
        if (awaited.isForOthers()) {
            awaited.goingToSleep();
        }
        return super.tick(waitedNanos);
    }

    @Override
    public void over() {
        if (awaited.isForOthers()) {
            awaited.awake();
        }
        super.over();
    }
}
