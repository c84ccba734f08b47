package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command that measures how objects become bytes; how fast that is, is not asserted. */
class CodecTest {
    private static final String SHORT = " -J" + String.join(" -J", Bench.SHORT_JVM_OPTIONS);

    @Test
    void shouldMeasureEachValueWithEachSystem() {
        Bench bench = Bench.runAsItIs("codec --peer fory,kryo,java,kryo --block-millis 0.01 --format json" + SHORT);

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        List<CodecCost> costs = List.of(new Gson().fromJson(bench.out(), CodecCost[].class));
        assertThat(costs)
                .hasSize(4 * CodecSamples.all().size())
                .filteredOn(cost -> cost.value().equals("tree of 100 nodes"))
                .extracting(CodecCost::system)
                .containsExactly("tutti", "fory", "kryo", "java");
        assertThat(costs).allSatisfy(cost -> {
            assertThat(cost.encode()).isPositive();
            assertThat(cost.decode()).isPositive();
            assertThat(cost.bytes()).isPositive();
        });
    }

    @Test
    void shouldPrintATableWithTheMachine() {
        Bench bench = Bench.runAsItIs("codec --peer java --block-millis 0.01" + SHORT);

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out())
                .containsPattern("value +system +encode +decode +bytes +ratio\\R")
                .containsPattern("record +tutti +[\\d.]+ +[\\d.]+ +\\d+\\R")
                .containsPattern("record +java +[\\d.]+ +[\\d.]+ +\\d+ +[\\d.]+\\R")
                .contains("- Machine: ");
    }

    @Test
    void shouldKeepWhatIsSharedInEachSystem() {
        for (String name : List.of("tutti", "kryo", "java")) {
            CodecSystem system = CodecSystem.of(name);
            List<?> graph =
                    (List<?>) system.decode(system.encode(CodecSamples.all().get("graph of 100 vertices")));
            assertThat(graph).as(name).hasSize(100);
            assertThat(((CodecSamples.Vertex) graph.getFirst()).neighbours()).allMatch(graph::contains);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--peer openmpi|peer=openmpi is none; choose one of kryo, fory, java",
                "--block-millis 0|a block must take some time: blockMillis=0.0",
                "-J-XX:Unknown|the JVM that measures failed: Unrecognized VM option 'Unknown'",
            })
    void shouldRefuse(String options, String reason) {
        Bench bench = Bench.runAsItIs("codec " + options);

        assertThat(bench.exitCode()).isNotZero();
        assertThat(bench.err()).contains(reason);
    }
}
