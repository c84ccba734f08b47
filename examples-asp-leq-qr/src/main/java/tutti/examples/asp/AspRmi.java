package tutti.examples.asp;

import java.io.Serializable;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Partition;
import tutti.examples.rmi.RmiMember;
import tutti.examples.support.Progress;
import tutti.examples.support.Solver;
import tutti.examples.support.Times;

/**
 * One member of the all-pairs shortest paths program in plain Java RMI (the paper, section 4.1).
 *
 * <p>A row goes down a binary tree: each member that gets it keeps it and hands it to two others. As soon as it has
 * been handed on, the next can come, so that several rows are under way.
 */
final class AspRmi extends RmiMember<RowPeer> implements RowPeer, Solver<AspSolution> {
    private static final int[] ELSEWHERE = {};

    private final Supplier<@Nullable Problem> input; // asked at rank 0 only
    private final boolean keepTable;
    private final ExecutorService callers = callers();

    private boolean idle;
    private @Nullable AspSolution solution;

    private int[][] arrived = {}; // rows that have come and were not needed yet; guarded by this

    /** A member's part of the result. */
    private record Part(Summary summary, @Nullable List<int[]> rows) implements Serializable {}

    AspRmi(Supplier<@Nullable Problem> input, boolean keepTable) {
        this.input = input;
        this.keepTable = keepTable;
    }

    @Override
    protected void work() throws RemoteException {
        try (callers) {
            Problem problem = (Problem) peer(0).input(rank());
            idle = problem == null;
            if (problem != null) {
                solve(problem);
            }
        }
    }

    private void solve(Problem problem) throws RemoteException {
        int n = problem.size();
        Partition rows = new Partition(n, size());
        int first = rows.offset(rank());
        int last = rows.offset(rank() + 1);
        int[][] tab = problem.table(first, last);
        synchronized (this) {
            arrived = new int[n][];
        }

        peer(0).barrier(); // communication (rmi)
        long start = System.nanoTime();
        long before = communicationNanos();
        doAsp(tab, rows);
        Times times = Times.of(System.nanoTime() - start, communicationNanos() - before);

        // communication (rmi) {
        Summary mine = Summary.of(tab, first, last, times);
        peer(0).result(rank(), new Part(mine, keepTable ? Arrays.asList(Arrays.copyOfRange(tab, first, last)) : null));
        if (rank() == 0) {
            Summary summary = null;
            List<int[][]> blocks = keepTable ? new ArrayList<>() : null;
            for (Serializable one : awaitResults()) {
                Part part = (Part) one;
                summary = summary == null ? part.summary : summary.merge(part.summary);
                if (blocks != null && part.rows != null) {
                    blocks.add(part.rows.toArray(int[][]::new));
                }
            }
            // communication }
            if (summary != null) {
                solution = new AspSolution(problem, summary, blocks);
            }
        }
    }

    private void doAsp(int[][] tab, Partition rows) {
        int n = rows.elements();
        int first = rows.offset(rank());
        int last = rows.offset(rank() + 1);
        try (Progress progress = rank() == 0 ? Progress.onConsole("asp", "rows", n) : Progress.none()) {
            for (int k = 0; k < n; k++) {
                long start = System.nanoTime();
                tab[k] = broadcast(k, tab[k], rows.owner(k)); // communication (rmi)
                communicatedSince(start);

                for (int i = first; i < last; i++) {
                    Floyd.relax(tab[i], k, tab[k]);
                }

                if (rows.owner(k) != rank()) {
                    tab[k] = ELSEWHERE;
                }
                progress.step(k + 1);
            }
        }
    }

    // communication (rmi) {
    private int[] broadcast(int k, int[] row, int root) {
        if (rank() == root) {
            forward(k, root, row.clone()); // it is sent later, when this one has changed
            return row;
        }
        synchronized (this) {
            awaitUntil(() -> arrived[k] != null);
            int[] received = arrived[k];
            arrived[k] = ELSEWHERE;
            return received;
        }
    }

    @Override
    public void row(int k, int root, int[] row) {
        forward(k, root, row);
        synchronized (this) {
            arrived[k] = row;
            notifyAll();
        }
    }

    private void forward(int k, int root, int[] row) {
        int place = Math.floorMod(rank() - root, size());
        for (int child = 2 * place + 1; child <= 2 * place + 2 && child < size(); child++) {
            RowPeer to = peer((child + root) % size());
            call(callers, () -> to.row(k, root, row));
        }
    }

    @Override
    public @Nullable Serializable input(int of) {
        return input.get();
    }
    // communication }

    @Override
    public boolean isIdle() {
        return idle;
    }

    @Override
    public @Nullable AspSolution solution() {
        return solution;
    }
}
