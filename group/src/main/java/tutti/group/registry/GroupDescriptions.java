package tutti.group.registry;

import java.util.BitSet;
import tutti.group.proto.GroupDescription;

/** What follows from a group's description. */
public final class GroupDescriptions {
    private GroupDescriptions() {}

    /** Returns the ranks of the members that a process hosts. */
    public static BitSet ranksAt(GroupDescription group, int process) {
        BitSet ranks = new BitSet();
        for (int rank = 0; rank < group.getMembersCount(); rank++) {
            ranks.set(rank, group.getMembers(rank).getProcess() == process);
        }
        return ranks;
    }

    /** Returns the processes that host members. */
    public static BitSet hosts(GroupDescription group) {
        BitSet hosts = new BitSet();
        group.getMembersList().forEach(member -> hosts.set(member.getProcess()));
        return hosts;
    }
}
