package tutti.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The work of one member in one block.
 *
 * <p>All members make one, meet, and call {@link #run}; each calls {@link #checkLast} after its time is taken.
 *
 * @param <T> type of the values
 */
abstract sealed class Loop<T> permits PairLoop, CollectiveLoop {
    /** Members of a ring on which both neighbors are different ones, and others. */
    static final int LEAST_RING = 3;

    final Block block;
    final Content<T> content;
    final Operations<T> operations;
    final int rank;
    final int size;
    final int iterations;
    final List<T> values; // to be sent; made before the time is taken
    private final List<Arrival<T>> last = new ArrayList<>(); // made as needed, because members may be many
    private final boolean timesEach;
    private final long[] ends; // of the iterations, if each is timed
    private long begin;

    Loop(Block block, Content<T> content, Operations<T> operations) {
        this.block = block;
        this.content = content;
        this.operations = operations;
        rank = operations.rank();
        size = operations.size();
        iterations = block.iterations();
        timesEach = block.timesEach();
        ends = new long[timesEach ? iterations : 0];
        values = new ArrayList<>(content.makeAll(seeds()));
    }

    /** Returns the work of the member that some operations are of. */
    static <T> Loop<T> of(Block block, Content<T> content, Operations<T> operations) {
        return block.benchmark().isCollective()
                ? new CollectiveLoop<>(block, content, operations)
                : new PairLoop<>(block, content, operations);
    }

    /** Does all iterations; what is timed. */
    final void run() {
        begin = System.nanoTime();
        iterate();
    }

    abstract void iterate();

    /** Checks every element of what arrived last. */
    final void checkLast() {
        last.forEach(arrival -> arrival.checkAll(content));
    }

    final boolean timesEach() {
        return timesEach;
    }

    /** Returns how long each iteration took, if each was timed. */
    final long[] singleNanos() {
        long[] nanos = new long[ends.length];
        for (int k = 0; k < nanos.length; k++) {
            nanos[k] = ends[k] - (k == 0 ? begin : ends[k - 1]);
        }
        return nanos;
    }

    /** Notes the end of an iteration, and returns the number of the next. */
    final int ended(int iteration) {
        if (timesEach) {
            ends[iteration] = System.nanoTime();
        }
        return iteration + 1;
    }

    static long sumBelow(int end) {
        return (long) end * (end - 1) / 2;
    }

    /** Returns the members below and above on the ring. */
    final List<Integer> neighbors() {
        return List.of((rank + size - 1) % size, (rank + 1) % size);
    }

    /** Returns the seed of what a member sends to another in particular. */
    final long seed(int source, int destination) {
        return (long) source * size + destination;
    }

    /** Returns the seeds of the values that this member sends, or that the root has for all. */
    private List<Long> seeds() {
        return switch (block.benchmark()) {
            case BARRIER, FENCE, FETCH_AND_ADD, VARHANDLE_ADD, TASKS_BY_COUNTER, TASKS_BY_MASTER -> List.of();
            case BROADCAST -> List.of(0L);
            case BANDWIDTH_NONBLOCKING -> Collections.nCopies(Benchmark.WINDOW, (long) rank);
            case SCATTER -> seedsOfParts(0);
            case ALLTOALL, ALLTOALLV, REDUCE_SCATTER -> seedsOfParts(rank);
            case NEIGHBOR_ALLTOALL ->
                neighbors().stream().map(neighbor -> seed(rank, neighbor)).toList();
            default -> List.of((long) rank);
        };
    }

    private List<Long> seedsOfParts(int source) {
        return IntStream.range(0, size)
                .mapToObj(destination -> seed(source, destination))
                .toList();
    }

    final void stampParts(int source, long iteration) {
        for (int destination = 0; destination < size; destination++) {
            values.set(destination, content.stamped(values.get(destination), iteration + seed(source, destination)));
        }
    }

    final void accept(T value, int sender, long seed, long iteration) {
        accept(value, sender, 1, seed, iteration);
    }

    /** Notes and checks what one of those that send to this member has sent; they are counted from 0. */
    final void accept(T value, int sender, long scale, long shift, long iteration) {
        while (last.size() <= sender) {
            last.add(new Arrival<>());
        }
        Arrival<T> arrival = last.get(sender);
        arrival.set(value, scale, shift, scale * iteration + shift);
        if (block.checksAll()) {
            arrival.checkAll(content);
        } else {
            arrival.checkEnds(content);
        }
    }
}
