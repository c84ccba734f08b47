package tutti.examples.asp;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;
import tutti.examples.support.Progress;
import tutti.examples.support.Solver;
import tutti.examples.support.TimedMember;
import tutti.examples.support.Times;
import tutti.group.ColGroup;
import tutti.serialization.DirectBuffer;

/** One member of the all-pairs shortest paths program (Figure 1 of the paper). */
final class Asp extends TimedMember implements Solver<AspSolution> {
    private static final int[] ELSEWHERE = {};

    private final Supplier<@Nullable Problem> input; // asked at rank 0 only
    private final boolean keepTable;
    private final boolean buffers;

    private int n, rank;
    private Partition rows = new Partition(0, 1); // which rank holds which rows
    private int first, last; // this member's: first <= row < last
    private int[][] tab = {}; // the distance table: n rows, of which this member keeps its own
    private boolean idle;
    private @Nullable AspSolution solution;

    /**
     * Creates a member.
     *
     * @param input gives rank 0 the problem, or null if there is none to be had
     * @param keepTable whether rank 0 shall hold the whole table at the end
     * @param buffers whether rows are broadcast in place instead of as objects
     */
    Asp(Supplier<@Nullable Problem> input, boolean keepTable, boolean buffers) {
        this.input = input;
        this.keepTable = keepTable;
        this.buffers = buffers;
    }

    @Override
    public void run() {
        ColGroup group = group();
        rank = group.rank(this);

        Problem problem = broadcast(group, rank == 0 ? input.get() : null, 0); // communication (objects) (buffers)
        if (problem == null) {
            idle = true;
            return;
        }
        n = problem.size();
        rows = new Partition(n, group.size());
        first = rows.offset(rank);
        last = rows.offset(rank + 1);
        tab = problem.table(first, last);

        barrier(group); // communication (objects) (buffers)
        long start = System.nanoTime();
        long before = communicationNanos();
        doAsp(group);
        Times times = Times.of(System.nanoTime() - start, communicationNanos() - before);

        Summary summary = reduce(
                group, Summary.of(tab, first, last, times), Summary::merge, 0); // communication (objects) (buffers)
        List<int[][]> blocks = keepTable
                ? gather(group, Arrays.copyOfRange(tab, first, last), 0)
                : null; // communication (objects) (buffers)
        if (summary != null) { // at rank 0
            solution = new AspSolution(problem, summary, blocks);
        }
    }

    private void doAsp(ColGroup group) {
        try (Progress progress = rank == 0 ? Progress.onConsole("asp", "rows", n) : Progress.none()) {
            for (int k = 0; k < n; k++) {
                if (buffers) {
                    tab[k] = rows.owner(k) == rank ? tab[k] : new int[n]; // communication (buffers)
                    broadcast(group, DirectBuffer.of(tab[k]), rows.owner(k)); // communication (buffers)
                } else {
                    tab[k] = broadcast(group, tab[k], rows.owner(k)); // communication (objects)
                }

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

    @Override
    public boolean isIdle() {
        return idle;
    }

    @Override
    public @Nullable AspSolution solution() {
        return solution;
    }
}
