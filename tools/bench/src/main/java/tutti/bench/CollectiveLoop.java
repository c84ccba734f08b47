package tutti.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import tutti.group.PersistentRequest;
import tutti.group.Request;

/** Operations in which all members take part. */
final class CollectiveLoop<T> extends Loop<T> {
    private final Work work;

    CollectiveLoop(Block block, Content<T> content, Operations<T> operations) {
        super(block, content, operations);
        if (block.benchmark() == Benchmark.ALLREDUCE_COMPLEX && rank > 0) {
            makeOnes(values.getFirst());
        }
        work = block.benchmark() == Benchmark.IALLREDUCE_OVERLAP ? Work.of(Benchmark.WORK) : Work.NONE;
    }

    /** Makes complex numbers that are all 1, so that a product has the elements of the other factor. */
    private void makeOnes(T value) {
        for (int i = 0; i < content.length(); i++) {
            content.set(value, i, 1 - i % 2);
        }
    }

    @Override
    void iterate() {
        switch (block.benchmark()) {
            case BARRIER -> repeat(operations::barrier);
            case FENCE -> repeat(operations::fence);
            case FETCH_AND_ADD, VARHANDLE_ADD -> additions();
            case TASKS_BY_COUNTER, TASKS_BY_MASTER -> tasks();
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
            case IALLREDUCE_PERSISTENT -> preparedReductions();
            default -> throw new IllegalArgumentException("of pairs: benchmark=" + block.benchmark());
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

    /** Each member but the first takes as many tasks as there are iterations. */
    private void tasks() {
        long before = -1;
        for (int k = 0; k < iterations; k = ended(k)) {
            if (rank == 0) {
                operations.handOut(size - 1);
                continue;
            }
            long task = operations.takeTask();
            if (task <= before || task >= (long) iterations * (size - 1)) {
                throw WrongDataException.at(0, before + 1, task);
            }
            before = task;
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

    private void preparedReductions() {
        T mine = values.getFirst();
        PersistentRequest<?> reduction = operations.prepareAllReduce(mine);
        for (int k = 0; k < iterations; k = ended(k)) {
            content.stamped(mine, (long) k + rank);
            reduction.run();
            acceptReduced(operations.reduced(), k);
        }
    }

    private void acceptAll(List<T> arrived, long iteration) {
        for (int source = 0; source < size; source++) {
            accept(arrived.get(source), source, source, iteration);
        }
    }

    private void acceptReduced(T value, long iteration) {
        Benchmark benchmark = block.benchmark();
        accept(value, 0, benchmark.scale(size), benchmark.reducedRanks(size), iteration);
    }
}
