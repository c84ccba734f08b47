package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SamplesTest {

    @Test
    void shouldFindQuantiles() {
        Samples samples = new Samples(List.of(5.0, 1.0, 3.0, 2.0, 4.0));
        assertThat(samples.min()).isEqualTo(1);
        assertThat(samples.median()).isEqualTo(3);
        assertThat(samples.quantile(0.1)).isCloseTo(1.4, within(1e-9));
        assertThat(samples.quantile(0.9)).isCloseTo(4.6, within(1e-9));
        assertThat(samples.quantile(1)).isEqualTo(5);
    }

    @Test
    void shouldTakeTheMiddleOfAnEvenNumber() {
        assertThat(new Samples(List.of(4.0, 2.0)).median()).isEqualTo(3);
        assertThat(new Samples(List.of(7.0)).median()).isEqualTo(7);
    }

    @Test
    void shouldCompareNeighbours() {
        // The machine was three times slower during the last two blocks, for both.
        Samples samples = new Samples(List.of(2.0, 2.0, 6.0, 6.0));
        Samples peer = new Samples(List.of(1.0, 1.0, 3.0, 3.0));
        assertThat(samples.medianRatioTo(peer)).isEqualTo(2);
    }
}
