package tutti.group;

import java.util.Map;
import tutti.group.shrink.ProposedGroup;
import tutti.messaging.runtime.Endpoint;

/**
 * A group whose mailboxes are open in this process, and which its members do not use yet.
 *
 * @param endpoints of all members that the group has in this process, by rank
 * @param members those that have not left or failed
 */
record OpenGroup(ColGroup group, Map<Integer, Endpoint> endpoints, Map<Integer, ColMember> members)
        implements ProposedGroup<ColGroup> {

    /** Makes the group known to its members; returns false if one of them has left. */
    boolean join() {
        boolean complete = members.size() == endpoints.size();
        for (ColMember member : members.values()) {
            complete &= member.joined(group);
        }
        return complete;
    }

    @Override
    public void joinOrLeave() {
        endpoints.forEach((rank, endpoint) -> {
            ColMember member = members.get(rank);
            if (member == null || !member.joined(group)) {
                endpoint.leave();
            }
        });
    }

    @Override
    public void abandon(String why) {
        endpoints.values().forEach(endpoint -> {
            endpoint.fail(new IllegalStateException(why));
            endpoint.leave();
        });
    }
}
