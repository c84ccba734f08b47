package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class WordsTest {
    @ParameterizedTest
    @ValueSource(strings = {"reduce-scatter", "reduceScatter", "REDUCE_SCATTER"})
    void shouldFindABenchmarkByAnySpelling(String word) {
        assertThat(Words.find("benchmark", word, Benchmark.values())).hasToString("reduce-scatter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "reduce scatter", "reducescatterer"})
    void shouldRefuseOthers(String word) {
        assertThatThrownBy(() -> Words.find("benchmark", word, Benchmark.values()))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageStartingWith("benchmark=%s is none; choose one of latency, ", word);
    }
}
