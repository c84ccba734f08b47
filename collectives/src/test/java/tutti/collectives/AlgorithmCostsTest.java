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
import tutti.messaging.Together;

/** Counts what every algorithm sends, for every root, and compares it with the table in docs/algorithms.md. */
class AlgorithmCostsTest extends GroupTest {
    private static final int CONTRIBUTION_BYTES = 1 << 16;

    /** One call of a collective by one member. */
    @FunctionalInterface
    interface Call {
        void run(Peers peers, int root);
    }

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
                .allSatisfy(row -> assertThat(Class.forName("tutti.collectives." + row.algorithm()))
                        .isNotNull());
    }

    @ParameterizedTest(name = "{0} P={1}")
    @MethodSource("operationsAndSizes")
    void shouldCostWhatTheTableSays(Operation operation, int size) {
        CostTable.Row row = CostTable.read().get(Operation.nameOf(operation.code()));
        for (int root = 0; root < size; root++) {
            List<CountingPeers> members = count(operation, size, root);
            long messages = members.stream().mapToLong(CountingPeers::messages).sum();
            int steps = Collections.max(
                    members.stream().map(CountingPeers::lastStep).toList());
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

    private List<CountingPeers> count(Operation operation, int size, int root) {
        CountingPeers.Links links = new CountingPeers.Links();
        return Together.members(open(1, size), endpoint -> {
            CountingPeers peers = new CountingPeers(new EndpointPeers(endpoint, operation, root, 0), links);
            CALLS.get(operation).run(peers, root);
            endpoint.leave();
            return peers;
        });
    }

    private static Object contribution() {
        return new byte[CONTRIBUTION_BYTES];
    }

    private static DividableDataObject<@Nullable Object> parts(int size) {
        return PerRank.of(Collections.nCopies(size, contribution()));
    }
}
