package tutti.examples.leq;

import java.io.Serializable;
import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;
import tutti.examples.rmi.RmiMember;
import tutti.examples.support.FixedPointSum;
import tutti.examples.support.Progress;
import tutti.examples.support.Solver;
import tutti.examples.support.Times;

/**
 * One member of the linear equation solver in plain Java RMI (the paper, section 4.2).
 *
 * <p>In each phase every member broadcasts its part of the solution and how much that has changed, in one object, along
 * a binary tree. Each puts the solution together, and adds up the changes.
 */
final class LeqRmi extends RmiMember<PartPeer> implements PartPeer, Solver<LeqSolution> {
    private final Supplier<@Nullable Equations> input; // asked at rank 0 only
    private final Criterion criterion;
    private final ExecutorService callers = callers();

    private double[] x = {}; // the whole solution, at every member
    private int phases;
    private double change = Double.POSITIVE_INFINITY;
    private double before = Double.POSITIVE_INFINITY;
    private boolean idle;
    private @Nullable LeqSolution solution;

    // of this phase and of the next, which another member may have begun; guarded by this
    private final @Nullable Part[][] arrived = new Part[2][];

    LeqRmi(Supplier<@Nullable Equations> input, Criterion criterion) {
        this.input = input;
        this.criterion = criterion;
    }

    @Override
    protected void work() throws RemoteException {
        synchronized (this) {
            arrived[0] = new Part[size()];
            arrived[1] = new Part[size()];
        }
        try (callers) {
            Equations block = (Equations) peer(0).input(rank());
            idle = block == null;
            if (block != null) {
                solve(block);
            }
        }
    }

    private void solve(Equations block) throws RemoteException {
        x = new double[block.size()];

        peer(0).barrier(); // communication (rmi)
        long start = System.nanoTime();
        long outside = communicationNanos();
        solve(new Jacobi(block));
        Times mine = Times.of(System.nanoTime() - start, communicationNanos() - outside);

        // communication (rmi) {
        peer(0).result(rank(), mine);
        if (rank() == 0) {
            Times times = awaitResults().stream()
                    .map(Times.class::cast)
                    .reduce(Times::merge)
                    .orElseThrow();
            // communication }
            solution = new LeqSolution(
                    Objects.requireNonNull(input.get()),
                    Arrays.stream(x).boxed().toList(),
                    phases,
                    change,
                    before,
                    times);
        }
    }

    private void solve(Jacobi jacobi) {
        try (Progress progress = rank() == 0 ? Progress.onConsole("leq", "phases", -1) : Progress.none()) {
            do {
                long[] sum = new long[FixedPointSum.LENGTH];
                double[] mine = jacobi.improve(x, sum);
                long start = System.nanoTime();
                sum = exchange(mine, sum); // communication (rmi)
                communicatedSince(start);
                before = change;
                change = FixedPointSum.isUnbounded(sum) ? Double.POSITIVE_INFINITY : FixedPointSum.value(sum);
                progress.step(++phases);
            } while (!criterion.isMet(change, phases));
        }
    }

    // communication (rmi) {
    /** Puts all members' parts into x, and returns the sum of the changes. */
    private long[] exchange(double[] mine, long[] myChange) {
        part(phases, rank(), new Part(mine, myChange));
        @Nullable Part[] slots = arrived[phases % 2];
        @Nullable Part[] parts;
        synchronized (this) {
            awaitUntil(() -> Arrays.stream(slots).allMatch(Objects::nonNull));
            parts = slots.clone();
            Arrays.fill(slots, null);
        }
        Partition rows = new Partition(x.length, size());
        long[] sum = new long[FixedPointSum.LENGTH];
        for (int from = 0; from < size(); from++) {
            Part part = Objects.requireNonNull(parts[from]);
            System.arraycopy(part.x, 0, x, rows.offset(from), part.x.length);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += part.change[i];
            }
        }
        return sum;
    }

    @Override
    public void part(int phase, int root, Part part) {
        int place = Math.floorMod(rank() - root, size());
        for (int child = 2 * place + 1; child <= 2 * place + 2 && child < size(); child++) {
            PartPeer to = peer((child + root) % size());
            call(callers, () -> to.part(phase, root, part));
        }
        synchronized (this) {
            arrived[phase % 2][root] = part;
            notifyAll();
        }
    }

    @Override
    public @Nullable Serializable input(int of) {
        Equations equations = input.get();
        return equations == null ? null : equations.elementAt(of, size());
    }
    // communication }

    @Override
    public boolean isIdle() {
        return idle;
    }

    @Override
    public @Nullable LeqSolution solution() {
        return solution;
    }
}
