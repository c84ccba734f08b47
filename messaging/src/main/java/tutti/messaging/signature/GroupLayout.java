package tutti.messaging.signature;

import java.util.BitSet;
import java.util.List;

/**
 * Which process hosts each rank of a group.
 *
 * @param group identity of the group, never used twice in a job
 * @param name name of the group, for messages to people
 * @param processes the process of each rank, in rank order
 * @param failsAsWhole whether the failure of one member breaks the group for all of them
 */
public record GroupLayout(long group, String name, List<Integer> processes, boolean failsAsWhole) {

    /** Identity of the group of all processes; groups of members count from 1. */
    public static final long JOB = 0;

    /** Returns whether messages of a group are between members, not between processes. */
    public static boolean isOfMembers(long group) {
        return group != JOB;
    }

    /** Returns whether its members are the processes of the job, of which only services receive. */
    public boolean isOfServices() {
        return !isOfMembers(group);
    }

    /** Takes a copy of the list. */
    public GroupLayout {
        processes = List.copyOf(processes);
    }

    /** Returns the number of members. */
    public int size() {
        return processes.size();
    }

    /** Returns whether a number is the rank of a member. */
    public boolean has(int rank) {
        return rank >= 0 && rank < size();
    }

    /** Returns the process that hosts a rank. */
    public int processOf(int rank) {
        return processes.get(rank);
    }

    /** Returns the processes that host at least one member. */
    public BitSet hosts() {
        BitSet hosts = new BitSet();
        processes.forEach(hosts::set);
        return hosts;
    }

    /** Returns the lowest rank of each process that hosts at least one member, ascending. */
    public int[] leaders() {
        BitSet seen = new BitSet();
        BitSet leaders = new BitSet();
        for (int rank = 0; rank < size(); rank++) {
            if (!seen.get(processOf(rank))) {
                seen.set(processOf(rank));
                leaders.set(rank);
            }
        }
        return leaders.stream().toArray();
    }

    /** Returns the lowest rank that a process hosts, or another one if it hosts none. */
    public int lowestAt(int process, int otherwise) {
        int lowest = ranksAt(process).nextSetBit(0);
        return lowest < 0 ? otherwise : lowest;
    }

    /** Returns the ranks that a process hosts. */
    public BitSet ranksAt(int process) {
        BitSet ranks = new BitSet();
        for (int rank = 0; rank < size(); rank++) {
            if (processOf(rank) == process) {
                ranks.set(rank);
            }
        }
        return ranks;
    }
}
