package tutti.charts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LogAxisTest {
    @Test
    void shouldLabelEachOfFewMembers() {
        assertThat(labels(LogAxis.doubling(List.of(4.0, 1.0, 2.0, 2.0)))).containsExactly("1", "2", "4");
        assertThat(labels(LogAxis.doubling(List.of(1.0, 2.0)))).containsExactly("1", "2");
    }

    @Test
    void shouldLabelBothEndsAndFewOfManySizes() {
        List<Double> sizes = IntStream.rangeClosed(3, 24)
                .mapToObj(power -> (double) (1 << power))
                .toList();

        assertThat(labels(LogAxis.doubling(sizes))).containsExactly("8", "1,024", "131,072", "16,777,216");
    }

    @Test
    void shouldDoubleFromTheLowestValue() {
        assertThat(labels(LogAxis.doubling(List.of(3.0, 100.0))))
                .containsExactly("3", "6", "12", "24", "48", "96", "192");
    }

    @Test
    void shouldEndAtRoundTimes() {
        assertThat(labels(LogAxis.around(List.of(1.2, 7.3)))).containsExactly("1", "2", "4", "8");
        assertThat(labels(LogAxis.around(List.of(0.3, 4000.0))))
                .containsExactly("0.1", "1", "10", "100", "1,000", "10,000");
        assertThat(labels(LogAxis.around(List.of(1.1, 1.9)))).containsExactly("1", "1.41", "2");
    }

    @Test
    void shouldPutASingleValueInTheMiddle() {
        LogAxis axis = LogAxis.around(List.of(2.0));

        assertThat(labels(axis)).containsExactly("1", "2", "4");
        assertThat(axis.position(2)).isEqualTo(1);
    }

    @Test
    void shouldPlaceValues() {
        LogAxis axis = new LogAxis(1, 10, 2);

        assertThat(axis.position(1)).isZero();
        assertThat(axis.position(10)).isCloseTo(1, within(1e-12));
        assertThat(axis.position(100)).isCloseTo(2, within(1e-12));
    }

    @Test
    void shouldHaveNoLabelBetween() {
        assertThat(new LogAxis(1, 2, 3).label(0.5)).isEmpty();
    }

    private static List<String> labels(LogAxis axis) {
        return IntStream.rangeClosed(0, axis.steps()).mapToObj(axis::label).toList();
    }
}
