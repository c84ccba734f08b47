package tutti.examples.pagerank;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.examples.Programs;

class PageRankCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldReportRanks() {
        int exitCode = run("--input=data/us-flights-2008.mtx", "--names=data/us-airports.tsv", "--top=2", "--verify");

        assertThat(exitCode).as(err.toString()).isZero();
        assertThat(out.toString().lines())
                .hasSize(8)
                .contains("pagerank: 305 vertices, 5366 arcs (us-flights-2008.mtx)")
                .contains("members: 4 in 1 process")
                .anyMatch(line -> line.matches("rounds: \\d+"))
                .anyMatch(line -> line.matches("0\\.0\\d+  vertex 19 \\(ATL, William B Hartsfield-Atlanta Intl\\)"))
                .contains("verified: each of the 305 ranks is within 1.0E-10 of JGraphT's");
    }

    @Test
    void shouldReportComponents() {
        int exitCode = run("--input=data/us-flights-2008.mtx", "--algorithm=components", "--verify");

        assertThat(exitCode).as(err.toString()).isZero();
        assertThat(out.toString().lines())
                .contains("components: 1")
                .contains("305 vertices, with vertex 1")
                .contains("verified: each of the 305 vertices is in the component that JGraphT finds");
    }

    @Test
    void shouldPrintTheSameOverTwoProcesses() throws IOException, InterruptedException {
        run("--vertices=200", "--top=3");
        String here = result(out.toString());

        String output = Programs.launch(List.of("-n3", "--jvms=2"), Main.class.getName(), "--vertices=200", "--top=3");

        assertThat(output).contains("members: 3 in 2 processes");
        assertThat(result(output.replace("[0] ", ""))).isEqualTo(here).contains("checksum");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--input=none.txt -> pagerank: none.txt: no such file; looked for ",
                "--names=none.tsv -> pagerank: none.tsv: no such file; looked for ",
                "--damping=1.5 -> pagerank: --damping=1.5: a probability lies between 0 and 1",
                "--tolerance=0 -> pagerank: --tolerance=0.0: must be positive",
                "--rounds=0 -> pagerank: --rounds=0: must be 1 or more",
                "--top=-1 -> pagerank: --top=-1: must be 0 or more",
                "--vertices=0 -> pagerank: --vertices=0: a generated network has 1 to 20000000",
                "--vertices=3 --input=a -> Error: --vertices=N, --input=FILE are mutually exclusive",
                "--algorithm=other -> Invalid value for option '--algorithm'",
            })
    void shouldRefuse(String useAndMessage) {
        String[] parts = useAndMessage.split(" -> ", 2);

        assertThat(run(parts[0].split(" ", -1))).isEqualTo(2);
        assertThat(out).hasToString("");
        assertThat(err.toString()).startsWith(parts[1]).doesNotContain("\tat ");
    }

    @Test
    void shouldHelp() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .startsWith("Usage: pagerank ")
                .contains("--input=FILE", "(default: 10000)", "(default: pagerank)", "follows links at");
    }

    private int run(String... arguments) {
        return Programs.run(new PageRankCommand("--tutti-members=4"), out, err, arguments);
    }

    /** Returns what does not depend on how it was computed. */
    private static String result(String output) {
        List<String> lines = output.lines()
                .filter(line -> line.matches("(rounds|checksum|\\d).*"))
                .toList();
        return String.join("\n", lines);
    }
}
