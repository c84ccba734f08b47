package tutti.examples.asp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.examples.Programs;

class AspCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldReportAndVerify() {
        int exitCode = run("--size", "60", "--verify");

        assertThat(exitCode).isZero();
        assertThat(err).hasToString("");
        assertThat(out.toString().lines())
                .hasSize(7)
                .contains("asp: 60 vertices, 3540 arcs (generated, seed 132)")
                .contains("members: 4 in 1 process")
                .anyMatch(line -> line.matches("time: \\d+\\.\\d{3} s"))
                .contains("unreachable: 0 of 3540 pairs")
                .anyMatch(line -> line.matches("longest: \\d+, from vertex \\d+ to vertex \\d+"))
                .contains("checksum: f673337527781b22") // the same over MPI's API: PaperProgramsTest
                .contains("verified: every one of the 3600 distances equals JGraphT's");
    }

    @Test
    void shouldReportRealNetwork() {
        int exitCode = run("--graph", "data/us-flights-2008.gr");

        assertThat(exitCode).isZero();
        assertThat(out.toString().lines())
                .contains("asp: 305 vertices, 5366 arcs (us-flights-2008.gr)")
                .contains("unreachable: 910 of 92720 pairs")
                .contains("longest: 9963, from vertex 9 to vertex 280")
                .noneMatch(line -> line.startsWith("verified"));
    }

    @Test
    void shouldReachMoreWhenUndirected() {
        assertThat(run("--graph=data/us-flights-2008.gr", "--undirected", "--verify"))
                .isZero();
        assertThat(out.toString().lines()).contains("unreachable: 0 of 92720 pairs");
    }

    @Test
    void shouldReportSingleVertex() {
        assertThat(run("--size=1", "--verify")).isZero();
        assertThat(out.toString().lines())
                .contains("unreachable: 0 of 0 pairs")
                .noneMatch(line -> line.startsWith("longest"))
                .contains("verified: every one of the 1 distances equals JGraphT's");
    }

    @Test
    void shouldRefuseUnusableFile() {
        assertThat(run("--graph=missing.gr")).isEqualTo(2);
        assertThat(out).hasToString("");
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("asp: missing.gr: no such file; looked for ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--size=0 -> asp: --size=0: a graph has 1 vertex or more",
                "--undirected -> asp: --undirected is for --graph; a generated graph is directed",
                "--size=2000000000 -> asp: --size=2000000000: vertices=2000000000 is too large, limit=",
                "--size=many -> Invalid value for option '--size': 'many' is not an int",
                "--size=3 --graph=a.gr -> Error: --size=N, --graph=FILE are mutually exclusive (specify only one)",
                "--sise=3 -> Unknown option: '--sise=3'",
            })
    void shouldRefuseWrongUse(String useAndMessage) {
        String[] parts = useAndMessage.split(" -> ", 2);

        assertThat(run(parts[0].split(" ", -1))).isEqualTo(2);
        assertThat(out).hasToString("");
        assertThat(err.toString()).startsWith(parts[1]).doesNotContain("\tat ");
    }

    @Test
    void shouldFailWhenDistancesDiffer() {
        Problem matrix = new RandomMatrix(2); // its two arcs are the shortest paths
        int[][] table = matrix.table(0, 2);
        table[1][0]++;

        assertThat(AspCommand.wrong(matrix, List.<int[][]>of(table), new PrintWriter(out)))
                .startsWith("the distance from vertex 2 to vertex 1 is ");
    }

    @Test
    void shouldGiveTheSameResultInAllVersions() {
        assertThat(run("--size=60", "--compare", "--times", "--verify")).isZero();
        assertThat(out.toString())
                .containsPattern("communication: \\d+\\.\\d{3} s in the slowest member")
                .containsPattern("Tutti, objects +\\d")
                .containsPattern("Java RMI by Tutti, buffers: \\d+\\.\\d in communication")
                .contains("verified");
    }

    @Test
    void shouldPrintTimesAsJson() {
        assertThat(run("--size=60", "--compare", "--verify", "--json")).isZero();

        JsonArray runs = JsonParser.parseString(out.toString()).getAsJsonArray();
        assertThat(runs).hasSize(9);
        JsonObject last = runs.get(8).getAsJsonObject();
        assertThat(last.get("version").getAsString()).isEqualTo("rmi");
        assertThat(last.get("members").getAsInt()).isEqualTo(4);
        assertThat(last.get("seconds").getAsDouble()).isPositive();
        assertThat(last.get("communicationMeanSeconds").getAsDouble())
                .isLessThanOrEqualTo(last.get("communicationSlowestSeconds").getAsDouble());
    }

    @Test
    void shouldHelp() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: asp ").contains("--graph=FILE", "(default: 500)");
    }

    private int run(String... arguments) {
        return Programs.run(new AspCommand("--tutti-members=4"), out, err, arguments);
    }
}
