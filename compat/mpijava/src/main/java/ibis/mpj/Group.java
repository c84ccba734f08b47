package ibis.mpj;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Ranks in an order; null is a group without any. */
public class Group {
    private final mpi.Group ranks;

    /** Makes a group without ranks. */
    public Group() {
        this(mpi.MPI.GROUP_EMPTY);
    }

    Group(mpi.Group ranks) {
        this.ranks = ranks;
    }

    mpi.Group ranks() {
        return ranks;
    }

    private static mpi.Group of(@Nullable Group group) {
        return group == null ? mpi.MPI.GROUP_EMPTY : group.ranks;
    }

    private static @Nullable Group orNull(mpi.Group made) {
        return made.Size() == 0 ? null : new Group(made);
    }

    /** As {@link mpi.Group#Size}. */
    public int size() throws MPJException {
        return Calls.call(ranks::Size);
    }

    /** As {@link mpi.Group#Rank}. */
    public int rank() throws MPJException {
        return Calls.call(ranks::Rank);
    }

    /** Returns the ranks here of those that have some ranks in another group. */
    public int @Nullable [] translateRanks(@Nullable Group group1, int @Nullable [] ranks1) throws MPJException {
        if (ranks1 == null) {
            return null;
        }
        return Calls.call(() -> mpi.Group.Translate_ranks(of(group1), ranks1, ranks));
    }

    /** Returns {@code MPJ.IDENT}, {@code SIMILAR} or {@code UNEQUAL}. */
    public static int compare(@Nullable Group group1, @Nullable Group group2) throws MPJException {
        return MPJ.comparison(Calls.call(() -> mpi.Group.Compare(of(group1), of(group2))));
    }

    /** As {@link mpi.Group#Union}; null if there is no rank in it. */
    public static @Nullable Group union(@Nullable Group group1, @Nullable Group group2) throws MPJException {
        return Calls.<@Nullable Group>call(() -> orNull(mpi.Group.Union(of(group1), of(group2))));
    }

    /** As {@link mpi.Group#Intersection}. */
    public static @Nullable Group intersection(@Nullable Group group1, @Nullable Group group2) throws MPJException {
        if (group1 == null || group2 == null) {
            return null;
        }
        return Calls.<@Nullable Group>call(() -> new Group(mpi.Group.Intersection(group1.ranks, group2.ranks)));
    }

    /** As {@link mpi.Group#Difference}. */
    public static @Nullable Group difference(@Nullable Group group1, @Nullable Group group2) throws MPJException {
        if (group1 == null) {
            return null;
        }
        return Calls.<@Nullable Group>call(() -> new Group(mpi.Group.Difference(group1.ranks, of(group2))));
    }

    /** As {@link mpi.Group#Incl}. */
    public @Nullable Group incl(int @Nullable [] ranks) throws MPJException {
        return ranks == null ? null : Calls.<@Nullable Group>call(() -> new Group(this.ranks.Incl(ranks)));
    }

    /** As {@link mpi.Group#Excl}; null if there is no rank in it. */
    public @Nullable Group excl(int @Nullable [] ranks) throws MPJException {
        int[] without = Objects.requireNonNullElse(ranks, new int[0]);
        return Calls.<@Nullable Group>call(() -> orNull(this.ranks.Excl(without)));
    }

    /** As {@link mpi.Group#Range_incl}; null if there is no rank in it. */
    public @Nullable Group rangeIncl(int @Nullable [][] ranks) throws MPJException {
        return ranks == null ? null : Calls.<@Nullable Group>call(() -> orNull(this.ranks.Range_incl(ranks)));
    }

    /** As {@link mpi.Group#Range_excl}; null if there is no rank in it. */
    public @Nullable Group rangeExcl(int @Nullable [][] ranks) throws MPJException {
        int[][] without = Objects.requireNonNullElse(ranks, new int[0][]);
        return Calls.<@Nullable Group>call(() -> orNull(this.ranks.Range_excl(without)));
    }
}
