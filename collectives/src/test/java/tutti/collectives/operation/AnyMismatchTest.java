package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.collectives.Blocks;
import tutti.collectives.DividableDataObject;
import tutti.collectives.MismatchedCallException;
import tutti.collectives.PerRank;
import tutti.collectives.Reductions;
import tutti.collectives.algorithm.BlockViews;
import tutti.collectives.algorithm.GridBlock;
import tutti.collectives.algorithm.Neighbors;
import tutti.collectives.signature.Operation;
import tutti.messaging.MemberFailedException;
import tutti.messaging.Together.Outcome;
import tutti.serialization.DirectBuffer;

/**
 * One member calls something else than all others of its process: it is noticed in every combination, and no one waits
 * for ever.
 *
 * @see SilentMismatchTest
 */
class AnyMismatchTest extends GroupTest {

    /** A call of a collective, with its root if it has one. */
    record Call(Operation operation, int root) {
        void run(Collectives collectives, int size) {
            DividableDataObject<@Nullable Object> parts = PerRank.of(Collections.nCopies(size, "part"));
            switch (operation) {
                case BARRIER -> collectives.barrier();
                case BROADCAST -> collectives.broadcast("value", root);
                case REDUCE -> collectives.reduce("value", (left, right) -> left, root);
                case ALL_REDUCE -> collectives.allReduce("value", (left, right) -> left);
                case SCATTER -> collectives.scatter(parts, root);
                case GATHER -> collectives.gather(PerRank.empty(), "value", root);
                case ALL_GATHER -> collectives.allGather(PerRank.empty(), "value");
                case ALL_TO_ALL -> collectives.allToAll(parts, PerRank.empty());
                case ALL_TO_ALL_VALUES -> collectives.run(AllToAll.ofValues(parts, PerRank.empty()));
                case SCAN -> collectives.run(Scan.inclusive("value", (left, right) -> left));
                case EXCLUSIVE_SCAN -> collectives.run(Scan.exclusive("value", (left, right) -> left));
                case REDUCE_SCATTER -> collectives.run(new ReduceScatter(parts, (left, right) -> left));
                case CREATE_WINDOW -> collectives.run(new CreateWindow(new long[1], false));
                case ALLOCATE_WINDOW -> collectives.run(new CreateWindow(new long[1], true));
                case SPLIT -> collectives.run(MakeGroups.split(one(), ofAll(size)));
                case SPLIT_BY_HOST -> collectives.run(MakeGroups.splitByHost(one(), ofAll(size)));
                case SPLIT_BY_PROCESS -> collectives.run(MakeGroups.splitByProcess(one(), ofAll(size)));
                case DUPLICATE -> collectives.run(MakeGroups.duplicate(one(), ofAll(size)));
                case FENCE -> collectives.run(Fence.of(() -> {}));
                case CLOSE_WINDOW -> collectives.run(Fence.closing(() -> {}));
                case EXCHANGE -> collectives.run(new Exchange(Map.of(0, "value")));
                case EXCHANGE_BUFFERS -> collectives.run(new ExchangeBuffers(Map.of(0, one())));
                case ALL_TO_ALL_BY_RANK -> collectives.run(new RankAllToAll(Map.of(), Map.of()));
                case FIND_SOURCES -> collectives.run(Exchange.ofEdges(Map.of(0, 1)));
                case MAKE_NEIGHBORHOOD -> collectives.run(MakeNeighborhood.of(ring(collectives, size)));
                case NEIGHBOR_ALL_GATHER -> collectives.run(NeighborAllToAll.ofOne(ring(collectives, size), "value"));
                case NEIGHBOR_ALL_TO_ALL ->
                    collectives.run(NeighborAllToAll.of(ring(collectives, size), List.of("value")));
                case NEIGHBOR_ALL_GATHER_BUFFERS ->
                    collectives.run(BufferNeighborAllToAll.ofOne(ring(collectives, size), one(), one(), Blocks.of(1)));
                case NEIGHBOR_ALL_TO_ALL_BUFFERS ->
                    collectives.run(BufferNeighborAllToAll.of(
                            ring(collectives, size), one(), Blocks.of(1), one(), Blocks.of(1)));
                case HALO ->
                    collectives.run(new Halo(
                            new GridBlock(1, 3),
                            new int[] {Math.floorMod(collectives.rank() - 1, size), (collectives.rank() + 1) % size},
                            DirectBuffer.of(new int[3])));
                case SCAN_BUFFERS -> collectives.run(BufferScan.inclusive(one(), one(), Reductions.sum()));
                case EXCLUSIVE_SCAN_BUFFERS -> collectives.run(BufferScan.exclusive(one(), one(), Reductions.sum()));
                case REDUCE_SCATTER_BLOCKS ->
                    collectives.run(new BlockReduceScatter(
                            DirectBuffer.of(new int[size]), BlockViews.equal(1, size), one(), Reductions.sum()));
                default -> runBetweenSides(collectives, size);
            }
        }

        /** The first member is a side of its own. */
        private void runBetweenSides(Collectives collectives, int size) {
            int remoteSize = collectives.rank() == 0 ? size - 1 : 1;
            DirectBuffer all = DirectBuffer.of(new int[remoteSize]);
            switch (operation) {
                case SIDE_REDUCE -> collectives.run(SideReduction.reduce("value", (left, right) -> left, 1, root));
                case SIDE_ALL_REDUCE -> collectives.run(SideReduction.allReduce("value", (left, right) -> left, 1));
                case SIDE_REDUCE_SCATTER ->
                    collectives.run(SideReduction.reduceScatter(
                            Collections.nCopies(remoteSize, "part"), (left, right) -> left, 1));
                case SIDE_REDUCE_BUFFERS ->
                    collectives.run(
                            (collectives.rank() == 0) == (root == 0)
                                    ? SideReduction.reduceFrom(one(), Reductions.sum(), 1, root)
                                    : SideReduction.reduceTo(one(), Reductions.sum(), 1, root));
                case SIDE_ALL_REDUCE_BUFFERS ->
                    collectives.run(SideReduction.allReduce(one(), one(), Reductions.sum(), 1));
                case SIDE_REDUCE_SCATTER_BLOCKS ->
                    collectives.run(SideReduction.reduceScatter(
                            all, BlockViews.equal(1, remoteSize), one(), Reductions.sum(), 1));
                default -> runOnBuffers(collectives.buffers(), size);
            }
        }

        private static Neighbors ring(Collectives collectives, int size) {
            int rank = collectives.rank();
            return Neighbors.of(new int[] {Math.floorMod(rank - 1, size)}, new int[] {(rank + 1) % size});
        }

        private static DirectBuffer one() {
            return ofAll(1);
        }

        private static DirectBuffer ofAll(int size) {
            return DirectBuffer.of(new int[size]);
        }

        private void runOnBuffers(BufferCollectives collectives, int size) {
            DirectBuffer one = DirectBuffer.of(new int[1]);
            DirectBuffer all = DirectBuffer.of(new int[size]);
            DirectBuffer received = DirectBuffer.of(new int[size]);
            Blocks blocks = BlockViews.equal(1, size);
            switch (operation) {
                case BROADCAST_BUFFERS -> collectives.broadcast(one, root);
                case REDUCE_BUFFERS -> collectives.reduce(one, one, Reductions.sum(), root);
                case ALL_REDUCE_BUFFERS -> collectives.allReduce(one, one, Reductions.sum());
                case REDUCE_BUFFERS_BY -> collectives.reduce(one, one, (left, right) -> left, root);
                case ALL_REDUCE_BUFFERS_BY -> collectives.allReduce(one, one, (left, right) -> left);
                case SCATTER_BUFFERS -> collectives.scatter(all, one, root);
                case GATHER_BUFFERS -> collectives.gather(one, all, root);
                case ALL_GATHER_BUFFERS -> collectives.allGather(one, all);
                case ALL_TO_ALL_BUFFERS -> collectives.allToAll(all, received);
                case SCATTER_BLOCKS -> collectives.scatter(all, blocks, one, root);
                case GATHER_BLOCKS -> collectives.gather(one, all, blocks, root);
                case ALL_GATHER_BLOCKS -> collectives.allGather(one, all, blocks);
                case ALL_TO_ALL_BLOCKS -> collectives.allToAll(all, blocks, received, blocks);
                default -> throw new AssertionError(operation);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void shouldEndForAll(int size) {
        List<Call> all = calls(size);
        for (int i = 0; i < all.size(); i++) {
            Call usual = all.get(i);
            for (Call odd : size == 3 ? others(all, i) : List.of(all.get((i + 7) % all.size()))) {
                for (int oddRank = 0; oddRank < size && !odd.equals(usual); oddRank++) {
                    assertNoticed(size, usual, odd, oddRank);
                }
            }
        }
    }

    /** Returns a third of the calls, another one for each call that they stand beside; nightly all. */
    private static List<Call> others(List<Call> all, int usual) {
        return Boolean.getBoolean("tutti.test.all")
                ? all
                : IntStream.range(0, all.size())
                        .filter(odd -> (odd + usual) % 3 == 0)
                        .mapToObj(all::get)
                        .toList();
    }

    private void assertNoticed(int size, Call usual, Call odd, int oddRank) {
        List<Outcome<@Nullable Object>> outcomes = outcomes(1, size, member -> {
            (member.rank() == oddRank ? odd : usual).run(member.collectives(), size);
            // whoever was ready soon notices when it hears from the others again
            member.collectives().barrier();
            member.collectives().barrier();
            return null;
        });
        List<Throwable> failures = new ArrayList<>();
        outcomes.forEach(outcome -> failures.add(outcome.failure()));
        assertThat(failures)
                .as("size=%d: all call %s, but rank=%d calls %s", size, usual, oddRank, odd)
                .allMatch(failure ->
                        failure instanceof MismatchedCallException || failure instanceof MemberFailedException)
                .anyMatch(failure -> failure instanceof MismatchedCallException);
    }

    static List<Call> calls(int size) {
        List<Call> calls = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            switch (operation) {
                case BROADCAST, REDUCE, SCATTER, GATHER ->
                    IntStream.range(0, size).forEach(root -> calls.add(new Call(operation, root)));
                case BARRIER, ALL_REDUCE, ALL_GATHER, ALL_TO_ALL, CREATE_WINDOW, ALLOCATE_WINDOW, FENCE, CLOSE_WINDOW ->
                    calls.add(new Call(operation, -1));
                case ALL_TO_ALL_VALUES,
                        SCAN,
                        EXCLUSIVE_SCAN,
                        REDUCE_SCATTER,
                        EXCHANGE,
                        FIND_SOURCES,
                        MAKE_NEIGHBORHOOD,
                        NEIGHBOR_ALL_GATHER,
                        NEIGHBOR_ALL_TO_ALL,
                        NEIGHBOR_ALL_GATHER_BUFFERS,
                        NEIGHBOR_ALL_TO_ALL_BUFFERS,
                        HALO,
                        SCAN_BUFFERS,
                        EXCLUSIVE_SCAN_BUFFERS,
                        REDUCE_SCATTER_BLOCKS,
                        SIDE_ALL_REDUCE,
                        SIDE_REDUCE_SCATTER,
                        SIDE_ALL_REDUCE_BUFFERS,
                        SIDE_REDUCE_SCATTER_BLOCKS -> calls.add(new Call(operation, -1));
                case ALL_REDUCE_BUFFERS,
                        ALL_REDUCE_BUFFERS_BY,
                        ALL_GATHER_BUFFERS,
                        EXCHANGE_BUFFERS,
                        ALL_TO_ALL_BY_RANK,
                        SPLIT,
                        SPLIT_BY_HOST,
                        SPLIT_BY_PROCESS,
                        DUPLICATE,
                        ALL_GATHER_BLOCKS,
                        ALL_TO_ALL_BUFFERS,
                        ALL_TO_ALL_BLOCKS -> calls.add(new Call(operation, -1));
                default -> calls.add(new Call(operation, size - 1)); // one root will do: the labels are the same
            }
        }
        return calls;
    }
}
