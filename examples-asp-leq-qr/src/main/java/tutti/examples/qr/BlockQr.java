package tutti.examples.qr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tutti.examples.support.Checksum;
import tutti.group.Communicator;
import tutti.group.Request;

/**
 * One member of a QR factorisation in blocks of columns, without pivoting.
 *
 * <p>Block b lies with rank b mod P. Its owner factorises it as a panel and broadcasts the reflections as one matrix,
 * by which all members multiply the columns that are left. The owner of the next block updates that one first and
 * factorises it, so that its reflections travel while members multiply.
 */
final class BlockQr {
    private final Communicator world;
    private final int rows;
    private final int columns;
    private final int width; // of a block
    private final double[][] part; // rows of this member's columns
    private final List<Reflectors> kept = new ArrayList<>();
    private final double[][] products; // for reflections, as the next
    private final double[][] turned;
    private long waitNanos;

    /** Reflections that are on their way, unless they are this member's. */
    private record Panel(Reflectors reflectors, Request<?> arrival) {}

    /**
     * Makes this member's columns; called by all members.
     *
     * @param width columns of a block
     * @param column returns a column of the whole matrix
     */
    BlockQr(Communicator world, int rows, int columns, int width, IntFunction<double[]> column) {
        this.world = world;
        this.rows = rows;
        this.columns = columns;
        this.width = width;
        int[] own = own(world.rank(), world.size(), columns, width);
        part = new double[rows][own.length];
        products = new double[width][own.length];
        turned = new double[width][own.length];
        for (int j = 0; j < own.length; j++) {
            double[] whole = column.apply(own[j]);
            for (int i = 0; i < rows; i++) {
                part[i][j] = whole[i];
            }
        }
    }

    /** Returns which columns of the whole matrix a rank has. */
    static int[] own(int rank, int size, int columns, int width) {
        int[] own = new int[columns];
        int count = 0;
        for (int first = rank * width; first < columns; first += size * width) {
            for (int j = first; j < Math.min(first + width, columns); j++) {
                own[count++] = j;
            }
        }
        return Arrays.copyOf(own, count);
    }

    /**
     * Factorises; called by all members.
     *
     * @param keep whether to keep all reflections
     */
    void factorise(boolean keep) {
        int panels = (Math.min(rows, columns) + width - 1) / width;
        List<Request<?>> sent = new ArrayList<>(); // awaited at the end: an owner can use its reflections at once
        Panel next = start(0, null);
        for (int p = 0; p < panels; p++) {
            if (isOwner(p)) {
                sent.add(next.arrival);
            } else {
                await(next.arrival);
            }
            Reflectors reflectors = next.reflectors;
            if (keep) {
                kept.add(reflectors);
            }
            int from = firstAfter(p);
            if (p + 1 < panels) {
                next = start(p + 1, reflectors);
                from = firstAfter(isOwner(p + 1) ? p + 1 : p);
            }
            reflect(reflectors, p, from, ownColumns());
        }
        sent.forEach(this::await);
    }

    private void await(Request<?> request) {
        long start = System.nanoTime();
        request.await();
        waitNanos += System.nanoTime() - start;
    }

    /** Broadcasts the reflections of a panel, which its owner makes when the previous ones have been done on it. */
    private Panel start(int panel, @Nullable Reflectors previous) {
        Reflectors reflectors;
        if (isOwner(panel)) {
            int from = firstAfter(panel - 1);
            int to = firstAfter(panel);
            if (previous != null) {
                reflect(previous, panel - 1, from, to);
            }
            reflectors = factorise(panel * width, from, to);
        } else {
            reflectors = new Reflectors(rows - panel * width, Math.min(width, columns - panel * width));
        }
        return new Panel(reflectors, world.nonBlocking().broadcast(reflectors.buffer(), panel % world.size()));
    }

    /** Factorises own columns from a row on. */
    private Reflectors factorise(int top, int from, int to) {
        double[][] column = new double[to - from][rows - top];
        for (int i = top; i < rows; i++) {
            for (int j = from; j < to; j++) {
                column[j - from][i - top] = part[i][j];
            }
        }
        Reflectors made = Reflectors.of(column);
        for (int i = top; i < rows; i++) {
            for (int j = from; j < to; j++) {
                part[i][j] = i - top > j - from ? 0 : column[j - from][i - top];
            }
        }
        return made;
    }

    private void reflect(Reflectors reflectors, int panel, int from, int to) {
        reflectors.reflect(part, panel * width, from, to, products, turned);
    }

    private boolean isOwner(int panel) {
        return panel % world.size() == world.rank();
    }

    /** Returns the index here of the first own column that comes after a block; -1 is before the first block. */
    private int firstAfter(int block) {
        int before = Math.floorDiv(block - world.rank(), world.size()) + 1;
        return Math.min(before * width, ownColumns());
    }

    private int ownColumns() {
        return part.length == 0 ? 0 : part[0].length;
    }

    /** Returns the rows of this member's columns; of R, once they are factorised. */
    double[][] part() {
        return part;
    }

    /** Returns all reflections, if they were to be kept. */
    List<Reflectors> reflectors() {
        return kept;
    }

    /** Returns how long this member has waited for reflections. */
    long waitNanos() {
        return waitNanos;
    }

    /** Returns the sum of the hashes of R's elements that are here. */
    long checksum() {
        int[] own = own(world.rank(), world.size(), columns, width);
        long checksum = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < own.length; j++) {
                if (own[j] >= i) {
                    checksum += Checksum.ofElements(i * columns + own[j], new double[] {part[i][j]});
                }
            }
        }
        return checksum;
    }
}
