package tutti.group;

import org.jspecify.annotations.Nullable;
import tutti.group.proto.GroupDescription;
import tutti.group.shrink.ShrinkableMembers;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.ProcessRuntime;

/** The members of a process, as shrinks need them. Thread-safe. */
record ShrinkingMembers(MemberHandles handles, GroupCreation creation, ProcessRuntime runtime, GrownGroups grown)
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

    @Override
    public boolean hasGrown(GroupDescription group) {
        return grown.hasGrown(group.getId());
    }

    @Override
    public boolean sealGrowth(GroupDescription group) {
        return grown.seal(group);
    }

    @Override
    public void resolveGrowth(GroupDescription group, boolean hasGrown) {
        grown.resolve(group, hasGrown);
    }
}
