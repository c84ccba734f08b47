package tutti.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.messaging.Label;
import tutti.messaging.Together;
import tutti.serialization.DirectBuffer;

/** Counts what every algorithm sends, for every root, and compares it with the table in docs/algorithms.md. */
class AlgorithmCostsTest extends GroupTest {
    private static final int CONTRIBUTION_BYTES = 1 << 16;

    /** One call of a collective by one member. */
    @FunctionalInterface
    interface Call {
        void run(Peers peers, int root);
    }

    /** One call of a collective on buffers by one member. */
    @FunctionalInterface
    interface BufferCall {
        void run(BufferPeers peers, int root);
    }

    private static final Map<Operation, BufferCall> BUFFER_CALLS = Map.ofEntries(
            Map.entry(
                    Operation.BROADCAST_BUFFERS, (peers, root) -> BinomialBufferBroadcast.run(peers, buffer(1), root)),
            Map.entry(
                    Operation.REDUCE_BUFFERS,
                    (peers, root) ->
                            BinomialBufferReduce.run(peers, buffer(1), buffer(1), (left, right) -> left, root)),
            Map.entry(Operation.ALL_REDUCE_BUFFERS, (peers, root) -> {
                if (Integer.bitCount(peers.size()) == 1) {
                    DoublingAllReduce.run(peers, buffer(1), buffer(1), (left, right) -> right);
                } else {
                    TreeBufferAllReduce.run(peers, buffer(1), buffer(1), (left, right) -> right);
                }
            }),
            Map.entry(
                    Operation.SCATTER_BUFFERS,
                    (peers, root) -> BinomialBufferScatter.run(peers, buffer(peers.size()), buffer(1), root)),
            Map.entry(
                    Operation.GATHER_BUFFERS,
                    (peers, root) -> BinomialBufferGather.run(peers, buffer(1), buffer(peers.size()), root)),
            Map.entry(
                    Operation.ALL_GATHER_BUFFERS,
                    (peers, root) ->
                            RingBufferAllGather.run(peers, buffer(1), buffer(peers.size()), blocks(peers.size()))),
            Map.entry(Operation.ALL_TO_ALL_BUFFERS, (peers, root) -> allToAll(peers)),
            Map.entry(
                    Operation.SCATTER_BLOCKS,
                    (peers, root) -> LinearBufferScatter.run(
                            peers, buffer(peers.size()), blocks(peers.size()), buffer(1), root)),
            Map.entry(
                    Operation.GATHER_BLOCKS,
                    (peers, root) ->
                            LinearBufferGather.run(peers, buffer(1), buffer(peers.size()), blocks(peers.size()), root)),
            Map.entry(
                    Operation.ALL_GATHER_BLOCKS,
                    (peers, root) ->
                            RingBufferAllGather.run(peers, buffer(1), buffer(peers.size()), blocks(peers.size()))),
            Map.entry(Operation.ALL_TO_ALL_BLOCKS, (peers, root) -> allToAll(peers)));

    private static final Map<Operation, Call> CALLS = Map.of(
            Operation.BARRIER, (peers, root) -> DisseminationBarrier.run(peers),
            Operation.BROADCAST, (peers, root) -> BinomialBroadcast.run(peers, contribution(), root),
            Operation.REDUCE, (peers, root) -> BinomialReduce.run(peers, contribution(), (left, right) -> left, root),
            Operation.ALL_REDUCE, (peers, root) -> TreeAllReduce.run(peers, contribution(), (left, right) -> right),
            Operation.SCATTER, (peers, root) -> BinomialScatter.run(peers, parts(peers.size()), root),
            Operation.GATHER, (peers, root) -> BinomialGather.run(peers, PerRank.empty(), contribution(), root),
            Operation.ALL_GATHER, (peers, root) -> BruckAllGather.run(peers, PerRank.empty(), contribution()),
            Operation.ALL_TO_ALL, (peers, root) -> PairwiseAllToAll.run(peers, parts(peers.size()), PerRank.empty()));

    static Stream<Arguments> operationsAndSizes() {
        return Arrays.stream(Operation.values())
                .flatMap(operation -> IntStream.rangeClosed(1, 17).mapToObj(size -> Arguments.of(operation, size)));
    }

    @Test
    void shouldHaveARowForEachOperation() {
        assertThat(CostTable.read())
                .containsOnlyKeys(Arrays.stream(Operation.values())
                        .map(operation -> Operation.nameOf(operation.code()))
                        .toList());
        assertThat(CostTable.read().values())
                .flatExtracting(row -> List.of(row.algorithm().split("; else ")))
                .allSatisfy(algorithm -> assertThat(Class.forName("tutti.collectives." + algorithm))
                        .isNotNull());
    }

    @ParameterizedTest(name = "{0} P={1}")
    @MethodSource("operationsAndSizes")
    void shouldCostWhatTheTableSays(Operation operation, int size) {
        CostTable.Row row = CostTable.read().get(Operation.nameOf(operation.code()));
        for (int root = 0; root < size; root++) {
            List<StepCounter> members = count(operation, size, root);
            long messages = members.stream().mapToLong(StepCounter::messages).sum();
            int steps =
                    Collections.max(members.stream().map(StepCounter::lastStep).toList());
            List<Long> contributions = members.stream()
                    .map(member -> member.bytes() / CONTRIBUTION_BYTES)
                    .toList();
            if (size == 1) {
                assertThat(messages).as("messages of a single member").isZero();
                return;
            }
            assertCost(row.steps(), steps, "steps", size, root);
            assertCost(row.messages(), messages, "messages", size, root);
            long ofAll = contributions.stream().mapToLong(Long::longValue).sum();
            assertCost(row.bytesOfAll(), ofAll, "contributions sent by all", size, root);
            assertCost(row.bytesOfBusiest(), Collections.max(contributions), "by the busiest", size, root);
        }
    }

    @Test
    void shouldNotCrossBetweenTwoHalvesMoreThanOnceInATree() {
        for (int root = 0; root < 8; root++) {
            int crossings = 0;
            for (int rank = 0; rank < 8; rank++) {
                int parent = BinomialTree.of(rank, 8, root).parent();
                crossings += parent >= 0 && parent / 4 != rank / 4 ? 1 : 0;
            }
            assertThat(crossings).isEqualTo(1);
        }
    }

    private static void assertCost(CostTable.Cost cost, long measured, String what, int size, int root) {
        assertThat(cost.allows(measured, size))
                .as("%s: measured %d at root %d, table says %s", what, measured, root, cost.describe(size))
                .isTrue();
    }

    private List<StepCounter> count(Operation operation, int size, int root) {
        StepCounter.Links links = new StepCounter.Links();
        Label label = new Label(operation.code(), root, 0);
        return Together.members(open(1, size), endpoint -> {
            StepCounter counter = new StepCounter(endpoint.rank(), links);
            if (CALLS.containsKey(operation)) {
                CALLS.get(operation).run(new CountingPeers(new EndpointPeers(endpoint, label), counter), root);
            } else {
                BufferPeers peers = new EndpointBufferPeers(endpoint, label, new Scratch());
                BUFFER_CALLS.get(operation).run(new CountingBufferPeers(peers, counter), root);
            }
            endpoint.leave();
            return counter;
        });
    }

    private static void allToAll(BufferPeers peers) {
        int size = peers.size();
        PairwiseBufferAllToAll.run(peers, buffer(size), blocks(size), buffer(size), blocks(size));
    }

    private static DirectBuffer buffer(int contributions) {
        return DirectBuffer.of(new byte[contributions * CONTRIBUTION_BYTES]);
    }

    private static Blocks blocks(int size) {
        return Blocks.equal(CONTRIBUTION_BYTES, size);
    }

    private static Object contribution() {
        return new byte[CONTRIBUTION_BYTES];
    }

    private static DividableDataObject<@Nullable Object> parts(int size) {
        return PerRank.of(Collections.nCopies(size, contribution()));
    }
}
