package tutti.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * The work of one member in one block.
 *
 * <p>All members make one, meet, and call {@link #run}; each calls {@link #checkLast} after its time is taken.
 *
 * @param <T> type of the values
 */
final class Loop<T> {
    /** Both members of a pair send so much before either receives. */
    private static final int EXCHANGED_BYTES = 1 << 20;

    private final Block block;
    private final Content<T> content;
    private final Operations<T> operations;
    private final int rank;
    private final int size;
    private final int iterations;
    private final List<Arrival<T>> last = new ArrayList<>(); // made as needed, because members may be many

    Loop(Block block, Content<T> content, Operations<T> operations) {
        this.block = block;
        this.content = content;
        this.operations = operations;
        rank = operations.rank();
        size = operations.size();
        iterations = block.iterations();
    }

    /** Does all iterations; what is timed. */
    void run() {
        switch (block.benchmark()) {
            case LATENCY -> pingPong();
            case BANDWIDTH, MESSAGE_RATE -> streams();
            case BIBANDWIDTH -> exchanges();
            case BARRIER -> barriers();
            case BROADCAST -> broadcasts();
            case REDUCE, REDUCE_MAX, REDUCE_NOP -> reductions();
            case ALLREDUCE -> allReductions();
            case SCATTER -> scatters();
            case GATHER -> gathers();
            case ALLGATHER -> allGathers();
            case ALLTOALL -> allToAlls();
        }
    }

    /** Checks every element of what arrived last. */
    void checkLast() {
        last.forEach(arrival -> arrival.checkAll(content));
    }

    private void pingPong() {
        T mine = content.make(rank);
        int peer = 1 - rank;
        for (int k = 0; k < iterations; k++) {
            if (rank == 0) {
                operations.send(content.stamped(mine, k), peer);
                accept(operations.receive(peer), 0, peer, k);
            } else {
                accept(operations.receive(peer), 0, peer, k);
                operations.send(content.stamped(mine, (long) k + rank), peer);
            }
        }
    }

    /** The lower half sends to the upper half. */
    private void streams() {
        int pairs = size / 2;
        boolean sends = rank < pairs;
        int peer = sends ? rank + pairs : rank - pairs;
        T mine = content.make(rank);
        for (int k = 0; k < iterations; k++) {
            if (sends) {
                for (int message = 0; message < Benchmark.WINDOW; message++) {
                    operations.send(content.stamped(mine, (long) k + message + rank), peer);
                }
                operations.awaitSignal(peer);
            } else {
                for (int message = 0; message < Benchmark.WINDOW; message++) {
                    accept(operations.receive(peer), 0, peer, (long) k + message);
                }
                operations.signal(peer);
            }
        }
    }

    private void exchanges() {
        int peer = 1 - rank;
        int together = Math.clamp(EXCHANGED_BYTES / block.bytes(), 1, Benchmark.WINDOW);
        T mine = content.make(rank);
        for (int k = 0; k < iterations; k++) {
            for (int first = 0; first < Benchmark.WINDOW; first += together) {
                int end = Math.min(first + together, Benchmark.WINDOW);
                for (int message = first; message < end; message++) {
                    operations.send(content.stamped(mine, (long) k + message + rank), peer);
                }
                for (int message = first; message < end; message++) {
                    accept(operations.receive(peer), 0, peer, (long) k + message);
                }
            }
        }
    }

    private void barriers() {
        for (int k = 0; k < iterations; k++) {
            operations.barrier();
        }
    }

    private void broadcasts() {
        T mine = content.make(0);
        for (int k = 0; k < iterations; k++) {
            accept(operations.broadcast(rank == 0 ? content.stamped(mine, k) : mine), 0, 0, k);
        }
    }

    private void reductions() {
        T mine = content.make(rank);
        for (int k = 0; k < iterations; k++) {
            T reduced = operations.reduce(content.stamped(mine, (long) k + rank));
            if (rank == 0) {
                acceptReduced(reduced, k);
            }
        }
    }

    private void allReductions() {
        T mine = content.make(rank);
        for (int k = 0; k < iterations; k++) {
            acceptReduced(operations.allReduce(content.stamped(mine, (long) k + rank)), k);
        }
    }

    private void scatters() {
        List<T> parts = parts(0);
        for (int k = 0; k < iterations; k++) {
            stampParts(parts, 0, rank == 0 ? k : 0);
            accept(operations.scatter(parts), 0, rank, k);
        }
    }

    private void gathers() {
        T mine = content.make(rank);
        for (int k = 0; k < iterations; k++) {
            List<T> gathered = operations.gather(content.stamped(mine, (long) k + rank));
            if (rank == 0) {
                acceptAll(gathered, k);
            }
        }
    }

    private void allGathers() {
        T mine = content.make(rank);
        for (int k = 0; k < iterations; k++) {
            acceptAll(operations.allGather(content.stamped(mine, (long) k + rank)), k);
        }
    }

    private void allToAlls() {
        List<T> parts = parts(rank);
        for (int k = 0; k < iterations; k++) {
            stampParts(parts, rank, k);
            List<T> arrived = operations.allToAll(parts);
            for (int source = 0; source < size; source++) {
                accept(arrived.get(source), source, seed(source, rank), k);
            }
        }
    }

    /** Returns the seed of what a member sends to another in particular. */
    private long seed(int source, int destination) {
        return (long) source * size + destination;
    }

    private List<T> parts(int source) {
        List<Long> seeds = new ArrayList<>();
        for (int destination = 0; destination < size; destination++) {
            seeds.add(seed(source, destination));
        }
        return new ArrayList<>(content.makeAll(seeds));
    }

    private void stampParts(List<T> parts, int source, long iteration) {
        for (int destination = 0; destination < size; destination++) {
            parts.set(destination, content.stamped(parts.get(destination), iteration + seed(source, destination)));
        }
    }

    private void acceptAll(List<T> values, long iteration) {
        for (int source = 0; source < size; source++) {
            accept(values.get(source), source, source, iteration);
        }
    }

    private void accept(T value, int sender, long seed, long iteration) {
        accept(value, sender, 1, seed, iteration);
    }

    private void acceptReduced(T value, long iteration) {
        Benchmark benchmark = block.benchmark();
        accept(value, 0, benchmark.scale(size), benchmark.reducedRanks(size), iteration);
    }

    /** Notes and checks what one of those that send to this member has sent; they are counted from 0. */
    private void accept(T value, int sender, long scale, long shift, long iteration) {
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
