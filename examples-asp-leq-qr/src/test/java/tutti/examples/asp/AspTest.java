package tutti.examples.asp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.group.ColGroupMaster;

class AspTest {
    private static final SizeLimit LIMIT = new SizeLimit(1000, 1 << 20, false);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldFindSameDistancesWithAnyNumberOfMembers(int members) throws Exception {
        Problem matrix = new RandomMatrix(101);

        AspSolution solution = solve(matrix, members);

        assertThat(JGraphT.firstDifference(matrix, Objects.requireNonNull(solution.blocks())))
                .isNull();
        assertThat(solution.summary().checksum())
                .isEqualTo(solve(matrix, 1).summary().checksum());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void shouldSolveGraphSmallerThanGroup(int vertices) throws Exception {
        Problem matrix = new RandomMatrix(vertices);

        AspSolution solution = solve(matrix, 7);

        assertThat(solution.blocks()).hasSize(7);
        assertThat(JGraphT.firstDifference(matrix, Objects.requireNonNull(solution.blocks())))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void shouldSolveShippedNetwork(int members) throws Exception {
        Problem flights = GraphReader.read(Path.of("data/us-flights-2008.gr"), false, LIMIT);

        AspSolution solution = solve(flights, members);

        assertThat(JGraphT.firstDifference(flights, Objects.requireNonNull(solution.blocks())))
                .isNull();
        Summary summary = solution.summary();
        assertThat(summary.unreachable()).isEqualTo(910);
        assertThat(summary.longest()).isEqualTo(9963); // from Adak, Alaska, to Saint Croix
        assertThat(summary.from()).isEqualTo(8);
        assertThat(summary.to()).isEqualTo(279);
    }

    @Test
    void shouldCountFlightsWithPatternOfShippedNetwork() throws Exception {
        Problem flights = GraphReader.read(Path.of("data/us-flights-2008.mtx"), false, LIMIT);

        Summary summary = solve(flights, 4).summary();

        assertThat(summary.unreachable()).isEqualTo(910);
        assertThat(summary.longest()).isEqualTo(5);
    }

    @Test
    void shouldEndWithoutProblem() throws Exception {
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=3")) {
            List<Asp> members = master.start("asp", () -> new Asp(() -> null, false, false));
            master.await();

            assertThat(members).hasSize(3).allMatch(member -> member.isIdle() && member.solution() == null);
        }
    }

    private static AspSolution solve(Problem problem, int members) throws Exception {
        try (ColGroupMaster master = new ColGroupMaster("--tutti-members=" + members)) {
            List<Asp> asps = master.start("asp", () -> new Asp(() -> problem, true, false));
            master.await();
            assertThat(asps.stream().skip(1)).allMatch(member -> member.solution() == null);
            return Objects.requireNonNull(asps.getFirst().solution());
        }
    }
}
