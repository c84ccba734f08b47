package tutti.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 63, 64, 127, 128, 129, 1000, 123_456_789, 59_999_999_999L, Long.MAX_VALUE})
    void shouldKeepATimeToAHundredth(long nanos) {
        assertThat(Durations.of(nanos).nanos(1)).isCloseTo((double) nanos, withinPercentage(1));
    }

    @Test
    void shouldFindShares() {
        Durations durations = Durations.of(LongStream.rangeClosed(1, 100).toArray());
        assertThat(durations.nanos(0.5)).isEqualTo(50);
        assertThat(durations.nanos(0.99)).isEqualTo(99);
        assertThat(durations.nanos(1)).isEqualTo(100);
        assertThat(new Durations().nanos(0.5)).isZero();
    }

    @Test
    void shouldAddWhatOthersHaveCounted() {
        Durations all = Durations.of(10, 20);
        all.add(Durations.of(30, 30));
        assertThat(all.nanos(0.5)).isEqualTo(20);
        assertThat(all.nanos(0.75)).isEqualTo(30);
    }

    @Test
    void shouldBeReadFromAnAnswer() {
        Cost cost = new Cost(5, 6L, 7L, Durations.of(1, 1, 2_000_000));
        Cost read = Cost.parse(cost.toString());
        assertThat(read).hasToString(cost.toString());
        assertThat(read.slowestNanos()).isEqualTo(7);
        assertThat(Cost.parse("5 slowest 7").allocatedBytes()).isNull();
        assertThat(Cost.parse("5")).isEqualTo(new Cost(5, null, null, null));
    }
}
