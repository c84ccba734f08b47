package tutti.examples.cg;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.examples.matrix.Matrix;
import tutti.group.ColGroup;
import tutti.group.ColMember;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;

/**
 * One member of a solver of A x = b, which continues when others are lost.
 *
 * <p>Each member holds a block of rows, and every few iterations hands its part of x to a member far away. When a
 * member is lost the others shrink their group, put x together from what they hold, divide it anew, and continue.
 */
final class ConjugateGradients extends ColMember {
    private final Settings settings;
    private final Matrix matrix; // shared by the members of a process
    private final double[] b;
    private final Consumer<String> log;

    private List<Block> checkpoint = List.of(); // this member's own block and one of another
    private List<Block> checkpointBefore = List.of(); // complete, if members are lost while the latest is made
    private int iteration;
    private double[] x = {}; // this member's part
    private int rank; // in the first group
    private @Nullable Solution solution;

    /**
     * What the user wants.
     *
     * @param tolerance residual, relative to b, at which x is good enough
     * @param checkpointEvery iterations between two checkpoints
     * @param maxIterations after which it gives up
     * @param killRank whose JVM is to die, or -1
     * @param killIteration when
     */
    record Settings(double tolerance, int checkpointEvery, int maxIterations, int killRank, int killIteration) {}

    /** What rank 0 of the last group found. */
    record Solution(int iterations, int members, double residual, double error) {}

    /** Makes a member; the right side is such that every element of the solution is 1. */
    ConjugateGradients(Matrix matrix, Settings settings, Consumer<String> log) {
        this.matrix = matrix;
        this.settings = settings;
        this.log = log;
        b = new double[matrix.rows()];
        double[] ones = new double[matrix.rows()];
        Arrays.fill(ones, 1);
        multiply(0, matrix.rows(), ones, b);
    }

    @Override
    public void run() {
        ColGroup group = group();
        rank = group.rank(this);
        while (true) {
            try {
                restore(group);
                solve(group);
                return;
            } catch (MemberFailedException e) { // in all members of the group
                ColGroup survivors = shrink(group);
                if (survivors.rank(this) == 0) {
                    log.accept("lost: %d of %d members at iteration %d"
                            .formatted(group.size() - survivors.size(), group.size(), iteration));
                }
                group = survivors;
            }
        }
    }

    /** Puts the latest iterate together of which somebody here holds each part, and takes a part of it. */
    private void restore(ColGroup group) {
        List<Block> held = new ArrayList<>(checkpoint);
        held.addAll(checkpointBefore);
        List<Block> all = allGather(group, held).stream().flatMap(List::stream).toList();
        Block whole = Block.latestWhole(all, matrix.rows());
        if (!group.equals(group()) && group.rank(this) == 0) {
            log.accept(
                    whole == null
                            ? "restored: nothing, for too much was lost; from iteration 0"
                            : "restored: iteration " + whole.iteration());
        }
        int latest = whole == null ? -1 : whole.iteration();
        checkpoint = held.stream().filter(block -> block.iteration() == latest).toList();
        checkpointBefore = List.of(); // nothing later than what all continue from
        Partition rows = new Partition(matrix.rows(), group.size());
        int first = rows.offset(group.rank(this));
        int last = rows.offset(group.rank(this) + 1);
        iteration = whole == null ? 0 : whole.iteration();
        x = whole == null ? new double[last - first] : Arrays.copyOfRange(whole.x(), first, last);
    }

    private void solve(ColGroup group) {
        Partition rows = new Partition(matrix.rows(), group.size());
        Blocks blocks = Blocks.of(rows);
        int first = rows.offset(group.rank(this));
        int last = first + x.length;
        double[] mine = Arrays.copyOfRange(b, first, last);
        double limit = settings.tolerance() * Math.sqrt(dot(group, mine, mine));
        double[] whole = new double[matrix.rows()];
        double[] product = new double[x.length];
        double[] r = new double[x.length];

        while (true) { // each turn is one more run from the x that there is, for r wanders off the true residual
            allGather(group, DirectBuffer.of(x), DirectBuffer.of(whole), blocks);
            multiply(first, last, whole, product);
            for (int i = 0; i < r.length; i++) {
                r[i] = mine[i] - product[i];
            }
            double rr = dot(group, r, r);
            if (Math.sqrt(rr) <= limit) {
                report(group, Math.sqrt(rr) / limit * settings.tolerance());
                return;
            }
            double[] p = r.clone();
            while (Math.sqrt(rr) > limit) {
                if (iteration % settings.checkpointEvery() == 0) {
                    makeCheckpoint(group, first);
                }
                dieIfWanted();
                allGather(group, DirectBuffer.of(p), DirectBuffer.of(whole), blocks);
                multiply(first, last, whole, product);
                double alpha = rr / dot(group, p, product);
                for (int i = 0; i < r.length; i++) {
                    x[i] += alpha * p[i];
                    r[i] -= alpha * product[i];
                }
                double before = rr;
                rr = dot(group, r, r);
                for (int i = 0; i < r.length; i++) {
                    p[i] = r[i] + rr / before * p[i];
                }
                if (++iteration > settings.maxIterations()) {
                    throw new IllegalStateException("no solution after iterations=%d; is the matrix positive definite?"
                            .formatted(settings.maxIterations()));
                }
            }
        }
    }

    /** Hands this member's part to one far away, which most likely lives in another JVM. */
    private void makeCheckpoint(ColGroup group, int first) {
        Block own = new Block(iteration, first, x.clone());
        int size = group.size();
        int here = group.rank(this);
        int shift = size / 2;
        Block other = sendReceive(group, own, (here + shift) % size, group, (here + size - shift) % size);
        checkpointBefore = checkpoint;
        checkpoint = List.of(own, other);
    }

    private void dieIfWanted() {
        if (rank == settings.killRank() && iteration == settings.killIteration()) {
            log.accept("rank %d halts its JVM at iteration %d".formatted(rank, iteration));
            Runtime.getRuntime().halt(137); // as kill -9 would end it
        }
    }

    /** Multiplies some rows by a vector; the product's first element is that of the first row. */
    private void multiply(int firstRow, int endRow, double[] vector, double[] product) {
        for (int row = firstRow; row < endRow; row++) {
            product[row - firstRow] = matrix.dot(row, vector);
        }
    }

    private double dot(ColGroup group, double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += one[i] * other[i];
        }
        return allReduce(group, sum, Reductions.sum()); // the same, bit for bit, in all members: so all stop together
    }

    private void report(ColGroup group, double residual) {
        double error = 0;
        for (double element : x) {
            error = Math.max(error, Math.abs(element - 1));
        }
        error = allReduce(group, error, Reductions.max());
        if (group.rank(this) == 0) {
            solution = new Solution(iteration, group.size(), residual, error);
        }
    }

    /** Returns what was found, at rank 0 of the last group; null at the others. */
    @Nullable
    Solution solution() {
        return solution;
    }
}
