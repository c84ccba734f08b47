package tutti.examples.cg;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.collectives.Blocks;
import tutti.collectives.Partition;
import tutti.collectives.Reductions;
import tutti.examples.matrix.Matrix;
import tutti.examples.support.LossLog;
import tutti.group.ColMember;
import tutti.group.Communicator;
import tutti.messaging.MemberFailedException;
import tutti.serialization.DirectBuffer;

/**
 * One member of a solver of A x = b, which continues when others are lost.
 *
 * <p>Each member holds a block of rows, and every few iterations hands its part of the vectors to a member far away.
 * When a member is lost the others shrink their group, put the vectors together from what they hold, divide them anew,
 * and continue. If newcomers take the places of the lost, each gets the part that those had from a member that lives,
 * and x has the same bits as without a loss.
 */
final class ConjugateGradients extends ColMember {
    private final Settings settings;
    private final Matrix matrix; // shared by the members of a process
    private final double[] b;
    private final LossLog log;

    private List<Block> checkpoint = List.of(); // this member's own block and one of another
    private List<Block> checkpointBefore = List.of(); // complete, if members are lost while the latest is made
    private int iteration;
    private double[] x = {}; // this member's part, as of what follows
    private double[] r = {};
    private double @Nullable [] p; // where the iterations go on, or null if they begin with x
    private @Nullable Block begin; // what a newcomer gets
    private int rank; // in this member's first group
    private long lastNanos; // when the last iteration began, after an operation of all
    private @Nullable Solution solution;

    /**
     * What the user wants.
     *
     * @param tolerance residual, relative to b, at which x is good enough
     * @param checkpointEvery iterations between two checkpoints
     * @param maxIterations after which it gives up
     * @param killRank whose JVM is to die, or -1
     * @param killIteration when
     * @param replaceLimit how long to wait for newcomers in the place of lost members, or null to continue without
     */
    record Settings(
            double tolerance,
            int checkpointEvery,
            int maxIterations,
            int killRank,
            int killIteration,
            @Nullable Duration replaceLimit) {}

    /**
     * What rank 0 of the last group found.
     *
     * @param bits differ if one bit of x does, most likely
     */
    record Solution(int iterations, int members, double residual, double error, int bits) {}

    /** Makes a member; the right side is such that every element of the solution is 1. */
    ConjugateGradients(Matrix matrix, Settings settings, Consumer<String> log) {
        this.matrix = matrix;
        this.settings = settings;
        this.log = new LossLog(log);
        b = new double[matrix.rows()];
        double[] ones = new double[matrix.rows()];
        Arrays.fill(ones, 1);
        Arrays.setAll(b, row -> matrix.dot(row, ones));
    }

    /** Takes the place of a lost member, before it starts: with its part, or null if all begin again. */
    void replace(@Nullable Block lost) {
        begin = lost;
        checkpoint = lost == null ? List.of() : List.of(lost);
    }

    @Override
    public void run() {
        Communicator world = communicator(group());
        rank = world.rank();
        take(world, begin);
        while (true) {
            try {
                solve(world);
                return;
            } catch (MemberFailedException e) { // in all members of the group
                world = continued(world);
            }
        }
    }

    /** Returns the group of the survivors, and of newcomers in the place of the lost if they are wanted and come. */
    private Communicator continued(Communicator broken) {
        long noticed = System.nanoTime();
        Communicator survivors = broken.shrink();
        long agreed = System.nanoTime();
        log.say(
                survivors,
                "lost: %d of %d members at iteration %d"
                        .formatted(broken.size() - survivors.size(), broken.size(), iteration));
        Block whole;
        try {
            whole = together(survivors);
        } catch (MemberFailedException e) { // another is lost
            return continued(survivors);
        }
        long restored = System.nanoTime();
        Duration limit = settings.replaceLimit();
        Communicator world = limit == null
                ? survivors
                : log.replaced(
                        survivors,
                        broken,
                        lost -> part(whole, lost, broken.size()),
                        limit,
                        () -> "; %s to notice the loss, %s to agree, %s to join"
                                .formatted(
                                        seconds(lastNanos, noticed),
                                        seconds(noticed, agreed),
                                        seconds(restored, System.nanoTime())));
        take(world, part(whole, world.rank(), world.size()));
        return world;
    }

    private static String seconds(long from, long to) {
        return String.format(Locale.ROOT, "%.3f s", (to - from) / 1e9);
    }

    /** Returns the latest iteration of which somebody here holds each part, or null if there is none. */
    private @Nullable Block together(Communicator survivors) {
        long begin = System.nanoTime();
        List<Block> held = new ArrayList<>(checkpoint);
        held.addAll(checkpointBefore);
        List<Block> all =
                survivors.allGather(held).stream().flatMap(List::stream).toList();
        Block whole = Block.latestWhole(all, matrix.rows());
        log.say(
                survivors,
                whole == null
                        ? "restored: nothing, for too much was lost; from iteration 0"
                        : "restored: iteration %d in %s"
                                .formatted(whole.iteration(), seconds(begin, System.nanoTime())));
        int latest = whole == null ? -1 : whole.iteration();
        checkpoint = held.stream().filter(block -> block.iteration() == latest).toList();
        checkpointBefore = List.of(); // nothing later than what all continue from
        return whole;
    }

    /** Returns the part of a member, by its rank in a group of some size; null if there is nothing. */
    private @Nullable Block part(@Nullable Block whole, int ofRank, int size) {
        Partition rows = new Partition(matrix.rows(), size);
        return whole == null ? null : whole.rows(rows.offset(ofRank), rows.offset(ofRank + 1));
    }

    /** Continues from this member's part of some iteration, or begins if it is null. */
    private void take(Communicator world, @Nullable Block part) {
        int length = new Partition(matrix.rows(), world.size()).size(world.rank());
        iteration = part == null ? 0 : part.iteration();
        x = part == null ? new double[length] : part.copy(0);
        r = part == null ? new double[length] : part.copy(1);
        p = part == null ? null : part.copy(2);
    }

    private void solve(Communicator world) {
        Partition rows = new Partition(matrix.rows(), world.size());
        int first = rows.offset(world.rank());
        double[] mine = Arrays.copyOfRange(b, first, first + x.length);
        double limit = settings.tolerance() * Math.sqrt(dot(world, mine, mine));
        while (true) { // each turn is one more run from the x that there is, for r wanders off the true residual
            if (p == null) {
                double[] product = multiply(world, rows, x);
                Arrays.setAll(r, i -> mine[i] - product[i]);
            }
            double rr = dot(world, r, r);
            if (p == null && Math.sqrt(rr) <= limit) {
                report(world, Math.sqrt(rr) / limit * settings.tolerance());
                return;
            }
            double[] direction = p == null ? r.clone() : p;
            while (Math.sqrt(rr) > limit) {
                if (iteration % settings.checkpointEvery() == 0) {
                    makeCheckpoint(world, first, direction);
                }
                beginIteration();
                double[] product = multiply(world, rows, direction);
                double alpha = rr / dot(world, direction, product);
                Arrays.setAll(x, i -> x[i] + alpha * direction[i]);
                Arrays.setAll(r, i -> r[i] - alpha * product[i]);
                double next = dot(world, r, r);
                double beta = next / rr;
                Arrays.setAll(direction, i -> r[i] + beta * direction[i]);
                rr = next;
                countIteration();
            }
            p = null;
        }
    }

    private void countIteration() {
        if (++iteration > settings.maxIterations()) {
            throw new IllegalStateException("not solved: iterations=" + iteration + "; is it positive definite?");
        }
    }

    /** Hands this member's part to one far away, which most likely lives in another JVM. */
    private void makeCheckpoint(Communicator world, int first, double[] direction) {
        Block own = new Block(iteration, first, x.clone(), r.clone(), direction.clone());
        int size = world.size();
        int here = world.rank();
        int shift = size / 2;
        Block other = world.sendReceive(own, (here + shift) % size, (here + size - shift) % size);
        checkpointBefore = checkpoint;
        checkpoint = List.of(own, other);
    }

    private void beginIteration() {
        lastNanos = System.nanoTime();
        if (rank == settings.killRank() && iteration == settings.killIteration()) {
            log.halt(rank, "at iteration " + iteration);
        }
    }

    /** Returns this member's rows of the product of the matrix by a vector of which each member has a part. */
    private double[] multiply(Communicator world, Partition rows, double[] part) {
        double[] whole = new double[matrix.rows()];
        world.allGather(DirectBuffer.of(part), DirectBuffer.of(whole), Blocks.of(rows));
        double[] product = new double[part.length];
        Arrays.setAll(product, i -> matrix.dot(rows.offset(world.rank()) + i, whole));
        return product;
    }

    private static double dot(Communicator world, double[] one, double[] other) {
        double sum = IntStream.range(0, one.length)
                .mapToDouble(i -> one[i] * other[i])
                .sum();
        return world.allReduce(sum, Reductions.sum()); // the same, bit for bit, in all members: so all stop together
    }

    private void report(Communicator world, double residual) {
        double error = 0;
        for (double element : x) {
            error = Math.max(error, Math.abs(element - 1));
        }
        error = world.allReduce(error, Reductions.max());
        List<double[]> parts = world.gather(x, 0);
        if (parts != null) {
            int bits = Arrays.hashCode(
                    parts.stream().flatMapToDouble(Arrays::stream).toArray());
            solution = new Solution(iteration, world.size(), residual, error, bits);
        }
    }

    /** Returns what was found, at rank 0 of the last group; null at the others. */
    @Nullable
    Solution solution() {
        return solution;
    }
}
