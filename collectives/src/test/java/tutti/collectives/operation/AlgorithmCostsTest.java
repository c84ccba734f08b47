package tutti.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.collectives.Blocks;
import tutti.collectives.DividableDataObject;
import tutti.collectives.PerRank;
import tutti.collectives.ReductionObject;
import tutti.collectives.Reductions;
import tutti.collectives.algorithm.BinomialBroadcast;
import tutti.collectives.algorithm.BinomialBufferReduce;
import tutti.collectives.algorithm.BinomialGather;
import tutti.collectives.algorithm.BinomialReduce;
import tutti.collectives.algorithm.BinomialScatter;
import tutti.collectives.algorithm.BinomialTree;
import tutti.collectives.algorithm.BlockViews;
import tutti.collectives.algorithm.BruckAllGather;
import tutti.collectives.algorithm.BruckBufferAllGather;
import tutti.collectives.algorithm.ChainScan;
import tutti.collectives.algorithm.DisseminationBarrier;
import tutti.collectives.algorithm.DoublingAllReduce;
import tutti.collectives.algorithm.DoublingScan;
import tutti.collectives.algorithm.GridBlock;
import tutti.collectives.algorithm.HaloExchange;
import tutti.collectives.algorithm.LinearBufferGather;
import tutti.collectives.algorithm.LinearBufferScatter;
import tutti.collectives.algorithm.NeighborExchange;
import tutti.collectives.algorithm.Neighbors;
import tutti.collectives.algorithm.PairwiseAllToAll;
import tutti.collectives.algorithm.PairwiseBufferAllToAll;
import tutti.collectives.algorithm.PairwiseReduceScatter;
import tutti.collectives.algorithm.Peers;
import tutti.collectives.algorithm.RingBufferAllGather;
import tutti.collectives.algorithm.Scratch;
import tutti.collectives.algorithm.Sides;
import tutti.collectives.algorithm.SparseExchange;
import tutti.collectives.algorithm.TreeAllReduce;
import tutti.collectives.hierarchy.CallPeers;
import tutti.collectives.signature.Operation;
import tutti.messaging.Together;
import tutti.messaging.signature.CallSignature;
import tutti.serialization.DirectBuffer;

/** Counts what every algorithm sends, for every root, and compares it with the table in docs/algorithms.md. */
class AlgorithmCostsTest extends GroupTest {
    private static final int CONTRIBUTION_BYTES = 1 << 13;

    /** One call of a collective by one member. */
    @FunctionalInterface
    interface Call {
        void run(Peers peers, int root);
    }

    /** One call of a collective on buffers by one member. */
    @FunctionalInterface
    interface BufferCall {
        void run(Peers peers, int root);
    }

    private static final ReductionObject<DirectBuffer> OPERATOR = (left, right) -> left;

    /** By the names that the table gives them. */
    private static final Map<String, BufferCall> BUFFER_CALLS = bufferCalls();

    private static Map<String, BufferCall> bufferCalls() {
        Map<String, BufferCall> calls = new LinkedHashMap<>();
        addAll(calls, BufferBroadcast.ALGORITHMS, run -> (peers, root) -> run.run(peers, buffer(1), root));
        addAll(
                calls,
                BufferReduce.ALGORITHMS,
                run -> (peers, root) -> run.run(peers, buffer(1), buffer(1), OPERATOR, root));
        addAll(
                calls,
                BufferAllReduce.ALGORITHMS,
                run -> (peers, root) -> run.run(peers, buffer(1), buffer(1), OPERATOR));
        addAll(
                calls,
                BufferScatter.ALGORITHMS,
                run -> (peers, root) -> run.run(peers, buffer(peers.size()), buffer(1), root));
        addAll(
                calls,
                BufferGather.ALGORITHMS,
                run -> (peers, root) -> run.run(peers, buffer(1), buffer(peers.size()), root));
        addAll(
                calls,
                BufferAllGather.ALGORITHMS,
                run -> (peers, root) -> run.run(peers, buffer(1), buffer(peers.size())));
        addAll(
                calls,
                BufferAllToAll.ALGORITHMS,
                run -> (peers, root) -> run.run(peers, buffer(peers.size()), buffer(peers.size())));
        calls.put(
                name(Operation.SCATTER_BLOCKS),
                (peers, root) ->
                        LinearBufferScatter.run(peers, buffer(peers.size()), blocks(peers.size()), buffer(1), root));
        calls.put(
                name(Operation.GATHER_BLOCKS),
                (peers, root) ->
                        LinearBufferGather.run(peers, buffer(1), buffer(peers.size()), blocks(peers.size()), root));
        calls.put(
                name(Operation.ALL_GATHER_BLOCKS),
                (peers, root) -> RingBufferAllGather.run(peers, buffer(1), buffer(peers.size()), blocks(peers.size())));
        calls.put(name(Operation.ALL_TO_ALL_BLOCKS), (peers, root) -> allToAll(peers));
        calls.put(
                name(Operation.ALL_TO_ALL_BY_RANK),
                (peers, root) -> PairwiseBufferAllToAll.run(peers, rank -> buffer(1), rank -> buffer(1)));
        calls.put(
                name(Operation.REDUCE_BUFFERS_BY),
                (peers, root) -> BinomialBufferReduce.run(peers, buffer(1), buffer(1), OPERATOR, root));
        calls.put(
                name(Operation.ALL_REDUCE_BUFFERS_BY),
                (peers, root) -> DoublingAllReduce.run(peers, buffer(1), buffer(1), OPERATOR));
        for (Operation scan : List.of(Operation.SCAN_BUFFERS, Operation.EXCLUSIVE_SCAN_BUFFERS)) {
            boolean isExclusive = scan == Operation.EXCLUSIVE_SCAN_BUFFERS;
            calls.put(
                    name(scan) + ": doubling",
                    (peers, root) -> DoublingScan.run(peers, buffer(1), buffer(1), OPERATOR, isExclusive));
            calls.put(
                    name(scan) + ": chain",
                    (peers, root) -> ChainScan.run(peers, buffer(1), buffer(1), OPERATOR, isExclusive));
        }
        calls.put(
                name(Operation.NEIGHBOR_ALL_GATHER_BUFFERS),
                (peers, root) ->
                        NeighborExchange.run(peers, ring(peers), buffer(1), whole(peers), buffer(1), whole(peers)));
        calls.put(
                name(Operation.NEIGHBOR_ALL_TO_ALL_BUFFERS),
                (peers, root) ->
                        NeighborExchange.run(peers, ring(peers), buffer(1), whole(peers), buffer(1), whole(peers)));
        calls.put(
                name(Operation.HALO),
                (peers, root) -> HaloExchange.run(
                        peers,
                        new GridBlock(CONTRIBUTION_BYTES, 3 * CONTRIBUTION_BYTES),
                        peers.size() == 1
                                ? new int[] {Neighbors.NONE, Neighbors.NONE}
                                : new int[] {peers.at(-1), peers.at(1)},
                        buffer(3)));
        Stream.of(Operation.SPLIT, Operation.SPLIT_BY_HOST, Operation.SPLIT_BY_PROCESS, Operation.DUPLICATE)
                .forEach(making -> calls.put(
                        name(making),
                        (peers, root) -> BruckBufferAllGather.run(peers, buffer(1), buffer(peers.size()))));
        calls.put(
                name(Operation.REDUCE_SCATTER_BLOCKS),
                (peers, root) -> PairwiseReduceScatter.run(
                        peers, buffer(peers.size()), blocks(peers.size()), buffer(1), Reductions.sum()));
        calls.put(
                name(Operation.SIDE_REDUCE_BUFFERS),
                onSides((sides, remoteSize, root) -> sides.reduce(buffer(1), buffer(1), OPERATOR, root)));
        calls.put(
                name(Operation.SIDE_ALL_REDUCE_BUFFERS),
                onSides((sides, remoteSize, root) -> sides.allReduce(buffer(1), buffer(1), OPERATOR)));
        calls.put(
                name(Operation.SIDE_REDUCE_SCATTER_BLOCKS),
                onSides((sides, remoteSize, root) ->
                        sides.reduceScatter(buffer(remoteSize), blocks(remoteSize), buffer(1), OPERATOR)));
        return calls;
    }

    /** One call between two sides by one member. */
    private interface SideCall {
        void run(Sides sides, int remoteSize, int root);
    }

    /** The sides are the two halves of the members; a single member has no one to call. */
    private static BufferCall onSides(SideCall call) {
        return (peers, root) -> {
            int first = peers.size() / 2;
            if (first > 0) {
                call.run(new Sides(peers, first), peers.rank() < first ? peers.size() - first : first, root);
            }
        };
    }

    private static <A> void addAll(Map<String, BufferCall> calls, Choice<A> algorithms, Function<A, BufferCall> call) {
        for (String name : algorithms.names()) {
            calls.put(
                    "%s of buffers: %s".formatted(algorithms.operation().tableName(), name),
                    call.apply(algorithms.named(name)));
        }
    }

    private static boolean hasRoot(String operation) {
        return Stream.of("broadcast", "reduce", "scatter", "gather").anyMatch(operation::startsWith);
    }

    private static String name(Operation operation) {
        return Operation.nameOf(operation.code());
    }

    private static final Map<String, Call> CALLS = new LinkedHashMap<>(Map.of(
            name(Operation.BARRIER), (peers, root) -> DisseminationBarrier.run(peers),
            name(Operation.BROADCAST), (peers, root) -> BinomialBroadcast.run(peers, contribution(), root),
            name(Operation.REDUCE),
                    (peers, root) -> BinomialReduce.run(peers, contribution(), (left, right) -> left, root),
            name(Operation.ALL_REDUCE),
                    (peers, root) -> TreeAllReduce.run(peers, contribution(), (left, right) -> right),
            name(Operation.SCATTER), (peers, root) -> BinomialScatter.run(peers, parts(peers.size()), root),
            name(Operation.GATHER), (peers, root) -> BinomialGather.run(peers, PerRank.empty(), contribution(), root),
            name(Operation.ALL_GATHER), (peers, root) -> BruckAllGather.run(peers, PerRank.empty(), contribution()),
            name(Operation.ALL_TO_ALL),
                    (peers, root) -> PairwiseAllToAll.run(peers, parts(peers.size()), PerRank.empty())));

    static {
        CALLS.put(
                name(Operation.ALL_TO_ALL_VALUES),
                (peers, root) -> PairwiseAllToAll.run(peers, parts(peers.size()), PerRank.empty()));
        CALLS.put(
                name(Operation.CREATE_WINDOW),
                (peers, root) -> BruckAllGather.run(peers, PerRank.empty(), contribution()));
        CALLS.put(
                name(Operation.ALLOCATE_WINDOW),
                (peers, root) -> BruckAllGather.run(peers, PerRank.empty(), contribution()));
        CALLS.put(name(Operation.FENCE), (peers, root) -> DisseminationBarrier.run(peers));
        CALLS.put(name(Operation.CLOSE_WINDOW), (peers, root) -> DisseminationBarrier.run(peers));
        CALLS.put(
                name(Operation.SCAN),
                (peers, root) -> DoublingScan.run(peers, contribution(), (left, right) -> left, false));
        CALLS.put(
                name(Operation.EXCLUSIVE_SCAN),
                (peers, root) -> DoublingScan.run(peers, contribution(), (left, right) -> left, true));
        CALLS.put(
                name(Operation.REDUCE_SCATTER),
                (peers, root) -> PairwiseReduceScatter.run(peers, parts(peers.size()), (left, right) -> left));
        CALLS.put(
                name(Operation.NEIGHBOR_ALL_GATHER),
                (peers, root) -> NeighborExchange.run(peers, ring(peers), values(peers)));
        CALLS.put(
                name(Operation.NEIGHBOR_ALL_TO_ALL),
                (peers, root) -> NeighborExchange.run(peers, ring(peers), values(peers)));
        CALLS.put( // each has something for the next rank
                name(Operation.EXCHANGE),
                (peers, root) -> SparseExchange.run(peers, Map.of(peers.at(1), contribution())));
        CALLS.put( // beside the buffers there are lists of ranks
                name(Operation.EXCHANGE_BUFFERS),
                (peers, root) -> SparseExchange.runOnBuffers(peers, Map.of(peers.at(1), buffer(1))));
        CALLS.put(
                name(Operation.FIND_SOURCES),
                (peers, root) -> SparseExchange.run(peers, Map.of(peers.at(1), contribution())));
        CALLS.put(
                name(Operation.SIDE_REDUCE),
                onSides((sides, remoteSize, root) -> sides.reduce(contribution(), (left, right) -> left, root))::run);
        CALLS.put(
                name(Operation.SIDE_ALL_REDUCE),
                onSides((sides, remoteSize, root) -> sides.allReduce(contribution(), (left, right) -> left))::run);
        CALLS.put(
                name(Operation.SIDE_REDUCE_SCATTER),
                onSides((sides, remoteSize, root) ->
                        sides.reduceScatter(Collections.nCopies(remoteSize, contribution()), (left, right) -> left))
                        ::run);
        CALLS.put(
                name(Operation.MAKE_NEIGHBORHOOD),
                (peers, root) -> TreeAllReduce.run(peers, contribution(), (left, right) -> right));
    }

    static Stream<Arguments> operationsAndSizes() {
        return Stream.concat(CALLS.keySet().stream(), BUFFER_CALLS.keySet().stream())
                .flatMap(operation -> sizes().mapToObj(size -> Arguments.of(operation, size)));
    }

    private static IntStream sizes() {
        return Boolean.getBoolean("tutti.test.all")
                ? IntStream.rangeClosed(1, 17)
                : IntStream.of(1, 2, 3, 4, 5, 7, 8, 13);
    }

    @Test
    void shouldHaveARowForEachOperationAndAlgorithm() {
        assertThat(CostTable.read())
                .containsOnlyKeys(Stream.concat(CALLS.keySet().stream(), BUFFER_CALLS.keySet().stream())
                        .toList());
        assertThat(Arrays.stream(Operation.values()).map(AlgorithmCostsTest::name))
                .allSatisfy(operation -> assertThat(CostTable.read().keySet())
                        .anyMatch(row -> row.equals(operation) || row.startsWith(operation + ":")));
        assertThat(CostTable.read().values())
                .flatExtracting(row -> List.of(row.algorithm().split("; else ")))
                .allSatisfy(algorithm -> assertThat(Class.forName("tutti.collectives.algorithm." + algorithm))
                        .isNotNull());
    }

    @ParameterizedTest(name = "{0} P={1}")
    @MethodSource("operationsAndSizes")
    void shouldCostWhatTheTableSays(String operation, int size) {
        CostTable.Row row = CostTable.read().get(operation);
        for (int root = 0; root < (hasRoot(operation) ? size : 1); root++) {
            List<StepCounter> members = count(operation, size, root);
            long messages = members.stream().mapToLong(StepCounter::messages).sum();
            int steps =
                    Collections.max(members.stream().map(StepCounter::lastStep).toList());
            List<Double> contributions = members.stream()
                    .map(member -> (double) member.bytes() / CONTRIBUTION_BYTES)
                    .map(number -> CALLS.containsKey(operation) ? Math.floor(number) : number) // objects have headers
                    .toList();
            if (size == 1) {
                assertThat(messages).as("messages of a single member").isZero();
                return;
            }
            assertCost(row.steps(), steps, "steps", size, root);
            assertCost(row.messages(), (double) messages, "messages", size, root);
            double ofAll =
                    contributions.stream().mapToDouble(Double::doubleValue).sum();
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

    private static void assertCost(CostTable.Cost cost, double measured, String what, int size, int root) {
        assertThat(cost.allows(measured, size))
                .as("%s: measured %s at root %d, table says %s", what, measured, root, cost.describe(size))
                .isTrue();
    }

    private List<StepCounter> count(String operation, int size, int root) {
        StepCounter.Links links = new StepCounter.Links();
        CallSignature label = new CallSignature(Operation.BARRIER.code(), root, 0);
        return Together.members(open(1, size), endpoint -> {
            StepCounter counter = new StepCounter(endpoint.rank(), links);
            if (CALLS.containsKey(operation)) {
                CALLS.get(operation)
                        .run(new CountingPeers(new CallPeers(endpoint, label, new Scratch()), counter), root);
            } else {
                Peers peers = new CallPeers(endpoint, label, new Scratch());
                BUFFER_CALLS.get(operation).run(new CountingPeers(peers, counter), root);
            }
            endpoint.leave();
            return counter;
        });
    }

    private static void allToAll(Peers peers) {
        int size = peers.size();
        PairwiseBufferAllToAll.run(peers, buffer(size), blocks(size), buffer(size), blocks(size));
    }

    /** Each member sends to the next one. */
    private static Neighbors ring(Peers peers) {
        return peers.size() == 1
                ? Neighbors.of(new int[0], new int[0])
                : Neighbors.of(new int[] {peers.at(-1)}, new int[] {peers.at(1)});
    }

    private static List<Object> values(Peers peers) {
        return peers.size() == 1 ? List.of() : List.of(contribution());
    }

    private static Blocks whole(Peers peers) {
        return peers.size() == 1 ? Blocks.of(new long[0]) : Blocks.of(CONTRIBUTION_BYTES);
    }

    private static DirectBuffer buffer(int contributions) {
        return DirectBuffer.of(new byte[contributions * CONTRIBUTION_BYTES]);
    }

    private static Blocks blocks(int size) {
        return BlockViews.equal(CONTRIBUTION_BYTES, size);
    }

    private static Object contribution() {
        return new byte[CONTRIBUTION_BYTES];
    }

    private static DividableDataObject<@Nullable Object> parts(int size) {
        return PerRank.of(Collections.nCopies(size, contribution()));
    }
}
