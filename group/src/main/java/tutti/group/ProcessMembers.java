package tutti.group;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.GrowingGroup;
import tutti.group.growth.GrowthException;
import tutti.group.growth.GrowthRequest;
import tutti.group.growth.ProcessGrowth;
import tutti.group.member.MemberHost;
import tutti.group.member.MemberThreads;
import tutti.group.proto.GroupDescription;
import tutti.group.registry.RefusedException;
import tutti.group.shrink.Shrinks;
import tutti.messaging.MemberFailedException;

/** What the members of a process ask of it. Thread-safe. */
record ProcessMembers(
        MemberThreads<ColMember> threads,
        MemberHandles handles,
        Shrinks<ColGroup> shrinks,
        DerivedGroups derived,
        ProcessGrowth<ColMember, ColGroup> growth,
        boolean isGrown)
        implements MemberHost<ColMember, ColGroup> {

    @Override
    public void started(ColMember member, Thread thread) {
        threads.started(member, thread);
    }

    @Override
    public boolean failed(MemberFailedException failure) {
        return threads.failed(failure);
    }

    @Override
    public void ended(ColMember member) {
        threads.ended(member);
    }

    @Override
    public void done(ColMember member) {
        Long handle = handles.find(member);
        if (handle != null) {
            handles.remove(handle);
            shrinks.gone(handle);
        }
    }

    @Override
    public void deserted(ColMember member) {
        Long handle = handles.find(member);
        if (handle != null) {
            shrinks.gone(handle);
        }
    }

    @Override
    public ColGroup shrink(GroupDescription group, int rank, @Nullable Duration timeout) {
        try {
            return shrinks.shrink(group, rank, timeout);
        } catch (RefusedException e) {
            throw GroupException.of(e);
        }
    }

    @Override
    public ColGroup grow(ColMember member, GrowingGroup group, GrowthRequest<ColGroup> request) {
        try {
            return growth.grow(member, group, request);
        } catch (GrowthException e) {
            String message = String.valueOf(e.getMessage());
            throw switch (e.why()) {
                case TIMED_OUT -> new GroupException(GroupException.Reason.TIMED_OUT, message);
                case NOT_AGREED -> new GroupException(GroupException.Reason.NOT_AGREED, message);
                case NOT_OPEN -> new IllegalStateException(message);
                case DIFFERENT_CALLS -> new IllegalArgumentException(message);
            };
        }
    }

    @Override
    public long newGroupId() {
        return derived.newId();
    }

    @Override
    public ColGroup derive(GroupDescription group) {
        return derived.take(group);
    }
}
