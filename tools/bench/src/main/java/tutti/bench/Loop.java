package tutti.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import tutti.group.Request;

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

    /** Members of a ring on which both neighbors are different ones, and others. */
    static final int LEAST_RING = 3;

    private final Block block;
    private final Content<T> content;
    private final Operations<T> operations;
    private final int rank;
    private final int size;
    private final int iterations;
    private final Work work;
    private final List<T> values; // to be sent; made before the time is taken
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
        if (block.benchmark() == Benchmark.GET) {
            operations.put(content.stamped(values.getFirst(), rank), rank);
        }
        if (block.benchmark() == Benchmark.ALLREDUCE_COMPLEX && rank > 0) {
            makeOnes(values.getFirst());
        }
        work = block.benchmark() == Benchmark.IALLREDUCE_OVERLAP ? Work.of(Benchmark.WORK) : Work.NONE;
    }

    /** Does all iterations; what is timed. */
    void run() {
        begin = System.nanoTime();
        switch (block.benchmark()) {
            case LATENCY -> pingPong(() -> operations.receive(1 - rank));
            case LATENCY_STRIDED -> pingPong(() -> operations.receive(1 - rank));
            case LATENCY_ANY_SOURCE -> pingPong(operations::receiveFromAny);
            case LATENCY_NONBLOCKING -> startedPingPong();
            case BANDWIDTH, MESSAGE_RATE -> streams();
            case BANDWIDTH_NONBLOCKING -> startedStreams();
            case BIBANDWIDTH -> exchanges();
            case PUT -> puts();
            case GET -> gets();
            case BARRIER -> repeat(operations::barrier);
            case FENCE -> repeat(operations::fence);
            case FETCH_AND_ADD -> additions();
            case BROADCAST -> broadcasts();
            case REDUCE, REDUCE_MAX, REDUCE_NOP -> reductions();
            case ALLREDUCE, ALLREDUCE_MAXLOC -> allReductions();
            case ALLREDUCE_COMPLEX -> products();
            case SUM -> sums(operations::sum);
            case EXACT_SUM -> sums(operations::exactSum);
            case SCATTER -> scatters();
            case GATHER -> gathers();
            case ALLGATHER -> allGathers();
            case ALLTOALL -> allToAlls(operations::allToAll);
            case ALLTOALLV -> allToAlls(operations::allToAllV);
            case NEIGHBOR_ALLTOALL -> neighborAllToAlls();
            case SCAN -> scans();
            case REDUCE_SCATTER -> reduceScatters();
            case IALLREDUCE, IALLREDUCE_OVERLAP -> startedReductions();
        }
    }

    /** Checks every element of what arrived last. */
    void checkLast() {
        last.forEach(arrival -> arrival.checkAll(content));
    }

    boolean timesEach() {
        return timesEach;
    }

    /** Returns how long each iteration took, if each was timed. */
    long[] singleNanos() {
        long[] nanos = new long[ends.length];
        for (int k = 0; k < nanos.length; k++) {
            nanos[k] = ends[k] - (k == 0 ? begin : ends[k - 1]);
        }
        return nanos;
    }

    /** Notes the end of an iteration, and returns the number of the next. */
    private int ended(int iteration) {
        if (timesEach) {
            ends[iteration] = System.nanoTime();
        }
        return iteration + 1;
    }

    private void pingPong(Supplier<T> receive) {
        T mine = values.getFirst();
        int peer = 1 - rank;
        for (int k = 0; k < iterations; k = ended(k)) {
            if (rank == 0) {
                operations.send(content.stamped(mine, k), peer);
                accept(receive.get(), 0, peer, k);
            } else {
                accept(receive.get(), 0, peer, k);
                operations.send(content.stamped(mine, (long) k + rank), peer);
            }
        }
    }

    private void startedPingPong() {
        T mine = values.getFirst();
        int peer = 1 - rank;
        for (int k = 0; k < iterations; k = ended(k)) {
            Request<?> receive = operations.startReceive(peer, 0);
            if (rank == 0) {
                Request<?> send = operations.startSend(content.stamped(mine, k), peer);
                accept(operations.awaitReceived(receive, 0), 0, peer, k);
                var _ = send.await();
            } else {
                accept(operations.awaitReceived(receive, 0), 0, peer, k);
                var _ = operations
                        .startSend(content.stamped(mine, (long) k + rank), peer)
                        .await();
            }
        }
    }

    /** The lower half sends to the upper half. */
    private void streams() {
        int pairs = size / 2;
        boolean sends = rank < pairs;
        int peer = sends ? rank + pairs : rank - pairs;
        T mine = values.getFirst();
        for (int k = 0; k < iterations; k = ended(k)) {
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

    /** All messages of a window are under way together. */
    private void startedStreams() {
        int peer = 1 - rank;
        List<Request<?>> requests = new ArrayList<>(Benchmark.WINDOW);
        for (int k = 0; k < iterations; k = ended(k)) {
            requests.clear();
            for (int message = 0; message < Benchmark.WINDOW; message++) {
                if (rank == 0) {
                    T value = content.stamped(values.get(message), (long) k + message);
                    values.set(message, value);
                    requests.add(operations.startSend(value, peer));
                } else {
                    requests.add(operations.startReceive(peer, message));
                }
            }
            Request.awaitAll(requests);
            if (rank == 0) {
                operations.awaitSignal(peer);
            } else {
                for (int message = 0; message < Benchmark.WINDOW; message++) {
                    accept(operations.awaitReceived(requests.get(message), message), 0, peer, (long) k + message);
                }
                operations.signal(peer);
            }
        }
    }

    private void exchanges() {
        int peer = 1 - rank;
        int together = Math.clamp(EXCHANGED_BYTES / block.bytes(), 1, Benchmark.WINDOW);
        T mine = values.getFirst();
        for (int k = 0; k < iterations; k = ended(k)) {
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

    private void puts() {
        if (rank == 0) {
            T mine = values.getFirst();
            for (int k = 0; k < iterations; k = ended(k)) {
                operations.put(content.stamped(mine, k), 1);
            }
            operations.signal(1);
        } else {
            operations.awaitSignal(0);
            accept(operations.get(rank), 0, 0, iterations - 1L);
        }
    }

    private void gets() {
        if (rank == 0) {
            for (int k = 0; k < iterations; k = ended(k)) {
                accept(operations.get(1), 0, 1, 0);
            }
            operations.signal(1);
        } else {
            operations.awaitSignal(0);
        }
    }

    private void additions() {
        long before = -1;
        for (int k = 0; k < iterations; k = ended(k)) {
            long number = operations.fetchAndAdd(1, 0);
            if (number <= before) {
                throw WrongDataException.at(0, before + 1, number);
            }
            before = number;
        }
        operations.barrier();
        long all = operations.fetchAndAdd(0, 0);
        if (all != (long) iterations * size) {
            throw WrongDataException.at(0, (long) iterations * size, all);
        }
    }

    private void repeat(Runnable operation) {
        for (int k = 0; k < iterations; k = ended(k)) {
            operation.run();
        }
    }

    private void broadcasts() {
        T mine = values.getFirst();
        for (int k = 0; k < iterations; k = ended(k)) {
            accept(operations.broadcast(rank == 0 ? content.stamped(mine, k) : mine), 0, 0, k);
        }
    }

    private void reductions() {
        T mine = values.getFirst();
        for (int k = 0; k < iterations; k = ended(k)) {
            T reduced = operations.reduce(content.stamped(mine, (long) k + rank));
            if (rank == 0) {
                acceptReduced(reduced, k);
            }
        }
    }

    private void allReductions() {
        T mine = values.getFirst();
        for (int k = 0; k < iterations; k = ended(k)) {
            acceptReduced(operations.allReduce(content.stamped(mine, (long) k + rank)), k);
        }
    }

    /** Makes complex numbers that are all 1, so that a product has the elements of the other factor. */
    private void makeOnes(T value) {
        for (int i = 0; i < content.length(); i++) {
            content.set(value, i, 1 - i % 2);
        }
    }

    private void products() {
        T mine = values.getFirst();
        for (int k = 0; k < iterations; k = ended(k)) {
            acceptReduced(operations.allReduce(rank == 0 ? content.stamped(mine, k) : mine), k);
        }
    }

    private void sums(ToDoubleFunction<T> operation) {
        T mine = values.getFirst();
        long expected = sumBelow(size) * content.length();
        for (int i = 0; i < content.length(); i++) {
            expected += size * Content.inner(i, 1, 0);
        }
        for (int k = 0; k < iterations; k = ended(k)) {
            Content.checkNumber(0, expected, (long) operation.applyAsDouble(mine));
        }
    }

    private void scatters() {
        for (int k = 0; k < iterations; k = ended(k)) {
            if (rank == 0) {
                stampParts(0, k);
            }
            accept(operations.scatter(values), 0, rank, k);
        }
    }

    private void gathers() {
        T mine = values.getFirst();
        for (int k = 0; k < iterations; k = ended(k)) {
            List<T> gathered = operations.gather(content.stamped(mine, (long) k + rank));
            if (rank == 0) {
                acceptAll(gathered, k);
            }
        }
    }

    private void allGathers() {
        T mine = values.getFirst();
        for (int k = 0; k < iterations; k = ended(k)) {
            acceptAll(operations.allGather(content.stamped(mine, (long) k + rank)), k);
        }
    }

    private void allToAlls(UnaryOperator<List<T>> operation) {
        for (int k = 0; k < iterations; k = ended(k)) {
            stampParts(rank, k);
            List<T> arrived = operation.apply(values);
            for (int source = 0; source < size; source++) {
                accept(arrived.get(source), source, seed(source, rank), k);
            }
        }
    }

    private void neighborAllToAlls() {
        List<Integer> neighbors = neighbors();
        for (int k = 0; k < iterations; k = ended(k)) {
            for (int i = 0; i < neighbors.size(); i++) {
                values.set(i, content.stamped(values.get(i), k + seed(rank, neighbors.get(i))));
            }
            List<T> arrived = operations.neighborAllToAll(values);
            for (int i = 0; i < neighbors.size(); i++) {
                accept(arrived.get(i), i, seed(neighbors.get(i), rank), k);
            }
        }
    }

    /** Returns the members below and above on the ring. */
    private List<Integer> neighbors() {
        return List.of((rank + size - 1) % size, (rank + 1) % size);
    }

    private void scans() {
        T mine = values.getFirst();
        for (int k = 0; k < iterations; k = ended(k)) {
            T sum = operations.scan(content.stamped(mine, (long) k + rank));
            accept(sum, 0, rank + 1L, sumBelow(rank + 1), k);
        }
    }

    private void reduceScatters() {
        for (int k = 0; k < iterations; k = ended(k)) {
            stampParts(rank, k);
            accept(
                    operations.reduceScatter(values),
                    0,
                    size,
                    size * (sumBelow(size) + rank),
                    k); // the sum of all seeds
        }
    }

    private void startedReductions() {
        T mine = values.getFirst();
        for (int k = 0; k < iterations; k = ended(k)) {
            Request<?> reduction = operations.startAllReduce(content.stamped(mine, (long) k + rank));
            work.run();
            acceptReduced(operations.awaitReduced(reduction), k);
        }
    }

    private static long sumBelow(int end) {
        return (long) end * (end - 1) / 2;
    }

    /** Returns the seed of what a member sends to another in particular. */
    private long seed(int source, int destination) {
        return (long) source * size + destination;
    }

    /** Returns the seeds of the values that this member sends, or that the root has for all. */
    private List<Long> seeds() {
        return switch (block.benchmark()) {
            case BARRIER, FENCE, FETCH_AND_ADD -> List.of();
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

    private void stampParts(int source, long iteration) {
        for (int destination = 0; destination < size; destination++) {
            values.set(destination, content.stamped(values.get(destination), iteration + seed(source, destination)));
        }
    }

    private void acceptAll(List<T> arrived, long iteration) {
        for (int source = 0; source < size; source++) {
            accept(arrived.get(source), source, source, iteration);
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
