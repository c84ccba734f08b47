package tutti.messaging.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SamplingTest {

    @Test
    void shouldRecordAllOfTheFirst() {
        assertThat(LongStream.range(0, Sampling.ALL_OF_THE_FIRST)).allMatch(call -> Sampling.standsFor(call) == 1);
    }

    @Test
    void shouldLetTheRecordedStandForAll() {
        long calls = Sampling.ALL_OF_THE_FIRST << 8;

        assertThat(LongStream.range(0, calls).map(Sampling::standsFor).sum()).isEqualTo(calls);
    }

    @Test
    void shouldRecordHalfAsManyOfEachDoubling() {
        long calls = Sampling.ALL_OF_THE_FIRST << 8;

        assertThat(LongStream.range(0, calls)
                        .filter(call -> Sampling.standsFor(call) > 0)
                        .count())
                .isEqualTo(Sampling.ALL_OF_THE_FIRST + 8 * Sampling.ALL_OF_THE_FIRST / 2);
    }

    @Test
    void shouldNotOverflow() {
        assertThat(Sampling.standsFor(Long.MAX_VALUE)).isZero();
        assertThat(Sampling.standsFor(1L << 62)).isEqualTo(1 << 30);
    }
}
