package tutti.examples.asp;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;
import tutti.group.ColGroup;
import tutti.group.ColMember;

/** One member of the all-pairs shortest paths program (Figure 1 of the paper). */
final class Asp extends ColMember {
    private static final int[] ELSEWHERE = {};

    private final Supplier<@Nullable Problem> input; // asked at rank 0 only
    private final boolean keepTable;

    private int n, rank;
    private Partition rows = new Partition(0, 1); // which rank holds which rows
    private int first, last; // this member's: first <= row < last
    private int[][] tab = {}; // the distance table: n rows, of which this member keeps its own
    private @Nullable Solution solution;

    /**
     * Creates a member.
     *
     * @param input gives rank 0 the problem, or null if there is none to be had
     * @param keepTable whether rank 0 shall hold the whole table at the end
     */
    Asp(Supplier<@Nullable Problem> input, boolean keepTable) {
        this.input = input;
        this.keepTable = keepTable;
    }

    @Override
    public void run() {
        ColGroup group = group();
        rank = group.rank(this);

        Problem problem = broadcast(group, rank == 0 ? input.get() : null, 0);
        if (problem == null) {
            return;
        }
        n = problem.size();
        rows = new Partition(n, group.size());
        first = rows.offset(rank);
        last = rows.offset(rank + 1);
        tab = problem.table(first, last);

        barrier(group);
        long start = System.nanoTime();
        doAsp(group);
        Summary mine = Summary.of(tab, first, last, System.nanoTime() - start);

        Summary summary = reduce(group, mine, Summary::merge, 0);
        List<int[][]> blocks = keepTable ? gather(group, Arrays.copyOfRange(tab, first, last), 0) : null;
        if (summary != null) { // at rank 0
            solution = new Solution(problem, summary, blocks);
        }
    }

    private void doAsp(ColGroup group) {
        try (Progress progress = rank == 0 ? Progress.onConsole(n) : Progress.none()) {
            for (int k = 0; k < n; k++) {
                tab[k] = broadcast(group, tab[k], rows.owner(k)); // send row k to all members

                for (int i = first; i < last; i++) {
                    Floyd.relax(tab[i], k, tab[k]);
                }

                if (rows.owner(k) != rank) {
                    tab[k] = ELSEWHERE; // used up: the table stays spread over the members
                }
                progress.step(k + 1);
            }
        }
    }

    /** Returns what rank 0 found; null at the others, and where there was no problem to solve. */
    @Nullable
    Solution solution() {
        return solution;
    }
}
