package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.shrink.ShrinkableMembers;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.ProcessRuntime;

/** The members of a process, as shrinks need them. Thread-safe. */
record ShrinkingMembers(MemberHandles handles, GroupCreation creation, ProcessRuntime runtime)
        implements ShrinkableMembers<ColGroup> {

    @Override
    public @Nullable Endpoint endpoint(long handle, long groupId) {
        ColMember member = handles.get(handle);
        ColGroup group = member == null ? null : member.groupOf(handles, groupId);
        return member == null || group == null
                ? null
                : group.communicator(member).endpoint();
    }

    @Override
    public OpenGroup open(GroupDescription description) {
        return creation.open(description);
    }

    @Override
    public boolean hasEnded(int process) {
        return runtime.hasEnded(process);
    }
}
