package tutti.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ThinningTest {

    @Test
    void shouldRecordAllOfTheFirst() {
        assertThat(LongStream.range(0, Thinning.ALL_OF_THE_FIRST)).allMatch(call -> Thinning.standsFor(call) == 1);
    }

    @Test
    void shouldLetTheRecordedStandForAll() {
        long calls = Thinning.ALL_OF_THE_FIRST << 8;

        assertThat(LongStream.range(0, calls).map(Thinning::standsFor).sum()).isEqualTo(calls);
    }

    @Test
    void shouldRecordHalfAsManyOfEachDoubling() {
        long calls = Thinning.ALL_OF_THE_FIRST << 8;

        assertThat(LongStream.range(0, calls)
                        .filter(call -> Thinning.standsFor(call) > 0)
                        .count())
                .isEqualTo(Thinning.ALL_OF_THE_FIRST + 8 * Thinning.ALL_OF_THE_FIRST / 2);
    }

    @Test
    void shouldNotOverflow() {
        assertThat(Thinning.standsFor(Long.MAX_VALUE)).isZero();
        assertThat(Thinning.standsFor(1L << 62)).isEqualTo(1 << 30);
    }
}
