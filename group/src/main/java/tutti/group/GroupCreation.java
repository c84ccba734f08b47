package tutti.group;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tutti.group.GroupException.Reason;
import tutti.group.launch.JobArguments;
import tutti.group.member.MemberHost;
import tutti.group.proto.AddMember;
import tutti.group.proto.CopyGroup;
import tutti.group.proto.DeleteMember;
import tutti.group.proto.GetGroup;
import tutti.group.proto.GroupDescription;
import tutti.group.proto.MemberReference;
import tutti.group.proto.Request;
import tutti.group.registry.GroupDescriptions;
import tutti.group.registry.RefusedException;
import tutti.group.registry.RefusedException.Why;
import tutti.group.registry.RegistryClient;
import tutti.messaging.MemberFailedException;
import tutti.messaging.runtime.Endpoint;
import tutti.messaging.runtime.ProcessRuntime;
import tutti.messaging.signature.GroupLayout;

/**
 * How a process builds groups with the others: asks the registry, and opens the mailboxes of its own members.
 *
 * <p>Thread-safe. Refusals reach the caller as {@link GroupException}s.
 */
final class GroupCreation {
    private final ProcessRuntime runtime;
    private final JobArguments arguments;
    private final MemberHandles handles;
    private final ActiveGroups groups = new ActiveGroups();
    private final RegistryClient registry;

    /** Starts to listen to the registry. */
    GroupCreation(ProcessRuntime runtime, JobArguments arguments, MemberHandles handles) {
        this.runtime = runtime;
        this.arguments = arguments;
        this.handles = handles;
        registry = RegistryClient.start(runtime.jobEndpoint(), arguments.timeout(), this::prepare, groups::delete);
    }

    /** Adds members to an inactive group; the only one may have a rank. */
    void add(
            MemberHost<ColMember, ColGroup> host,
            String groupName,
            List<? extends ColMember> added,
            @Nullable Integer rank) {
        AddMember.Builder request = AddMember.newBuilder().setGroup(checked(groupName));
        if (rank != null) {
            request.setRank(rank);
        }
        for (ColMember member : added) {
            Arguments.given("member", member).addedBy(handles, host);
            request.addMembers(reference(handles.of(member)));
        }
        if (request.getMembersCount() > 0) {
            ask(Request.newBuilder().setAddMember(request));
        }
    }

    /** Takes a member out of an inactive group. */
    void delete(String groupName, ColMember member) {
        Long handle = handles.find(member);
        if (handle == null) {
            throw new GroupException(
                    Reason.NOT_A_MEMBER,
                    "no such member in the group: group=%s member=%s".formatted(groupName, member));
        }
        ask(Request.newBuilder()
                .setDeleteMember(
                        DeleteMember.newBuilder().setGroup(checked(groupName)).setMember(reference(handle))));
    }

    /** Makes an inactive copy of a group. */
    void copy(String destination, String source) {
        ask(Request.newBuilder()
                .setCopyGroup(CopyGroup.newBuilder()
                        .setDestination(checked(destination))
                        .setSource(checked(source))));
    }

    /** Frees a group's name. */
    void deleteGroup(String groupName) {
        ask(Request.newBuilder().setDeleteGroup(checked(groupName)));
    }

    /**
     * Waits until a group has so many members, and all processes that host one are ready for its messages.
     *
     * @param fromEveryProcess whether each process of the job adds a member, so that the wait ends if one is lost
     */
    ColGroup activate(String groupName, int size, boolean fromEveryProcess, Duration timeout) {
        if (size < 1) {
            throw new IllegalArgumentException(
                    "a group has at least one member: numberOfMembers=%d group=%s".formatted(size, groupName));
        }
        GetGroup.Builder wanted = GetGroup.newBuilder()
                .setGroup(checked(groupName))
                .setSize(size)
                .setFromEveryProcess(fromEveryProcess)
                .setTimeoutNanos(TimeUnit.NANOSECONDS.convert(timeout));
        return groups.ask(() -> activate(wanted, timeout));
    }

    private GroupDescription activate(GetGroup.Builder wanted, Duration timeout) {
        try {
            return registry.ask(Request.newBuilder().setGetGroup(wanted), timeout);
        } catch (RefusedException e) {
            throw GroupException.of(e);
        } catch (MemberFailedException e) {
            GroupDescription prepared = groups.named(wanted.getGroup());
            if (e.rank() >= 0 || prepared == null) {
                throw e;
            }
            throw runtime.jobEndpoint()
                    .texts()
                    .lossOf(
                            e.process(),
                            GroupDescriptions.ranksAt(prepared, e.process()).nextSetBit(0),
                            String.valueOf(e.getMessage()));
        }
    }

    /** Waits until all processes want to end, or are lost; returns at once if process 0 is gone. */
    void awaitEndOfAll() {
        try {
            registry.askWithoutLimit(Request.newBuilder().setLeave(true));
        } catch (RefusedException | MemberFailedException e) {
            // process 0 is gone already, so there is no process to wait for
        }
    }

    /** A member of this process has left its groups. */
    void memberLeft() {
        groups.memberLeft();
    }

    private void ask(Request.Builder request) {
        try {
            registry.ask(request);
        } catch (RefusedException e) {
            throw GroupException.of(e);
        }
    }

    private MemberReference reference(long handle) {
        return MemberReference.newBuilder()
                .setProcess(runtime.process())
                .setHandle(handle)
                .build();
    }

    /** Opens the mailboxes of this process' members of a group, before others can send to them. */
    private void prepare(GroupDescription description) {
        OpenGroup group = open(description);
        if (!group.join()) {
            throw new RefusedException(
                    Why.NOT_A_MEMBER,
                    "a member has left before the group was active: group=%s %s; delete it from the group first"
                            .formatted(description.getName(), runtime.peer(runtime.process())));
        }
        groups.add(group.group());
    }

    /** Opens the mailboxes of this process' members of a group. */
    OpenGroup open(GroupDescription description) {
        List<MemberReference> ranked = description.getMembersList();
        GroupLayout layout = new GroupLayout(
                description.getId(),
                description.getName(),
                ranked.stream().map(MemberReference::getProcess).toList(),
                true);
        Map<Integer, Endpoint> endpoints = runtime.open(layout);
        Map<ColMember, Endpoint> endpointOf = new HashMap<>();
        Map<Integer, ColMember> here = new HashMap<>();
        endpoints.forEach((rank, endpoint) -> {
            ColMember member = handles.get(ranked.get(rank).getHandle());
            if (member != null) {
                endpointOf.put(member, endpoint);
                here.put(rank, member);
            }
        });
        return new OpenGroup(new ColGroup(description, endpointOf, arguments, handles), endpoints, here);
    }

    private static String checked(@Nullable String groupName) {
        if (groupName == null || groupName.isBlank()) {
            throw new IllegalArgumentException("a group's name must not be blank: name=" + groupName);
        }
        return groupName;
    }
}
