package tutti.examples.leq;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.DividableArray;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.examples.support.FixedPointSum;
import tutti.examples.support.Progress;
import tutti.examples.support.Solver;
import tutti.examples.support.TimedMember;
import tutti.examples.support.Times;
import tutti.group.ColGroup;
import tutti.serialization.DirectBuffer;

/** One member of the linear equation solver (the paper, section 4.2). */
final class Leq extends TimedMember implements Solver<LeqSolution> {
    private final Supplier<@Nullable Equations> input; // asked at rank 0 only
    private final Criterion criterion;
    private final boolean buffers;

    private int rank;
    private double[] x = {}; // the whole solution, at every member
    private int phases;
    private double change = Double.POSITIVE_INFINITY;
    private double before = Double.POSITIVE_INFINITY;
    private boolean idle;
    private @Nullable LeqSolution solution;

    /**
     * Creates a member.
     *
     * @param input gives rank 0 the equations, or null if there are none to be had
     * @param buffers whether arrays are exchanged in place instead of as objects
     */
    Leq(Supplier<@Nullable Equations> input, Criterion criterion, boolean buffers) {
        this.input = input;
        this.criterion = criterion;
        this.buffers = buffers;
    }

    @Override
    public void run() {
        ColGroup group = group();
        rank = group.rank(this);
        Equations equations = rank == 0 ? input.get() : null;
        idle = broadcast(group, equations == null, 0); // communication (objects) (buffers)
        if (idle) {
            return;
        }
        Equations block = scatter(group, equations, 0); // communication (objects) (buffers)
        x = new double[block.size()];

        barrier(group); // communication (objects) (buffers)
        long start = System.nanoTime();
        long outside = communicationNanos();
        solve(group, new Jacobi(block));
        Times mine = Times.of(System.nanoTime() - start, communicationNanos() - outside);

        Times times = reduce(group, mine, Times::merge, 0); // communication (objects) (buffers)
        if (equations != null && times != null) { // at rank 0
            solution = new LeqSolution(equations, Arrays.stream(x).boxed().toList(), phases, change, before, times);
        }
    }

    private void solve(ColGroup group, Jacobi jacobi) {
        Partition rows = new Partition(x.length, group.size());
        try (Progress progress = rank == 0 ? Progress.onConsole("leq", "phases", -1) : Progress.none()) {
            do {
                long[] sum = new long[FixedPointSum.LENGTH];
                double[] mine = jacobi.improve(x, sum);
                if (buffers) {
                    allGather(
                            group,
                            DirectBuffer.of(mine),
                            DirectBuffer.of(x),
                            Blocks.of(rows)); // communication (buffers)
                    allReduce(group, DirectBuffer.of(sum), Reductions.sum()); // communication (buffers)
                } else {
                    allGather(group, DividableArray.of(x), mine); // communication (objects)
                    sum = allReduce(group, sum, Reductions.sum()); // communication (objects)
                }
                before = change;
                change = FixedPointSum.isUnbounded(sum) ? Double.POSITIVE_INFINITY : FixedPointSum.value(sum);
                progress.step(++phases);
            } while (!criterion.isMet(change, phases));
        }
    }

    @Override
    public boolean isIdle() {
        return idle;
    }

    @Override
    public @Nullable LeqSolution solution() {
        return solution;
    }
}
