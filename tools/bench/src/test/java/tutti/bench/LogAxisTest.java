package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LogAxisTest {
    @Test
    void shouldLabelEachOfFewValues() {
        assertThat(LogAxis.atValues(List.of(4.0, 1.0, 2.0, 2.0)).ticks()).containsExactly(1.0, 2.0, 4.0);
    }

    @Test
    void shouldLabelBothEndsAndFewOfManyValues() {
        List<Double> sizes = IntStream.rangeClosed(3, 24)
                .mapToObj(power -> (double) (1 << power))
                .toList();
        List<Double> ticks = LogAxis.atValues(sizes).ticks();

        assertThat(ticks).startsWith(8.0).endsWith((double) (1 << 24)).hasSizeBetween(5, 10);
        assertThat(sizes).containsAll(ticks);
    }

    @Test
    void shouldEndAtRoundValues() {
        assertThat(LogAxis.around(List.of(1.2, 7.3)).ticks()).containsExactly(1.0, 2.0, 5.0, 10.0);
        assertThat(LogAxis.around(List.of(0.3, 4000.0)).ticks()).containsExactly(0.2, 1.0, 10.0, 100.0, 1000.0, 5000.0);
        assertThat(LogAxis.around(List.of(2.0)).ticks()).containsExactly(2.0);
    }

    @Test
    void shouldPlaceValues() {
        LogAxis axis = LogAxis.atValues(List.of(1.0, 100.0));

        assertThat(axis.position(1)).isZero();
        assertThat(axis.position(10)).isCloseTo(0.5, within(1e-12));
        assertThat(axis.position(100)).isEqualTo(1);
        assertThat(LogAxis.atValues(List.of(7.0)).position(7)).isEqualTo(0.5);
    }

    @Test
    void shouldWriteValues() {
        assertThat(IntStream.of(-1, 0, 6).mapToObj(power -> LogAxis.label(Math.pow(10, power))))
                .containsExactly("0.1", "1", "1,000,000");
    }
}
