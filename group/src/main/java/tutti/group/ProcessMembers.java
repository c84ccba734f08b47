package tutti.group;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tutti.group.member.MemberHost;
import tutti.group.member.MemberThreads;
import tutti.group.proto.GroupDescription;
import tutti.group.registry.RefusedException;
import tutti.group.shrink.Shrinks;
import tutti.messaging.MemberFailedException;

/** What the members of a process ask of it. Thread-safe. */
record ProcessMembers(
        MemberThreads<ColMember> threads, MemberHandles handles, Shrinks<ColGroup> shrinks, DerivedGroups derived)
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
    public long newGroupId() {
        return derived.newId();
    }

    @Override
    public ColGroup derive(GroupDescription group) {
        return derived.take(group);
    }
}
