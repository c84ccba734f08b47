package tutti.examples.qr;

import java.io.Serializable;
import java.rmi.RemoteException;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.examples.rmi.RmiMember;
import tutti.examples.support.Progress;
import tutti.examples.support.Solver;
import tutti.examples.support.Times;

/**
 * One member of the QR factorisation in plain Java RMI (the paper, section 4.3).
 *
 * <p>Proposals for the next column go up a binary tree, of which rank 0 is the root, and are merged on the way; what
 * was agreed on comes down again. The vector goes down a tree of which its owner is the root.
 */
final class QrRmi extends RmiMember<PivotPeer> implements PivotPeer, Solver<QrSolution> {
    private final Supplier<@Nullable CyclicColumns> input; // asked at rank 0 only
    private final boolean keepColumns;
    private final ExecutorService callers = callers();

    private boolean idle;
    private @Nullable QrSolution solution;

    // guarded by this; no one is ahead by a whole step, for that takes everybody's proposal
    private final @Nullable Pivot[] proposed = new Pivot[2]; // by the left child and by the right one
    private @Nullable Pivot agreed;
    private double @Nullable [] vector;

    /** A member's part of the result. */
    private record Part(QrPart part, @Nullable CyclicColumns columns) implements Serializable {}

    QrRmi(Supplier<@Nullable CyclicColumns> input, boolean keepColumns) {
        this.input = input;
        this.keepColumns = keepColumns;
    }

    @Override
    protected void work() throws RemoteException {
        try (callers) {
            CyclicColumns mine = (CyclicColumns) peer(0).input(rank());
            idle = mine == null;
            if (mine != null) {
                solve(mine);
            }
        }
    }

    private void solve(CyclicColumns mine) throws RemoteException {
        Householder columns = new Householder(Copy.of(mine.column()), rank(), size());

        peer(0).barrier(); // communication (rmi)
        long start = System.nanoTime();
        long before = communicationNanos();
        Steps steps = factorise(columns, mine);
        Times times = Times.of(System.nanoTime() - start, communicationNanos() - before);

        // communication (rmi) {
        QrPart own = QrPart.of(columns, steps, rank(), size(), times);
        peer(0).result(rank(), new Part(own, keepColumns ? mine.with(Copy.withFirsts(columns)) : null));
        if (rank() == 0) {
            CyclicColumns matrix = Objects.requireNonNull(input.get());
            CyclicColumns result = keepColumns ? matrix.empty() : null;
            QrPart all = null;
            int from = 0;
            for (Serializable one : awaitResults()) {
                Part part = (Part) one;
                all = all == null ? part.part : all.merge(part.part);
                if (result != null && part.columns != null) {
                    result.setElementAt(from++, size(), part.columns);
                }
            }
            // communication }
            if (all != null) {
                solution = new QrSolution(matrix, steps, all, result);
            }
        }
    }

    private Steps factorise(Householder columns, CyclicColumns shape) throws RemoteException {
        int limit = Math.min(shape.rows(), shape.columns());
        Steps steps = new Steps();
        try (Progress progress = rank() == 0 ? Progress.onConsole("qr", "steps", limit) : Progress.none()) {
            for (int k = 0; k < limit; k++) {
                Pivot proposal = columns.pivot();
                long start = System.nanoTime();
                Pivot pivot = agreeOn(k, proposal); // communication (rmi)
                communicatedSince(start);
                if (pivot.norm() == 0) {
                    break;
                }
                int owner = pivot.column() % size();
                double[] h = owner == rank() ? columns.choose(pivot.column(), k) : null;
                start = System.nanoTime();
                h = broadcast(k, owner, h); // communication (rmi)
                communicatedSince(start);
                columns.reflect(k, h);
                steps.add(pivot, size());
                progress.step(k + 1);
            }
        }
        return steps;
    }

    // communication (rmi) {
    private Pivot agreeOn(int k, Pivot mine) throws RemoteException {
        Pivot merged = mine;
        int children = Math.clamp(size() - 1 - 2 * rank(), 0, 2);
        for (int child = 0; child < children; child++) {
            merged = merged.merge(awaitProposal(child));
        }
        if (rank() == 0) {
            agree(k, merged);
        } else {
            peer((rank() - 1) / 2).propose(k, (rank() - 1) % 2, merged);
        }
        return awaitAgreed();
    }

    private synchronized Pivot awaitProposal(int child) {
        awaitUntil(() -> proposed[child] != null);
        Pivot pivot = Objects.requireNonNull(proposed[child]);
        proposed[child] = null;
        return pivot;
    }

    private synchronized Pivot awaitAgreed() {
        awaitUntil(() -> agreed != null);
        Pivot pivot = Objects.requireNonNull(agreed);
        agreed = null;
        return pivot;
    }

    @Override
    public synchronized void propose(int k, int child, Pivot pivot) {
        proposed[child] = pivot;
        notifyAll();
    }

    @Override
    public void agree(int k, Pivot pivot) {
        for (int child = 2 * rank() + 1; child <= 2 * rank() + 2 && child < size(); child++) {
            PivotPeer to = peer(child);
            call(callers, () -> to.agree(k, pivot));
        }
        synchronized (this) {
            agreed = pivot;
            notifyAll();
        }
    }

    private double[] broadcast(int k, int owner, double @Nullable [] h) {
        if (h != null) {
            vector(k, owner, h); // no one changes it
        }
        synchronized (this) {
            awaitUntil(() -> vector != null);
            double[] received = Objects.requireNonNull(vector);
            vector = null;
            return received;
        }
    }

    @Override
    public void vector(int k, int root, double[] h) {
        int place = Math.floorMod(rank() - root, size());
        for (int child = 2 * place + 1; child <= 2 * place + 2 && child < size(); child++) {
            PivotPeer to = peer((child + root) % size());
            call(callers, () -> to.vector(k, root, h));
        }
        synchronized (this) {
            vector = h;
            notifyAll();
        }
    }

    @Override
    public @Nullable Serializable input(int of) {
        CyclicColumns matrix = input.get();
        return matrix == null ? null : matrix.elementAt(of, size());
    }
    // communication }

    @Override
    public boolean isIdle() {
        return idle;
    }

    @Override
    public @Nullable QrSolution solution() {
        return solution;
    }
}
