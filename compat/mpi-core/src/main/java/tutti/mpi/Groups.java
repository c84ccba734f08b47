package tutti.mpi;

import java.util.function.Supplier;
import tutti.group.MemberGroup;

/** MPI's operations on groups of ranks, with its errors. */
public final class Groups {
    private Groups() {}

    /** Returns the members with some ranks, in that order. */
    public static MemberGroup include(MemberGroup group, int[] ranks) {
        Given.ranks(ranks, group.size());
        return checked(() -> group.include(ranks));
    }

    /** Returns the members without those that have some ranks. */
    public static MemberGroup exclude(MemberGroup group, int[] ranks) {
        Given.ranks(ranks, group.size());
        return checked(() -> group.exclude(ranks));
    }

    /** Returns the members in ranges of ranks: first, last, stride. */
    public static MemberGroup includeRanges(MemberGroup group, int[][] triplets) {
        return checked(() -> group.include(ranges(triplets)));
    }

    /** Returns the members without those in ranges of ranks: first, last, stride. */
    public static MemberGroup excludeRanges(MemberGroup group, int[][] triplets) {
        return checked(() -> group.exclude(ranges(triplets)));
    }

    /**
     * Returns the ranks in the second group of members that have some ranks in the first.
     *
     * @param procNull stands for no process, in both groups
     * @param undefined stands for those that the second group has not
     */
    public static int[] translate(MemberGroup from, int[] ranks, MemberGroup to, int procNull, int undefined) {
        int[] translated = new int[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] == procNull) {
                translated[i] = procNull;
            } else {
                Given.rank(ranks[i], from.size(), ErrorClass.RANK, "rank");
                int rank = from.translate(new int[] {ranks[i]}, to)[0];
                translated[i] = rank == MemberGroup.NO_RANK ? undefined : rank;
            }
        }
        return translated;
    }

    private static MemberGroup checked(Supplier<MemberGroup> choice) {
        try {
            return choice.get();
        } catch (IllegalArgumentException e) {
            throw new MpiFailure(ErrorClass.RANK, String.valueOf(e.getMessage()));
        }
    }

    private static MemberGroup.Range[] ranges(int[][] triplets) {
        MemberGroup.Range[] ranges = new MemberGroup.Range[triplets.length];
        for (int i = 0; i < triplets.length; i++) {
            if (triplets[i].length != 3) {
                throw new MpiFailure(
                        ErrorClass.ARG,
                        "a range is first, last and stride: range=%d numbers=%d".formatted(i, triplets[i].length));
            }
            ranges[i] = new MemberGroup.Range(triplets[i][0], triplets[i][1], triplets[i][2]);
        }
        return ranges;
    }
}
