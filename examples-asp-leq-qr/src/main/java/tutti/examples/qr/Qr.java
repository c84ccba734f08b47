package tutti.examples.qr;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.examples.support.Progress;
import tutti.examples.support.Solver;
import tutti.examples.support.TimedMember;
import tutti.examples.support.Times;
import tutti.group.ColGroup;
import tutti.serialization.DirectBuffer;

/** One member of the QR factorisation (the paper, section 4.3). */
final class Qr extends TimedMember implements Solver<QrSolution> {
    private final Supplier<@Nullable CyclicColumns> input; // asked at rank 0 only
    private final boolean keepColumns;
    private final boolean buffers;

    private int rank;
    private boolean idle;
    private @Nullable QrSolution solution;

    /**
     * Creates a member.
     *
     * @param input gives rank 0 the matrix, or null if there is none to be had
     * @param keepColumns whether rank 0 shall hold all columns at the end
     * @param buffers whether vectors are broadcast in place instead of as objects
     */
    Qr(Supplier<@Nullable CyclicColumns> input, boolean keepColumns, boolean buffers) {
        this.input = input;
        this.keepColumns = keepColumns;
        this.buffers = buffers;
    }

    @Override
    public void run() {
        ColGroup group = group();
        rank = group.rank(this);
        CyclicColumns matrix = rank == 0 ? input.get() : null;
        idle = broadcast(group, matrix == null, 0); // communication (objects) (buffers)
        if (idle) {
            return;
        }
        CyclicColumns mine = scatter(group, matrix, 0); // communication (objects) (buffers)
        Householder columns = new Householder(Copy.of(mine.column()), rank, group.size());

        barrier(group); // communication (objects) (buffers)
        long start = System.nanoTime();
        long before = communicationNanos();
        Steps steps = factorise(group, columns, mine);
        Times times = Times.of(System.nanoTime() - start, communicationNanos() - before);

        QrPart part = reduce(
                group,
                QrPart.of(columns, steps, rank, group.size(), times),
                QrPart::merge,
                0); // communication (objects) (buffers)
        CyclicColumns result = keepColumns
                ? gather(
                        group,
                        matrix == null ? null : matrix.empty(),
                        mine.with(Copy.withFirsts(columns)),
                        0) // communication (objects) (buffers)
                : null;
        if (matrix != null && part != null) { // at rank 0
            solution = new QrSolution(matrix, steps, part, result);
        }
    }

    private Steps factorise(ColGroup group, Householder columns, CyclicColumns shape) {
        int limit = Math.min(shape.rows(), shape.columns());
        Steps steps = new Steps();
        try (Progress progress = rank == 0 ? Progress.onConsole("qr", "steps", limit) : Progress.none()) {
            for (int k = 0; k < limit; k++) {
                Pivot pivot = allReduce(group, columns.pivot(), Pivot::merge); // communication (objects) (buffers)
                if (pivot.norm() == 0) {
                    break; // nothing is left but zeros
                }
                int owner = pivot.column() % group.size();
                double[] own = owner == rank ? columns.choose(pivot.column(), k) : null;
                double[] h;
                if (buffers) {
                    h = own == null ? new double[shape.rows() - k] : own; // communication (buffers)
                    broadcast(group, DirectBuffer.of(h), owner); // communication (buffers)
                } else {
                    h = Objects.requireNonNull(broadcast(group, own, owner)); // communication (objects)
                }
                columns.reflect(k, h);
                steps.add(pivot, group.size());
                progress.step(k + 1);
            }
        }
        return steps;
    }

    @Override
    public boolean isIdle() {
        return idle;
    }

    @Override
    public @Nullable QrSolution solution() {
        return solution;
    }
}
