package tutti.examples.pagerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.group.ColGroupMaster;

/** Ranks and components are right, and the same bit for bit with any number of members. */
class GraphMemberTest {
    private static final PageRank.Settings SETTINGS = new PageRank.Settings(0.85, 1e-12, 1000);
    private static final Path FLIGHTS = Path.of("data/us-flights-2008.mtx");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldFindSameRanksWithAnyNumberOfMembers(int members) throws Exception {
        GraphMember.Result result = rank(NetworkReader.read(FLIGHTS, false), members);

        assertThat(JGraphT.firstDifferentRank(result.network(), SETTINGS)).isNull();
        GraphMember.Result alone = rank(NetworkReader.read(FLIGHTS, false), 1);
        assertThat(values(result.network())).containsExactly(values(alone.network()));
        assertThat(result.rounds()).isEqualTo(alone.rounds());
        assertThat(highest(result.network())).isEqualTo(19); // Atlanta
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8})
    void shouldFindSameRanksInGeneratedNetwork(int members) {
        Network network = rank(RandomNetwork.generate(500, false), members).network();

        assertThat(JGraphT.firstDifferentRank(network, SETTINGS)).isNull();
        assertThat(values(network))
                .containsExactly(
                        values(rank(RandomNetwork.generate(500, false), 1).network()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void shouldSpreadWhatArrivesAtDeadEnd(int members) {
        NetworkBuilder builder = new NetworkBuilder(false);
        builder.arc(10, 20); // 20 leads nowhere
        Network network = rank(builder.build("pair"), members).network();

        // both get the same share of what arrives at 20, which besides gets d * r10: so r20 = (1 + d) * r10
        assertThat(network.value(0)).isCloseTo(1 / 2.85, within(1e-11));
        assertThat(network.value(1)).isCloseTo(1.85 / 2.85, within(1e-11));
    }

    @Test
    void shouldCountParallelArcsAndLoops() {
        NetworkBuilder builder = new NetworkBuilder(false);
        builder.arc(1, 1);
        builder.arc(1, 2);
        builder.arc(1, 2);
        builder.arc(2, 1);
        Network network = rank(builder.build("parallel"), 2).network();

        assertThat(JGraphT.firstDifferentRank(network, SETTINGS)).isNull();
        assertThat(network.value(0) + network.value(1)).isCloseTo(1, within(1e-11));
    }

    @Test
    void shouldTellWrongRank() {
        Network network = rank(RandomNetwork.generate(5, false), 1).network();
        Vertex vertex = new Vertex(3);
        vertex.setValue(0.9);
        network.setElementAt(0, 1, new SubGraph(3, new Vertex[] {vertex}));

        assertThat(JGraphT.firstDifferentRank(network, SETTINGS)).startsWith("the rank of vertex 4 is 0.9, JGraphT");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void shouldFindComponents(int members) {
        NetworkBuilder builder = new NetworkBuilder(true);
        for (int i = 0; i < 20; i++) {
            builder.arc(i, i + 1); // a chain over the borders of all members
        }
        builder.arc(30, 40);
        builder.arc(99, 99);
        Network network =
                solve(Components::new, builder.build("three"), members).network();

        assertThat(JGraphT.firstDifferentComponent(network)).isNull();
        assertThat(values(network))
                .containsExactly(IntStream.range(0, 24)
                        .mapToDouble(i -> i < 21 ? 0 : i < 23 ? 21 : 23)
                        .toArray());
    }

    @Test
    void shouldTellWrongComponent() {
        NetworkBuilder builder = new NetworkBuilder(true);
        builder.arc(5, 6);

        assertThat(JGraphT.firstDifferentComponent(builder.build("unsolved"))).isNull(); // all values are 0
        builder.arc(7, 8);
        assertThat(JGraphT.firstDifferentComponent(builder.build("unsolved")))
                .isEqualTo("the component of vertex 7 is that of vertex 5, JGraphT finds that of vertex 7");
    }

    @Test
    void shouldEndWithoutNetwork() {
        List<Components> members;
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=3")) {
            members = master.start("none", () -> new Components(() -> null));
        }
        assertThat(members).hasSize(3).allMatch(member -> member.result() == null);
    }

    private static GraphMember.Result rank(Network network, int members) {
        return solve(input -> new PageRank(input, SETTINGS), network, members);
    }

    private static GraphMember.Result solve(
            Function<Supplier<@Nullable Network>, GraphMember> algorithm, Network network, int members) {
        List<GraphMember> all;
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=" + members)) {
            all = master.start("graph", () -> algorithm.apply(() -> network));
        }
        assertThat(all.stream().skip(1)).allMatch(member -> member.result() == null);
        return Objects.requireNonNull(all.getFirst().result());
    }

    private static double[] values(Network network) {
        return IntStream.range(0, network.size()).mapToDouble(network::value).toArray();
    }

    private static long highest(Network network) {
        return IntStream.range(0, network.size())
                .boxed()
                .max((a, b) -> Double.compare(network.value(a), network.value(b)))
                .map(network::name)
                .orElseThrow();
    }
}
