package mpi;

import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.MemberGroup;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.Groups;
import tutti.mpi.MpiFailure;

/** An ordered set of processes. All its methods are local. */
public final class Group implements Freeable {
    private final @Nullable MemberGroup members; // null for GROUP_EMPTY, which is there before there are ranks
    private volatile boolean freed;

    Group(@Nullable MemberGroup members) {
        this.members = members;
    }

    private MemberGroup members() throws MPIException {
        if (freed) {
            throw new MpiFailure(ErrorClass.GROUP, "group was freed");
        }
        return members == null ? world().members().include(new int[0]) : members;
    }

    /** Returns the processes of a group that a program has passed. */
    static MemberGroup membersOf(@Nullable Group group) throws MPIException {
        return Given.of(group, ErrorClass.GROUP, "the group; pass one such as MPI.GROUP_EMPTY")
                .members();
    }

    private static Communicator world() throws MPIException {
        return State.current().world().local();
    }

    /** Returns the number of processes. */
    public int getSize() throws MPIException {
        return State.call("Group.getSize", () -> members().size());
    }

    /** Returns the caller's rank in the group, or {@code MPI.UNDEFINED}. */
    public int getRank() throws MPIException {
        return State.call("Group.getRank", () -> rankOrUndefined(world().rankIn(members())));
    }

    private static int rankOrUndefined(int rank) {
        return rank == MemberGroup.NO_RANK ? MPI.UNDEFINED : rank;
    }

    @Override
    public void free() throws MPIException {
        State.run("Group.free", () -> {
            members();
            freed = members != null;
        });
    }

    /** Returns whether it was freed. */
    public boolean isNull() {
        return freed;
    }

    /**
     * Returns the ranks in the second group of processes that have some ranks in the first; {@code MPI.UNDEFINED} for
     * those that are not there.
     */
    public static int[] translateRanks(Group group1, int[] ranks1, Group group2) throws MPIException {
        return State.call(
                "Group.translateRanks",
                () -> Groups.translate(membersOf(group1), ranks1, membersOf(group2), MPI.PROC_NULL, MPI.UNDEFINED));
    }

    /**
     * Returns {@code MPI.IDENT} for the same processes in the same order, {@code MPI.SIMILAR} for the same ones, else
     * {@code MPI.UNEQUAL}.
     */
    public static int compare(Group group1, Group group2) throws MPIException {
        return State.call("Group.compare", () -> compare(membersOf(group1), membersOf(group2)));
    }

    static int compare(MemberGroup first, MemberGroup second) {
        if (first.equals(second)) {
            return MPI.IDENT;
        }
        return first.isSimilar(second) ? MPI.SIMILAR : MPI.UNEQUAL;
    }

    /** Returns the processes of the first group, then those of the second that are not in the first. */
    public static Group union(Group group1, Group group2) throws MPIException {
        return State.call("Group.union", () -> new Group(membersOf(group1).union(membersOf(group2))));
    }

    /** Returns the processes that are in both, in the order of the first. */
    public static Group intersection(Group group1, Group group2) throws MPIException {
        return State.call(
                "Group.intersection", () -> new Group(membersOf(group1).intersection(membersOf(group2))));
    }

    /** Returns the processes of the first group that are not in the second. */
    public static Group difference(Group group1, Group group2) throws MPIException {
        return State.call("Group.difference", () -> new Group(membersOf(group1).difference(membersOf(group2))));
    }

    /** Returns the processes with some ranks, in that order. */
    public Group incl(int[] ranks) throws MPIException {
        return chosen("Group.incl", members -> Groups.include(members, ranks));
    }

    /** Returns the processes without those that have some ranks. */
    public Group excl(int[] ranks) throws MPIException {
        return chosen("Group.excl", members -> Groups.exclude(members, ranks));
    }

    /** Returns the processes in ranges of ranks: first, last, stride. */
    public Group rangeIncl(int[][] ranges) throws MPIException {
        return chosen("Group.rangeIncl", members -> Groups.includeRanges(members, ranges));
    }

    /** Returns the processes without those in ranges of ranks: first, last, stride. */
    public Group rangeExcl(int[][] ranges) throws MPIException {
        return chosen("Group.rangeExcl", members -> Groups.excludeRanges(members, ranges));
    }

    private interface Choice {
        MemberGroup of(MemberGroup members);
    }

    private Group chosen(String call, Choice choice) throws MPIException {
        return State.call(call, () -> new Group(choice.of(members())));
    }
}
