package tutti.group;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.group.growth.ConnectedGroups;
import tutti.group.growth.ConnectionRequest;
import tutti.group.growth.GrowingGroup;
import tutti.group.growth.GrowthException;
import tutti.group.growth.GrowthRequest;
import tutti.group.growth.LocalPort;
import tutti.group.growth.ProcessJoints;
import tutti.group.launch.ReturnedMembers;
import tutti.group.member.MemberHost;
import tutti.group.member.MemberThreads;
import tutti.group.proto.GroupDescription;
import tutti.group.registry.RefusedException;
import tutti.group.shrink.Shrinks;
import tutti.messaging.MemberFailedException;

/**
 * What the members of a process ask of it. Thread-safe.
 *
 * @param runner runs a member in the calling thread
 * @param variables what the process was told by its arguments, as variables of the environment
 * @param isGrown whether the job is one into which groups have grown, or that connects two
 * @param endJob leaves the job, which no member needs any more
 */
record ProcessMembers(
        MemberThreads<ColMember> threads,
        MemberHandles handles,
        Shrinks<ColGroup> shrinks,
        GroupCreation creation,
        DerivedGroups derived,
        ProcessJoints<ColMember, ColGroup> joints,
        GrownGroups grown,
        Consumer<Runnable> runner,
        Map<String, String> variables,
        boolean isGrown,
        Runnable endJob)
        implements MemberHost<ColMember, ColGroup> {

    @Override
    public void started(ColMember member, Thread thread) {
        if (ReturnedMembers.areWanted()) {
            ReturnedMembers.started(member.group().rank(member), member.group().size());
        }
        threads.started(member, thread);
    }

    @Override
    public void run(Runnable member) {
        runner.accept(member);
    }

    @Override
    public boolean failed(ColMember member, MemberFailedException failure) {
        return threads.failed(
                failure, member instanceof MemberThreads.PartOfRun ofRun ? ofRun.failures() : threads.ofStarted());
    }

    @Override
    public void ended(ColMember member) {
        if (ReturnedMembers.areWanted() && member.failure == null) {
            ReturnedMembers.returned(member.group().rank(member), member.group().size());
        }
        threads.ended(member);
    }

    @Override
    public void left(ColMember member, long groupId) {
        Long handle = handles.find(member);
        if (handle != null) {
            shrinks.left(handle, groupId);
        }
    }

    @Override
    public void done(ColMember member) {
        Long handle = handles.find(member);
        if (handle != null) {
            handles.remove(handle);
            shrinks.gone(handle);
            creation.memberLeft();
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
            ColGroup made = shrinks.shrink(group, rank, timeout);
            if (made == null) {
                return grown.larger(group.getId());
            }
            ColMember member = handles.get(group.getMembers(rank).getHandle());
            ColGroup old = member == null ? null : member.groupOf(handles, group.getId());
            if (member != null && old != null) {
                made.leftOf(old, member);
            }
            return made;
        } catch (RefusedException e) {
            throw GroupException.of(e);
        }
    }

    @Override
    public ColGroup grow(ColMember member, GrowingGroup group, GrowthRequest<ColGroup> request) {
        try {
            ColGroup larger = joints.growth().grow(member, group, request);
            larger.grownFrom(member.groupOf(handles, group.id()));
            shrinks.grown(group.id());
            return larger;
        } catch (GrowthException e) {
            throw GrowthFailures.translated(e);
        }
    }

    @Override
    public ConnectedGroups<ColGroup> connect(ColMember member, GrowingGroup group, ConnectionRequest request) {
        try {
            return joints.connections().connect(member, group, request);
        } catch (GrowthException e) {
            throw GrowthFailures.translated(e);
        }
    }

    @Override
    public LocalPort openPort() {
        return joints.ports().open();
    }

    @Override
    public String lookup(String portName) {
        try {
            return joints.ports().names().lookup(portName);
        } catch (GrowthException e) {
            throw GrowthFailures.translated(e);
        }
    }

    @Override
    public void disconnect(ColMember member) {
        boolean isIn = member.activeGroups().stream().anyMatch(group -> group.isOf(handles));
        if (isGrown && !isIn) {
            done(member);
            member.hosts.remove(handles);
            if (handles.present().isEmpty()) {
                endJob.run();
            }
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
