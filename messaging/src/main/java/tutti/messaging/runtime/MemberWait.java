package tutti.messaging.runtime;

import org.jspecify.annotations.Nullable;
import tutti.messaging.MemberFailedException;
import tutti.messaging.match.Message;
import tutti.messaging.progress.WaitMonitor;
import tutti.messaging.progress.WaitQueue;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.TuttiException;

/**
 * One wait of a member, in the middle of a call, for something that members do in memory.
 *
 * <p>Used by the waiting thread alone.
 *
 * @param <T> what the member gets
 */
final class MemberWait<T> implements WaitQueue.Awaited<T> {
    private final Member member;
    private final Receiver receiver;
    private final CallContext call;
    private final int callContext;
    private final CallSignature label;
    private final MemberWaitQueue.Awaited<T> awaited;
    private @Nullable WaitMonitor monitor; // made when the thread is about to park

    MemberWait(
            Member member,
            Receiver receiver,
            CallContext call,
            int callContext,
            CallSignature label,
            MemberWaitQueue.Awaited<T> awaited) {
        this.member = member;
        this.receiver = receiver;
        this.call = call;
        this.callContext = callContext;
        this.label = label;
        this.awaited = awaited;
    }

    @Override
    public @Nullable T glance() {
        return awaited.glance();
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
            // those who end because of the first failure leave, which is none of its own
            throw first == null || first.rank() == e.rank() ? e : first.again();
        }
        member.throwIfEnded();
        Message other = receiver.conflictWith(callContext, label);
        if (other != null) {
            throw awaited.conflict(other);
        }
        return null;
    }

    private WaitMonitor monitor() {
        WaitMonitor made = monitor;
        if (made == null) {
            made = MemberWaitMonitor.of(member, call, label, awaited);
            monitor = made;
        }
        return made;
    }

    @Override
    public String what() {
        return monitor().what();
    }

    /** Tells others that the thread sleeps if they must wake it. */
    @Override
    public long patrol(long waitedNanos) {
        if (awaited.isForOthers()) {
            awaited.goingToSleep();
        }
        return monitor().patrol(waitedNanos);
    }

    @Override
    public boolean isPrecise() {
        return call.limit() != null;
    }

    @Override
    public TuttiException expired() {
        return monitor().expired();
    }

    @Override
    public boolean isTimed() {
        return call.record() != null;
    }

    @Override
    public void waited(long nanos) {
        monitor().waited(nanos);
    }

    @Override
    public void over() {
        if (awaited.isForOthers()) {
            awaited.awake();
        }
        monitor().over();
    }
}
