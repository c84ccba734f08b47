package mpi;

import org.jspecify.annotations.Nullable;
import tutti.group.Communicator;
import tutti.group.MemberGroup;
import tutti.mpi.ErrorClass;
import tutti.mpi.Given;
import tutti.mpi.Groups;
import tutti.mpi.MpiFailure;

/** An ordered set of processes. All its methods are local. */
public class Group {
    /** A number of MPJ Express', which no method takes; the group without ranks is {@link MPI#GROUP_EMPTY}. */
    public static final int EMPTY = 3;

    private final @Nullable MemberGroup members; // null for those that are there before there are ranks
    private volatile boolean freed;

    Group(@Nullable MemberGroup members, boolean freed) {
        this.members = members;
        this.freed = freed;
    }

    Group(MemberGroup members) {
        this(members, false);
    }

    MemberGroup members() {
        if (freed) {
            throw new MpiFailure(ErrorClass.GROUP, "group is null: it was freed, or is MPI.GROUP_NULL");
        }
        return members == null ? world().members().include(new int[0]) : members;
    }

    private static Communicator world() {
        return State.current().world().local();
    }

    /** Returns the number of processes. */
    public int Size() throws MPIException {
        return State.call("Group.Size", () -> members().size());
    }

    /** Returns the caller's rank in the group, or {@code MPI.UNDEFINED}. */
    public int Rank() throws MPIException {
        return State.call("Group.Rank", () -> {
            int rank = world().rankIn(members());
            return rank == MemberGroup.NO_RANK ? MPI.UNDEFINED : rank;
        });
    }

    /** Allows no further use. */
    public void free() throws MPIException {
        State.call("Group.free", this::members);
        freed = members != null;
    }

    /**
     * Returns the ranks in the second group of processes that have some ranks in the first; {@code MPI.UNDEFINED} for
     * those that are not there.
     */
    public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2) throws MPIException {
        return State.call(
                "Group.Translate_ranks",
                () -> Groups.translate(
                        given(group1).members(), ranks1, given(group2).members(), MPI.PROC_NULL, MPI.UNDEFINED));
    }

    /**
     * Returns {@code MPI.IDENT} for the same processes in the same order, {@code MPI.SIMILAR} for the same ones, else
     * {@code MPI.UNEQUAL}.
     */
    public static int Compare(Group group1, Group group2) throws MPIException {
        return State.call(
                "Group.Compare",
                () -> compare(given(group1).members(), given(group2).members()));
    }

    static int compare(MemberGroup first, MemberGroup second) {
        if (first.equals(second)) {
            return MPI.IDENT;
        }
        return first.isSimilar(second) ? MPI.SIMILAR : MPI.UNEQUAL;
    }

    /** Returns the processes of the first group, then those of the second that are not in the first. */
    public static Group Union(Group group1, Group group2) throws MPIException {
        return State.call(
                "Group.Union",
                () -> new Group(given(group1).members().union(given(group2).members())));
    }

    /** Returns the processes that are in both, in the order of the first. */
    public static Group Intersection(Group group1, Group group2) throws MPIException {
        return State.call(
                "Group.Intersection",
                () -> new Group(
                        given(group1).members().intersection(given(group2).members())));
    }

    /** Returns the processes of the first group that are not in the second. */
    public static Group Difference(Group group1, Group group2) throws MPIException {
        return State.call(
                "Group.Difference",
                () -> new Group(given(group1).members().difference(given(group2).members())));
    }

    /** Returns the processes with some ranks, in that order. */
    public Group Incl(int[] ranks) throws MPIException {
        return State.call("Group.Incl", () -> new Group(Groups.include(members(), ranks)));
    }

    /** Returns the processes without those that have some ranks. */
    public Group Excl(int[] ranks) throws MPIException {
        return State.call("Group.Excl", () -> new Group(Groups.exclude(members(), ranks)));
    }

    /** Returns the processes in ranges of ranks: first, last, stride. */
    public Group Range_incl(int[][] ranges) throws MPIException {
        return State.call("Group.Range_incl", () -> new Group(Groups.includeRanges(members(), ranges)));
    }

    /** Returns the processes without those in ranges of ranks: first, last, stride. */
    public Group Range_excl(int[][] ranges) throws MPIException {
        return State.call("Group.Range_excl", () -> new Group(Groups.excludeRanges(members(), ranges)));
    }

    /** Returns a group that a program has passed. */
    static Group given(@Nullable Group group) {
        return Given.of(group, ErrorClass.GROUP, "the group; pass one such as MPI.GROUP_EMPTY");
    }
}
