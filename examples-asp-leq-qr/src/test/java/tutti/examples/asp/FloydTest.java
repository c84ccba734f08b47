package tutti.examples.asp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.examples.support.InputException;

class FloydTest {
    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "2, 0", "10, 15", "50, 60", "50, 300", "50, 2000", "120, 1000"})
    void shouldFindJGraphTsDistances(int vertices, int arcs) throws Exception {
        for (int seed = 0; seed < 10; seed++) {
            SparseGraph graph = randomGraph(vertices, arcs, seed);

            assertThat(JGraphT.firstDifference(graph, List.<int[][]>of(solve(graph))))
                    .isNull();
        }
    }

    @Test
    void shouldFindJGraphTsDistancesOfCompleteGraph() {
        Problem problem = new RandomMatrix(120);

        assertThat(JGraphT.firstDifference(problem, List.<int[][]>of(solve(problem))))
                .isNull();
    }

    @Test
    void shouldKeepLongestPossiblePathBelowInfinity() throws Exception {
        SparseGraph.Builder chain = new SparseGraph.Builder(3);
        chain.arc(0, 1, Floyd.INFINITY - 2);
        chain.arc(1, 2, 1);

        int[][] table = solve(chain.build("chain"));

        assertThat(table[0]).containsExactly(0, Floyd.INFINITY - 2, Floyd.INFINITY - 1);
        assertThat(table[2]).containsExactly(Floyd.INFINITY, Floyd.INFINITY, 0);
    }

    @Test
    void shouldNameFirstDifference() throws Exception {
        SparseGraph graph = randomGraph(10, 0, 1);
        int[][] table = solve(graph);
        table[4][7] = 12;

        assertThat(JGraphT.firstDifference(graph, List.<int[][]>of(table)))
                .isEqualTo("the distance from vertex 5 to vertex 8 is 12.0, JGraphT finds Infinity");
        assertThat(JGraphT.firstDifference(graph, List.of())).isEqualTo("the table has 0 rows, expected 10");
    }

    @Test
    void shouldGenerateSameRowsWhereverTheBlockBegins() {
        RandomMatrix matrix = new RandomMatrix(20);
        int[][] whole = matrix.table(0, 20);

        int[][] block = matrix.table(7, 9);

        assertThat(block[7]).isEqualTo(whole[7]);
        assertThat(block[8]).isEqualTo(whole[8]);
        assertThat(block[6]).isEmpty();
        assertThat(whole[0]).startsWith(0, 1 + new Random(132).nextInt(42));
    }

    private static int[][] solve(Problem problem) {
        int[][] table = problem.table(0, problem.size());
        for (int k = 0; k < table.length; k++) {
            for (int[] row : table) {
                Floyd.relax(row, k, table[k]);
            }
        }
        return table;
    }

    static SparseGraph randomGraph(int vertices, int arcs, int seed) throws InputException {
        Random random = new Random(seed);
        SparseGraph.Builder graph = new SparseGraph.Builder(vertices);
        for (int arc = 0; arc < arcs; arc++) {
            graph.arc(random.nextInt(vertices), random.nextInt(vertices), random.nextInt(1000));
        }
        return graph.build("random");
    }
}
